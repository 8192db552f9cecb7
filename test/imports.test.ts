import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { words } from './helper.ts'

const imported = /(?:from|import\(|import) ?'(\.[^']+)'/g

/** Returns the files that each file of a folder imports, types included. */
function readImports(folder: string): Map<string, string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const paths = files.filter((file) => /\.tsx?$/.test(file)).map((file) => join(folder, file))
  const read = (path: string) =>
    Array.from(readFileSync(path, 'utf8').matchAll(imported), ([, name = '']) => join(dirname(path), name))
  return new Map(paths.map((path) => [path, read(path)]))
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

/** Returns the imports between the folders in a folder, each with everything below it. */
function listFolderImports(parent: string, imports: Map<string, string[]>): Map<string, string[]> {
  const folderOf = (file: string) => {
    const [name, ...rest] = file.startsWith(`${parent}/`) ? file.slice(parent.length + 1).split('/') : []
    return rest.length > 0 ? name : undefined
  }
  const found = new Map<string, Set<string>>()
  for (const [file, names] of imports) {
    const folder = folderOf(file)
    if (folder === undefined) continue
    const others = names.flatMap((name) => folderOf(name) ?? []).filter((other) => other !== folder)
    found.set(folder, new Set([...(found.get(folder) ?? []), ...others]))
  }
  return new Map(Array.from(found, ([folder, others]) => [folder, [...others]]))
}

// The folders that the files of each folder of src may import, besides their own, and with `/*` those below them; the files
// at the top may import everything.
const allowed = new Map([
  ['base', []],
  ['advice', ['base']],
  ['business', ['base', 'business/*']],
  ['business/schemas', ['base', 'business']],
  ['business/checks', ['advice', 'base', 'business', 'business/schemas', 'business/words']],
  ['business/loading', ['advice', 'base', 'business', 'business/checks']],
  ['html', ['base']],
  ['resources', ['base']],
  ['http', ['base', 'resources']],
  ['context', ['base', 'business/*', 'resources']],
  ['compare', ['base', 'business/*', 'html']],
  ['markdown', ['base', 'html', 'resources']],
  ['pictures', ['base', 'business/*', 'resources']],
  ['folder', ['base', 'resources', 'markdown']],
  ['api', ['base', 'business/*', 'http', 'context', 'api/*']],
  ['api/v*', ['base', 'business/*']],
  ['site', ['base', 'business/*', 'context', 'folder', 'markdown', 'pictures', 'resources', 'site/*']],
  [
    'site/checks',
    ['base', 'business/*', 'compare', 'context', 'html', 'resources', 'site', 'folder', 'markdown']
  ],
  ['site/parts', ['base', 'business/*', 'context', 'site']],
  ['site/views', ['base', 'business/*', 'http', 'context', 'site', 'site/parts']],
  ['discovery', ['base', 'business/*', 'resources', 'context']],
  ['mcp', ['base', 'business/*', 'http', 'resources', 'context']],
  ['metrics', ['base', 'http']],
  ['audit', ['base', 'business/*', 'compare', 'html', 'resources', 'worker']],
  ['dev', ['', 'base', 'business/*', 'http']],
  ['export', ['', 'base', 'business/*', 'http', 'resources', 'worker']],
  ['worker', ['base', 'business/*', 'http', 'mcp']],
  ['cli', ['', 'advice', 'base', 'audit', 'business/*', 'dev', 'export']]
])

// The files of a library that other folders import, in alphabetical order. All files of base are for others.
const libraries: Record<string, string[]> = {
  html: words('panels.ts parse-html.ts tree.ts'),
  mcp: words('edge.ts mcp.ts'),
  worker: words('format.ts worker.ts'),
  business: words(`
    accents.ts amounts.ts business-types.json business.ts loading/load.ts notes.ts opening-hours.ts
    operations.ts phones.ts price-words.ts schemas/faq.ts schemas/hours.ts schemas/price.ts
    schemas/profile.ts schemas/site.ts schemas/values.ts v1.ts words.ts
  `),
  http: words(`
    create-fastify.ts errors.ts headers.ts health.ts host-rules.ts limits.ts negotiation.ts represent.ts
    resource-routes.ts response-cache.ts server.ts
  `)
}

/** Returns the folder of a file of src, such as `site/parts`; empty for a file at the top. */
const folderOf = (file: string) => file.split('/').slice(1, -1).join('/')

t.test('imports', async (t) => {
  const imports = readImports('src')

  t.test('have no cycle', async (t) => {
    t.ok(imports.size > 100)
    t.equal(findCycle(imports), undefined)
  })

  // A folder and the files around it may import each other: a page is a view, and a view gets the context of pages.
  t.test('of folders in the same folder have no cycle, at any depth', async (t) => {
    const folders = new Set(Array.from(imports.keys(), (file) => dirname(file)))
    for (const parent of ['src', ...folders])
      t.equal(findCycle(listFolderImports(parent, imports)), undefined, parent)
  })

  t.test('of a folder lead only where ARCHITECTURE.md allows', async (t) => {
    const wrong: string[] = []
    for (const [file, names] of imports) {
      const folder = folderOf(file)
      if (folder === '') continue
      const rule = [folder, ...(allowed.get(folder.replace(/^api\/v\d+$/, 'api/v*')) ?? [])]
      const isAllowed = (target: string) =>
        rule.some(
          (name) => name === target || (name.endsWith('/*') && `${target}/`.startsWith(name.slice(0, -1)))
        )
      for (const name of names) if (!isAllowed(folderOf(name))) wrong.push(`${file} imports ${name}`)
    }
    t.strictSame(wrong, [], 'correct the import, or the table above and the table of ARCHITECTURE.md')
  })

  t.test('of a part lead to its entry, types included, and of a library to its public files', async (t) => {
    const partOf = (file: string) => folderOf(file).split('/')[0] ?? ''
    const entries = new Map<string, Set<string>>()
    for (const [file, names] of imports) {
      for (const name of names) {
        const part = partOf(name)
        if (part === partOf(file) || part === '' || part === 'base') continue
        entries.set(part, (entries.get(part) ?? new Set()).add(name.slice(`src/${part}/`.length)))
      }
    }
    const expected = [...entries.keys()].map((part) => [part, libraries[part] ?? [`${part}.ts`]])
    const found = Array.from(entries, ([part, files]) => [part, [...files].sort()])
    t.strictSame(found, expected, 'export it from the entry of the part, or correct the list above')
  })

  t.test('of bench, scripts and harness do not lead to test', async (t) => {
    for (const folder of ['bench', 'scripts', 'harness']) {
      for (const [file, names] of readImports(folder))
        for (const name of names) t.notMatch(name, /^test\//, `${file} imports ${name}`)
    }
  })
})
