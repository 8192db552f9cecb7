import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { date, listChanged, newFolder, plainSite, readTree, write } from '../../export/trees.ts'
import { baseUrl, dataWith, facts } from '../../helper.ts'
import { runToEnd } from '../../process.ts'

// Loaded into the process: KILL is the name of a call on a path with a word, and its number, at which it gets a signal.
const killer = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const [name, word, number, signal = 'SIGKILL'] = process.env.KILL.split(' ')
  let left = Number(number)
  const original = fs.promises[name]
  fs.promises[name] = (...args) => {
    if (String(args[0]).includes(word)) left -= 1
    if (left === 0) process.kill(process.pid, signal)
    return original(...args)
  }
  syncBuiltinESMExports()`

t.test('an export that is killed', async (t) => {
  const source = 'test/fixtures/guesthouse'
  const [first, second] = [newFolder(t), newFolder(t)]
  await write(first, { dataDir: source })
  writeFileSync(join(first, 'mine.txt'), 'mine')
  const before = readTree(first)
  const services = (await facts(source)).catalog.services
  const at = services.findIndex(({ id }) => id === 'garden-room')
  const dataDir = dataWith(t, { [`services#/examples/${at}/id`]: 'other-room' }, source)
  await write(second, { dataDir })
  const after: Record<string, string> = { ...readTree(second), 'mine.txt': before['mine.txt'] ?? '' }

  const points = {
    'writeFile .business-facts/new 10': 'while it collects the new files',
    'rename manifest.json 1': 'before it moves the first file',
    'rename .business-facts/new 20': 'while it moves the files',
    'unlink garden-room 1': 'before it removes the files that are gone',
    'rename manifest.json 2': 'before it writes the manifest'
  }
  const run = (out: string, call: string) => {
    cpSync(first, out, { recursive: true })
    const settings = { BASE_URL: baseUrl, SITE_DIR: plainSite, DATA_DIR: dataDir, KILL: call }
    return runToEnd(['export', out, '--date', date], settings, '.', killer)
  }
  t.test('by a signal that it can handle replaces all files or none', async (t) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      const [early, late] = [newFolder(t), newFolder(t)]
      t.equal(run(early, `writeFile .business-facts/new 10 ${signal}`).signal, signal)
      const changed = listChanged(before, readTree(early))
      for (const name of changed) t.match(name, /^\.business-facts\/new/)
      t.equal(run(late, `rename .business-facts/new 20 ${signal}`).signal, signal)
      t.same(listChanged(after, readTree(late)), [])
    }
  })

  for (const [index, [call, place]] of Object.entries(points).entries()) {
    t.test(`${place} leaves whole files, and the next export completes it`, async (t) => {
      const out = newFolder(t)
      t.equal(run(out, call).signal, 'SIGKILL')
      const left = readTree(out)
      const isOwn = (name: string) => !name.startsWith('.business-facts/')
      for (const name of Object.keys(left).filter(isOwn))
        t.ok([before[name], after[name]].includes(left[name]), name)
      const kept = Object.keys(before).filter((name) => name in after && !name.startsWith('.'))
      for (const name of kept) t.ok(name in left, name)
      if (index < 2) t.same(listChanged(before, left).filter(isOwn), [])
      await write(out, { dataDir })
      t.same(listChanged(after, readTree(out)), [])
    })
  }
})
