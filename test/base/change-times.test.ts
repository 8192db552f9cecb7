import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readChangeTimes, readHistory } from '../../src/base/change-times.ts'

const files = ['profile.json', 'services.json', 'pricing.json', 'faq.json']
const texts = Object.fromEntries(files.map((file) => [file, '{}']))

/** Runs git in a folder at a time, such as `2026-03-01T10:00:00Z`. */
function git(folder: string, time: string, ...command: string[]): void {
  const identity = [
    '-c',
    'user.name=Owner',
    '-c',
    'user.email=owner@shop.example',
    '-c',
    'init.defaultBranch=main'
  ]
  const env = {
    ...process.env,
    GIT_COMMITTER_DATE: time,
    GIT_AUTHOR_DATE: time,
    GIT_CONFIG_GLOBAL: '/dev/null'
  }
  execFileSync('git', ['-C', folder, ...identity, ...command], { env, stdio: 'pipe' })
}

function commit(folder: string, time: string): void {
  git(folder, time, 'add', '.')
  git(folder, time, 'commit', '--message', 'Change')
}

// A repository with a folder of data: all files are of January, the prices of March.
const origin = t.testdir({ 'my shop': texts })
git(origin, '', 'init')
commit(origin, '2026-01-01T10:00:00Z')
writeFileSync(join(origin, 'my shop/pricing.json'), '{"model": "fixed"}')
commit(origin, '2026-03-01T10:00:00Z')

/** Copies the repository; returns its folder of data. */
function createRepository(t: Test): string {
  const root = t.testdir({})
  cpSync(origin, root, { recursive: true, preserveTimestamps: true })
  return join(root, 'my shop')
}

/** Returns when each file changed, and when the newest of them did. */
async function readTimes(folder: string, names = files) {
  const changes = await readChangeTimes(folder, names)
  const format = (time: Date | undefined) => time?.toISOString().slice(0, 10) ?? 'unknown'
  const times = names.map((file) => format(changes.getTime(file, statSync(join(folder, file)))))
  return { times: times.join(' '), newest: format(changes.newestOf(names)) }
}

/** Sets the modification time of a file. */
const touch = (folder: string, file: string, time: string) =>
  utimesSync(join(folder, file), new Date(time), new Date(time))

t.test('the time at which a file last changed', async (t) => {
  t.test('is that of its last commit, also in a clone', async (t) => {
    const data = createRepository(t)
    const expected = { times: '2026-01-01 2026-01-01 2026-03-01 2026-01-01', newest: '2026-03-01' }
    t.same(await readTimes(data), expected)
    const copy = join(t.testdirName, 'clone')
    git(t.testdirName, '', 'clone', '--quiet', t.testdirName, copy)
    t.same(await readTimes(join(copy, 'my shop')), expected)
  })

  t.test(
    'is the modification time of a file that has an uncommitted edit, or is not committed',
    async (t) => {
      const data = createRepository(t)
      writeFileSync(join(data, 'faq.json'), '{"language": "en"}')
      writeFileSync(join(data, 'site.json'), '{}')
      touch(data, 'faq.json', '2026-04-01')
      touch(data, 'site.json', '2026-05-01')
      const { times, newest } = await readTimes(data, [...files, 'site.json'])
      t.equal(times, '2026-01-01 2026-01-01 2026-03-01 2026-04-01 2026-05-01')
      t.equal(newest, '2026-05-01')
    }
  )

  t.test('is the modification time of a file that git no longer tracks', async (t) => {
    const data = createRepository(t)
    git(data, '', 'rm', '--cached', '--quiet', 'faq.json')
    git(data, '2026-05-01T10:00:00Z', 'commit', '--message', 'Remove')
    touch(data, 'faq.json', '2026-02-01')
    t.equal((await readTimes(data)).times, '2026-01-01 2026-01-01 2026-03-01 2026-02-01')
    writeFileSync(join(data, '.gitignore'), 'faq.json')
    commit(data, '2026-06-01T10:00:00Z')
    t.equal((await readTimes(data)).newest, '2026-03-01')
  })

  t.test('is not that of a move in the folder, unless the file changed too', async (t) => {
    const data = createRepository(t)
    git(data, '', 'mv', 'pricing.json', 'prices.json')
    git(data, '', 'mv', 'faq.json', 'R100')
    commit(data, '2026-04-01T10:00:00Z')
    git(data, '', 'mv', 'prices.json', 'pricing.json')
    git(data, '', 'mv', 'services.json', 'faq.json')
    writeFileSync(join(data, 'faq.json'), '{"currency": "EUR", "categories": []}')
    commit(data, '2026-05-01T10:00:00Z')
    const { times } = await readTimes(data, ['profile.json', 'pricing.json', 'R100', 'faq.json'])
    t.equal(times, '2026-01-01 2026-03-01 2026-01-01 2026-05-01')
    git(data, '', 'rm', '--quiet', 'faq.json')
    commit(data, '2026-05-10T10:00:00Z')
    git(data, '', 'mv', 'R100', 'faq.json')
    commit(data, '2026-05-20T10:00:00Z')
    t.equal((await readTimes(data, ['faq.json'])).times, '2026-01-01', 'another file had the path before')
    git(data, '', 'mv', 'faq.json', 'R100')
    commit(data, '2026-05-30T10:00:00Z')
    git(t.testdirName, '', 'mv', 'my shop', 'shop')
    commit(t.testdirName, '2026-06-01T10:00:00Z')
    const moved = await readTimes(join(t.testdirName, 'shop'), ['R100'])
    t.equal(moved.times, '2026-06-01', 'the folder itself moved')
  })

  t.test('is that of the merge if the merge changed the file', async (t) => {
    const data = createRepository(t)
    git(data, '', 'checkout', '--quiet', '-b', 'grafted', 'HEAD~1')
    writeFileSync(join(data, 'pricing.json'), '{"model": "hourly"}')
    writeFileSync(join(data, 'faq.json'), '{"language": "en"}')
    commit(data, '2026-04-01T10:00:00Z')
    t.throws(() => git(data, '', 'merge', 'main'), 'both changed the prices')
    writeFileSync(join(data, 'pricing.json'), '{"model": "both"}')
    commit(data, '2026-05-01T10:00:00Z')
    t.equal((await readTimes(data)).times, '2026-01-01 2026-01-01 2026-05-01 2026-04-01')
  })

  t.test(
    'is unknown in a shallow clone that ends with the commit, because a clone writes files together',
    async (t) => {
      const data = createRepository(t)
      writeFileSync(join(data, 'faq.json'), '{"language": "en"}')
      commit(data, '2026-04-01T10:00:00Z')
      const copy = join(t.testdirName, 'clone')
      git(t.testdirName, '', 'clone', '--quiet', '--depth=2', `file://${t.testdirName}`, copy)
      const { times, newest } = await readTimes(join(copy, 'my shop'))
      t.equal(times, 'unknown unknown unknown 2026-04-01')
      t.equal(newest, 'unknown', 'another file may have changed later')
    }
  )

  t.test(
    'is the modification time without a history, unless a copy wrote three files in one second',
    async (t) => {
      const data = t.testdir({ ...texts, 'logo.svg': '<svg/>' })
      for (const file of [...files, 'logo.svg']) touch(data, file, '2026-02-05')
      t.same(await readTimes(data), { times: 'unknown unknown unknown unknown', newest: 'unknown' })
      touch(data, 'profile.json', '2026-02-01')
      touch(data, 'faq.json', '2026-02-02')
      const { times, newest } = await readTimes(data, [...files, 'logo.svg'])
      t.equal(times, '2026-02-01 unknown unknown 2026-02-02 unknown')
      t.equal(newest, 'unknown')
      touch(data, 'profile.json', '2026-02-03')
      touch(data, 'pricing.json', '2026-02-01')
      touch(data, 'services.json', '2026-02-01')
      touch(data, 'logo.svg', '2026-02-02T00:00:05')
      t.same(await readTimes(data), {
        times: '2026-02-03 2026-02-01 2026-02-01 2026-02-02',
        newest: '2026-02-03'
      })
    }
  )

  t.test('is unknown if it is in the future', async (t) => {
    const data = createRepository(t)
    writeFileSync(join(data, 'faq.json'), '{"language": "en"}')
    touch(data, 'faq.json', '2999-01-01')
    t.match(await readTimes(data), { times: / unknown$/, newest: 'unknown' })
  })

  t.test('of a link is that of its file, and an edit after the start has its own', async (t) => {
    const data = createRepository(t)
    symlinkSync('faq.json', join(data, 'site.json'))
    commit(data, '2026-04-01T10:00:00Z')
    touch(data, 'faq.json', '2026-02-01')
    const changes = await readChangeTimes(data, ['site.json', 'words.en.json'])
    const edit = new Date('2026-05-05')
    t.same(changes.getTime('site.json', statSync(join(data, 'site.json'))), new Date('2026-02-01'))
    t.same(changes.getTime('site.json', { mtimeMs: edit.getTime() }), edit)
    t.equal(changes.newestOf(['words.en.json']), undefined, 'the file does not exist')
  })

  t.test('is the modification time in a repository without a commit', async (t) => {
    const data = t.testdir(texts)
    git(data, '', 'init')
    touch(data, 'profile.json', '2026-02-01')
    t.match(await readTimes(data), { times: /^2026-02-01 / })
  })

  t.test('does not need git, and ignores the repository of a git hook', async (t) => {
    const data = createRepository(t)
    touch(data, 'profile.json', '2026-02-01')
    const { PATH } = process.env
    t.teardown(() => Object.assign(process.env, { PATH }) && Reflect.deleteProperty(process.env, 'GIT_DIR'))
    process.env.GIT_DIR = '/nowhere'
    t.equal((await readTimes(data)).newest, '2026-03-01')
    process.env.PATH = ''
    t.match(await readTimes(data), { times: /^2026-02-01 / })
  })

  t.test('is the modification time if the kernel ends git, with a warning', async (t) => {
    const bin = t.testdir({ git: '#!/bin/sh\nkill -9 $$\n', data: { '.git': {} } })
    const data = join(bin, 'data')
    chmodSync(join(bin, 'git'), 0o700)
    const { PATH } = process.env
    t.teardown(() => Object.assign(process.env, { PATH }))
    process.env.PATH = `${bin}:${PATH}`
    const warnings: string[] = []
    t.equal((await readHistory(data, (warning) => warnings.push(warning))).size, 0)
    t.same(warnings, [`${data}: git failed (SIGKILL), so files may lack the time of their change`])
  })

  t.test('is unknown in a folder outside a repository, and in one that does not exist', async (t) => {
    for (const folder of ['/proc', '/nowhere']) t.equal((await readHistory(folder)).size, 0)
  })

  t.test('is an error if the file system fails', async (t) => {
    await t.rejects(readChangeTimes(t.testdir(), ['x'.repeat(300)]), { code: 'ENAMETOOLONG' })
  })
})
