import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import t from 'tap'
import { formats } from '../../src/base/json-schema.ts'
import { isObject } from '../../src/base/json-value.ts'
import { type Business, dataFiles } from '../../src/business/business.ts'
import { editorSchema } from '../../src/business/checks/check-schemas.ts'
import { loadBusiness } from '../../src/business/loading/load.ts'
import { loadTemporal } from '../../src/business/opening-hours.ts'
import { operations, operationsOf } from '../../src/business/operations.ts'
import { baseUrl, siteDir, words } from '../helper.ts'
import { amount } from '../random.ts'
import { builtInPages } from '../site/sample.ts'
import { shop, shopWith } from './shop.ts'

const names = ['profile', 'services', 'pricing', 'faq'] as const
const ajv = new Ajv({ allowUnionTypes: true, formats })
const validators = new Map(names.map((name) => [name, ajv.compile(editorSchema(dataFiles[name].schema))]))
const originals = new Map(names.map((name) => [name, readFileSync(`${shop}/${name}.json`, 'utf8')]))

/** Returns the path, as a list of keys, of a value and of each value inside it. */
const places = (value: unknown, at: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? [at, ...Object.entries(value).flatMap(([key, part]) => places(part, [...at, key]))]
    : [at]

/** Returns a copy of a value with another value at a path; undefined deletes. */
function replace(value: unknown, [key, ...rest]: string[], other: unknown): unknown {
  if (key === undefined) return other
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => {
      const part = String(index) === key ? replace(entry, rest, other) : entry
      return part === undefined ? [] : [part]
    })
  }
  return isObject(value) ? { ...value, [key]: replace(value[key], rest, other) } : value
}

// Values that a schema may accept and that other code parses: links, language tags, numbers.
const odd = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(
    ...words('https://[ https://a:99999/ https://%/ https://xn--/ /% /a%ZZ/ tel:+1 mailto:a@b?x=%'),
    ...words('constructor __proto__ x-y en-u-nu-zzzz ZZZ *1234 -0'),
    ...[0, -0, 1e21, null]
  ),
  fc.constant(undefined)
)

const anywhere = fc.constantFrom(...names).chain((name) => {
  const value: unknown = JSON.parse(String(originals.get(name)))
  return fc.tuple(fc.constant(name), fc.constantFrom(...places(value)), odd)
})
// Values that much else is derived from.
const central = fc.tuple(
  fc.constantFrom<[name: (typeof names)[number], place: string[]]>(
    ['pricing', ['quote_url']],
    ['pricing', ['currency']],
    ['profile', ['contact', 'contact_page']],
    ['faq', ['language']]
  ),
  odd
)
const edit = fc.oneof(
  anywhere,
  central.map(([[name, place], value]): [typeof name, string[], unknown] => [name, place, value])
)

t.test('loading any data', { timeout: 600_000 }, async (t) => {
  const dataDir = shopWith(t, {})
  await loadTemporal()

  /** Generates every body and every page. */
  async function publish(business: Business): Promise<void> {
    for (const operation of operationsOf(operations, business)) {
      for (const id of operation.ids?.(business) ?? [undefined])
        JSON.stringify(operation.read(business, new Date(), id))
    }
    const { paths, render } = await builtInPages(business)
    for (const path of paths) render(path)
  }

  /** Loads the shop with these texts instead of its own, and publishes the business. */
  async function load(texts: Map<string, string | Uint8Array>): Promise<'business' | 'problems'> {
    for (const [name, text] of originals) {
      writeFileSync(join(dataDir, `${name}.json`), texts.get(name) ?? text)
    }
    const loaded = await loadBusiness({ dataDir, baseUrl, siteDir })
    if ('business' in loaded) {
      for (const [name, validate] of validators)
        if (!validate(JSON.parse(readFileSync(join(dataDir, `${name}.json`), 'utf8'))))
          throw new Error(`accepts ${name}.json, and Ajv does not: ${ajv.errorsText(validate.errors)}`)
      await publish(loaded.business)
      return 'business'
    }
    const lines = loaded.problems
    if (lines.length === 0 || lines.some((line) => line.includes('\n'))) throw new Error(lines.join('; '))
    return 'problems'
  }

  t.test('returns a business with every body and page, or problems, if any value is replaced', async (t) => {
    const seen = new Set<string>()
    const property = fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 2 }), async (edits) => {
      const files = new Map<string, unknown>()
      for (const [name, place, value] of edits) {
        const file = files.has(name) ? files.get(name) : JSON.parse(String(originals.get(name)))
        files.set(name, replace(file, place, value))
      }
      const texts = new Map([...files].map(([name, file]) => [name, JSON.stringify(file) ?? '']))
      seen.add(await load(texts))
    })
    await t.resolves(fc.assert(property, { numRuns: amount(30, 600) }))
    t.same([...seen].sort(), ['business', 'problems'])
  })

  t.test('returns problems for any JSON or any bytes instead of a file', async (t) => {
    const text = fc.oneof(
      fc.json({ maxDepth: 8 }),
      fc.uint8Array({ maxLength: 200 }),
      fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom('[', '{"a":')).map(nest)
    )
    const property = fc.asyncProperty(fc.constantFrom(...names), text, async (name, text) => {
      t.equal(await load(new Map([[name, text]])), 'problems')
    })
    await t.resolves(fc.assert(property, { numRuns: amount(25, 600) }))
  })
})

const nest = ([depth, open]: [number, string]) =>
  `${open.repeat(depth)}0${(open === '[' ? ']' : '}').repeat(depth)}`
