import { symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readChangeTimes } from '../../src/base/change-times.ts'

const files = ['profile.json', 'pricing.json', 'faq.json', 'site.json', 'words.en.json']

t.test('the time at which files last changed', async (t) => {
  const folder = t.testdir({ 'profile.json': '', 'pricing.json': '', 'faq.json': '' })
  const touch = (file: string, time: string) => utimesSync(join(folder, file), new Date(time), new Date(time))
  touch('profile.json', '2026-02-01')
  touch('pricing.json', '2026-03-01')
  touch('faq.json', '2026-01-01')
  symlinkSync('faq.json', join(folder, 'site.json'))

  t.test('is the time of the newest file that exists', async (t) => {
    const { newestOf, newestTime } = await readChangeTimes(folder, files)
    t.same(newestOf(files), new Date('2026-03-01'))
    t.same(newestOf(['faq.json', 'profile.json']), new Date('2026-02-01'))
    t.same(newestOf(['site.json']), new Date('2026-01-01'), 'a link has the time of its file')
    t.equal(newestOf(['words.en.json']), undefined, 'the file does not exist')
    t.equal(newestTime, Date.parse('2026-03-01'))
    t.equal((await readChangeTimes('/nowhere', files)).newestTime, 0)
  })

  t.test('is an error if the file system fails', async (t) => {
    await t.rejects(readChangeTimes(folder, ['x'.repeat(300)]), { code: 'ENAMETOOLONG' })
  })
})
