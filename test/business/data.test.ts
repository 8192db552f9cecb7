import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import t from 'tap'
import type { JsonSchema } from '../../src/base/json-schema.ts'
import { entriesOf, fieldOf, isObject } from '../../src/base/json-value.ts'
import { dataFiles, listPrices } from '../../src/business/business.ts'
import { editorSchema } from '../../src/business/checks/check-schemas.ts'
import { loadTemporal } from '../../src/business/opening-hours.ts'
import { operations } from '../../src/business/operations.ts'
import { facts } from '../helper.ts'
import { shipped } from '../shipped.ts'

/** Returns the paths of the fields of a schema that no sample has. */
function unused(schema: TSchema, samples: unknown[], path: string): string[] {
  const items = schema.items ? unused(schema.items, samples.flat(), `${path}/*`) : []
  const fields = Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, field]) => {
    const values = samples.map((sample) => fieldOf(sample, name)).filter((value) => value !== undefined)
    return values.length === 0 ? [`${path}/${name}`] : unused(field, values, `${path}/${name}`)
  })
  return [...items, ...fields]
}

t.test('the sample data', async (t) => {
  const business = await facts('data')

  t.test('has everything that the specification names', async (t) => {
    const { catalog, pricing, faq } = business
    const { services, categories } = catalog
    const ids = ['leads', 'faq', 'reminders', 'crm', 'reports', 'reviews', 'booking', 'store']
    t.same(
      services.map(({ id }) => id),
      ids
    )
    const packageIds = pricing.packages.map(({ id }) => id)
    t.same(packageIds, ['bot-starter', 'bot-business', 'bot-full'])
    t.ok(categories.length >= 4 && categories.length <= 6)
    t.ok(categories.every(({ focused, full }) => focused && full))
    t.equal(pricing.packages.filter(({ popular }) => popular).length, 1)
    t.ok(pricing.notes?.some((note) => note.includes('מע״מ')))
    t.ok(faq.categories.length >= 6)
    t.ok(faq.categories.flatMap(({ items }) => items).length >= 30)
  })

  t.test('states each price once: no text repeats an amount', async (t) => {
    const { catalog, pricing, faq, profile } = business
    const { packages, highest, ...rest } = pricing
    const amounts = [...listPrices(business).map(({ amount }) => amount), highest?.amount]
    const texts = JSON.stringify([
      faq,
      profile.tagline,
      profile.category,
      catalog.pricing_note,
      catalog.services.map(({ summary }) => summary),
      rest.notes,
      packages.map(({ price_display, ...item }) => [item.description, item.price_note, item.includes])
    ])
    const plain = texts.replace(/(\d),(\d{3})/g, '$1$2')
    const repeated = amounts.filter((amount) => new RegExp(`(?<!\\d)${amount}(?!\\d)`).test(plain))
    t.same(repeated, [])
  })
})

t.test('the schemas for editors are up to date', async (t) => {
  for (const [name, { schema }] of Object.entries(dataFiles)) {
    const file = `data/schema/${name}.schema.json`
    const written = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    t.same(written, JSON.parse(JSON.stringify(editorSchema(schema))), 'run npx tsx scripts/schemas.ts')
  }
})

const keywordsOf = ({ properties = {}, items, additionalProperties, ...rest }: JsonSchema): string[] => {
  const parts = [...entriesOf(properties).map(([, field]) => field), items, additionalProperties]
  return [...Object.keys(rest), ...parts.filter(isObject).flatMap(keywordsOf)]
}

t.test('the schemas have only keywords that the check knows', async (t) => {
  const found = new Set(Object.values(dataFiles).flatMap(({ schema }) => keywordsOf(editorSchema(schema))))
  const known =
    'description enum examples format maxItems maxLength maximum minItems minLength minimum pattern'
  t.same([...found].sort(), ['$schema', ...known.split(' '), 'required', 'type', 'uniqueItems'])
})

/** Returns the fields of the API that no business of these folders has. Reads them at Christmas, so some days are special. */
async function listUnused(folders: typeof shipped): Promise<string[]> {
  await loadTemporal()
  const now = new Date('2026-12-24T12:00:00Z')
  const businesses = await Promise.all(
    folders.map(({ dataDir, siteDir }) => facts(dataDir, undefined, undefined, siteDir))
  )
  return operations.flatMap((row) => {
    const having = businesses.filter((business) => row.exists?.(business) ?? true)
    const bodies = having.flatMap((business) =>
      (row.ids?.(business) ?? [undefined]).map((id) => row.read(business, now, id))
    )
    return unused(row.schema, bodies, row.operationId)
  })
}

// All prices are exempt only in test/facts/money.test.ts.
const isElsewhere = /^(listServices|getPricing)\/tax\/exempt$/

t.test('every field of the API is in the sample, an example or a fixture', async (t) => {
  const fixtures = ['guesthouse', 'groomer/data'].map((name) => ({
    ...{ name, dataDir: `test/fixtures/${name}`, siteDir: 'site' }
  }))
  const fields = await listUnused([...shipped, ...fixtures])
  const missing = fields.filter((field) => !isElsewhere.test(field))
  t.same(missing, [], 'add a value to test/fixtures/guesthouse/')
})

t.test('docs/data.md has a row and a section for each data file', async (t) => {
  const text = readFileSync('docs/data.md', 'utf8')
  const { words: _, ...files } = dataFiles
  for (const name of Object.keys(files))
    for (const part of [`\n| [\`${name}.json\`](#${name}json) |`, `\n## ${name}.json\n`])
      t.ok(text.includes(part), part)
})

t.test('the shipped data names schemas that exist', async (t) => {
  for (const { dataDir } of shipped)
    for (const name of readdirSync(dataDir).filter((name) => name.endsWith('.json'))) {
      const { $schema } = JSON.parse(readFileSync(join(dataDir, name), 'utf8'))
      t.ok(existsSync(resolve(dataDir, $schema)), `${dataDir}/${name}`)
    }
})
