import { readFileSync } from 'node:fs'
import type { TSchema } from '@sinclair/typebox'
import t from 'tap'
import { dataFiles } from '../../src/business/business.ts'
import { fieldOf } from '../../src/business/json-value.ts'
import { listFiles } from '../../src/business/loading/read-file.ts'
import { loadTemporal } from '../../src/business/local-time.ts'
import { operations } from '../../src/business/operations.ts'
import { editorSchema } from '../../src/business/schemas/file-schema.ts'
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
    const { services, pricing, faq } = business
    const ids = ['leads', 'faq', 'reminders', 'crm', 'reports', 'reviews', 'booking', 'store']
    t.same(
      services.examples.map(({ id }) => id),
      ids
    )
    t.same(
      pricing.packages.map(({ id }) => id),
      ['bot-starter', 'bot-business', 'bot-full']
    )
    t.ok(services.categories.length >= 4 && services.categories.length <= 6)
    t.ok(services.categories.every((item) => item.focused_scope_from_ils && item.full_build_from_ils))
    t.equal(pricing.packages.filter(({ popular }) => popular).length, 1)
    t.ok(pricing.notes?.some((note) => note.includes('מע״מ')))
    t.ok(faq.categories.length >= 6)
    t.ok(faq.categories.flatMap(({ items }) => items).length >= 30)
  })

  t.test('states each price once: no text repeats an amount', async (t) => {
    const { services, pricing, faq, profile } = business
    const amounts = [
      ...services.examples.map(({ from_ils }) => from_ils),
      ...services.categories.flatMap((item) => [item.focused_scope_from_ils, item.full_build_from_ils]),
      ...pricing.packages.map(({ one_time_ils }) => one_time_ils),
      pricing.max_project_ils
    ]
    const { packages, ...rest } = pricing
    const texts = JSON.stringify([
      faq,
      profile.tagline,
      profile.category,
      services.pricing_note,
      services.examples.map(({ summary }) => summary),
      rest.notes,
      packages.map(({ price_display, ...item }) => [item.description, item.price_note, item.includes])
    ])
    const plain = texts.replace(/(\d),(\d{3})/g, '$1$2')
    t.same(
      amounts.filter((amount) => new RegExp(`(?<!\\d)${amount}(?!\\d)`).test(plain)),
      []
    )
  })

  t.test('names its schemas', async (t) => {
    for (const name of Object.keys(dataFiles)) {
      for (const file of listFiles('data', name)) {
        const { $schema } = JSON.parse(readFileSync(`data/${file}.json`, 'utf8'))
        t.equal($schema, `./schema/${name}.schema.json`)
      }
    }
  })
})

t.test('the schemas for editors are up to date', async (t) => {
  for (const [name, { schema }] of Object.entries(dataFiles)) {
    const written = JSON.parse(readFileSync(`data/schema/${name}.schema.json`, 'utf8'))
    t.same(written, JSON.parse(JSON.stringify(editorSchema(schema))), 'run npm run schemas')
  }
})

t.test('every field of the API is in the sample, an example or the guest house', async (t) => {
  await loadTemporal()
  const folders = [...shipped, { dataDir: 'test/fixtures/guesthouse', siteDir: 'site' }]
  const businesses = await Promise.all(
    folders.map(({ dataDir, siteDir }) => facts(dataDir, undefined, undefined, siteDir))
  )
  const fields = operations.flatMap((row) => {
    const having = businesses.filter((business) => row.exists?.(business) ?? true)
    const bodies = having.flatMap((business) =>
      (row.ids?.(business) ?? ['']).map((id) => row.read(business, id, new Date()))
    )
    return unused(row.schema, bodies, row.operationId)
  })
  t.same(fields, [])
})
