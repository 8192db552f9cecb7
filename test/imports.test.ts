import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'

const imported = /(?:from|import\(|import) ?'(\.[^']+)'/g

/** Returns the files that each file of a folder imports, types included. */
function readImports(folder: string): Map<string, string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file)
  )
  return new Map(
    files.map((file) => {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      return [path, Array.from(text.matchAll(imported), ([, name = '']) => join(dirname(path), name))]
    })
  )
}

/** Returns a cycle of imports, or undefined if no cycle exists. */
function findCycle(imports: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of imports.get(file) ?? []) {
      const cycle = visit(next, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of imports.keys()) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}

// What each folder of src may import, besides itself; the files at the top may import everything.
const allowed = new Map([
  ['business', []],
  ['http', []],
  ['api', ['business', 'http']],
  ['site', ['business', 'http']],
  ['discovery', ['business', 'http']],
  ['mcp', ['business', 'http']],
  ['metrics', ['business', 'http']],
  ['audit', ['business']]
])

const folderOf = (file: string) => file.split('/')[1] ?? ''

t.test('imports', async (t) => {
  const imports = readImports('src')

  t.test('find a cycle if there is one', async (t) => {
    const cyclic = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['d', ['b']]
    ])
    t.same(findCycle(cyclic), ['b', 'd', 'b'])
    t.ok(imports.size > 100)
  })

  t.test('have no cycle', async (t) => {
    t.equal(findCycle(imports), undefined)
  })

  t.test('of a folder lead only where ARCHITECTURE.md allows', async (t) => {
    for (const [file, names] of imports) {
      const rule = file.split('/').length > 2 ? allowed.get(folderOf(file)) : undefined
      if (rule === undefined) continue
      for (const name of names)
        t.ok([folderOf(file), ...rule].includes(folderOf(name)), `${file} imports ${name}`)
    }
  })

  t.test('of bench, scripts and harness do not lead to test', async (t) => {
    for (const folder of ['bench', 'scripts', 'harness']) {
      for (const [file, names] of readImports(folder))
        for (const name of names) t.notMatch(name, /^test\//, `${file} imports ${name}`)
    }
  })
})
