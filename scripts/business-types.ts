// Writes src/business/business-types.json: LocalBusiness of schema.org and every type below it.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Returns LocalBusiness and the types below it, from the type declarations of schema-dts. */
export function listBusinessTypes(): string[] {
  const types = createRequire(import.meta.url).resolve('schema-dts')
  const declarations = readFileSync(join(types, '../schema.d.ts'), 'utf8')
  const below = new Map(
    Array.from(declarations.matchAll(/^export type (\w+) = (.*);$/gm), ([, name, union = '']) => [
      name,
      union.match(/\b[A-Z]\w*(?<!Leaf)\b/g) ?? []
    ])
  )
  const found = new Set(['LocalBusiness'])
  // A set also yields the values that are added during the iteration.
  /* c8 ignore next: the package declares every type that it names */
  for (const type of found) for (const name of below.get(type) ?? []) found.add(name)
  return [...found].sort()
}

/* c8 ignore next 4: runs only as a command */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const list = listBusinessTypes()
  writeFileSync('src/business/business-types.json', `${JSON.stringify(list, null, 2)}\n`)
}
