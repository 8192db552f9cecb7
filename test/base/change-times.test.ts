import { symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readChangeTimes } from '../../src/base/change-times.ts'

// test/discovery/site.test.ts has the time of the newest of several files.
t.test('the time at which a file last changed', async (t) => {
  const folder = t.testdir({ 'faq.json': '' })
  const time = new Date('2026-01-01')
  utimesSync(join(folder, 'faq.json'), time, time)
  symlinkSync('faq.json', join(folder, 'site.json'))
  const { newestOf } = await readChangeTimes(folder, ['site', 'words.en'])
  t.same(newestOf(['site']), time, 'a link has the time of its file')
  t.equal(newestOf(['words.en']), undefined, 'the file does not exist')
  await t.rejects(readChangeTimes(folder, ['x'.repeat(300)]), { code: 'ENAMETOOLONG' })
})
