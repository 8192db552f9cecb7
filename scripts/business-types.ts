// Writes src/business/business-types.json: the types of schema.org that a business may have.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Places that serve clients; a place of another kind, such as a country or a mountain, is not a business.
const places = ['CivicStructure', 'ApartmentComplex', 'LandmarksOrHistoricalBuildings', 'TouristAttraction']
const excluded = ['Beach', 'Bridge', 'BusStop', 'PublicToilet', 'FundingScheme', 'Project', 'ResearchProject']

/**
 * Returns LocalBusiness and the types below it, and the other types of organisations and places that serve clients, from the
 * type declarations of schema-dts.
 */
export function listBusinessTypes(): { local: string[]; others: string[] } {
  const types = createRequire(import.meta.url).resolve('schema-dts')
  const declarations = readFileSync(join(types, '../schema.d.ts'), 'utf8')
  const below = new Map(
    Array.from(declarations.matchAll(/^export type (\w+) = (.*);$/gm), ([, name, union = '']) => [
      name,
      union.match(/\b[A-Z]\w*(?<!Leaf)\b/g) ?? []
    ])
  )
  const listFrom = (roots: string[]) => {
    const found = new Set(roots)
    // A set also yields the values that are added during the iteration.
    /* c8 ignore next: the package declares every type that it names */
    for (const type of found) for (const name of below.get(type) ?? []) found.add(name)
    return [...found].sort()
  }
  const local = listFrom(['LocalBusiness'])
  const isOther = (name: string) => !local.includes(name) && !excluded.includes(name)
  return { local, others: listFrom(['Organization', ...places]).filter(isOther) }
}

/* c8 ignore next 4: runs only as a command */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const list = listBusinessTypes()
  writeFileSync('src/business/business-types.json', `${JSON.stringify(list, null, 2)}\n`)
}
