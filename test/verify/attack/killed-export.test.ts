import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { date, folderWith, listChanged, newFolder, plainSite, readTree, write } from '../../export/trees.ts'
import { baseUrl, dataWith } from '../../helper.ts'
import { executable } from '../../process.ts'

t.test('an export that is killed', async (t) => {
  const dataDir = dataWith(t, {}, 'test/fixtures/guesthouse')
  const first = newFolder(t)
  await write(first, { dataDir })
  writeFileSync(join(first, 'mine.txt'), 'mine')
  const before = readTree(first)
  const file = join(dataDir, 'services.json')
  const services = JSON.parse(readFileSync(file, 'utf8'))
  services.examples = services.examples.filter(({ id }: { id: string }) => id !== 'garden-room')
  writeFileSync(file, JSON.stringify(services))
  const second = newFolder(t)
  await write(second, { dataDir })
  const after: Record<string, string> = { ...readTree(second), 'mine.txt': before['mine.txt'] ?? '' }

  const points: [call: string, place: string][] = [
    ['writeFile .business-facts/new 10', 'while it collects the new files'],
    ['rename manifest.json 1', 'before it moves the first file'],
    ['rename .business-facts/new 20', 'while it moves the files'],
    ['rm garden-room 1', 'before it removes the files that are gone'],
    ['rename manifest.json 2', 'before it writes the manifest']
  ]
  for (const [index, [call, place]] of points.entries()) {
    t.test(`${place} leaves whole files, and the next export completes it`, async (t) => {
      const out = join(folderWith(t, {}), 'public')
      cpSync(first, out, { recursive: true })
      const preload = `--import=${resolve('test/verify/attack/kill.mjs')}`
      const settings = { BASE_URL: baseUrl, SITE_DIR: plainSite, DATA_DIR: dataDir, KILL: call }
      const { signal } = spawnSync(
        process.execPath,
        [preload, ...executable, 'export', out, '--date', date],
        {
          env: { ...process.env, ...settings }
        }
      )
      t.equal(signal, 'SIGKILL')
      const left = Object.entries(readTree(out)).filter(([name]) => !name.startsWith('.business-facts/'))
      for (const [name, content] of left) t.ok([before[name], after[name]].includes(content), name)
      for (const name of Object.keys(before))
        t.ok(name in after ? left.some(([other]) => other === name) || name.startsWith('.') : true, name)
      if (index < 2) {
        const changed = listChanged(before, readTree(out))
        t.same(
          changed.filter((name) => !name.startsWith('.business-facts/new/')),
          []
        )
      }
      await write(out, { dataDir })
      t.same(listChanged(after, readTree(out)), [])
    })
  }
})
