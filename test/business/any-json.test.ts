import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import type { Business } from '../../src/business/business.ts'
import { loadBusiness } from '../../src/business/load.ts'
import { operations, readBody } from '../../src/business/operations.ts'
import { formatProblem } from '../../src/business/problem.ts'
import { createWebsite } from '../../src/site/render.ts'
import { baseUrl, dataWith } from '../helper.ts'
import { fixtureData } from '../process.ts'
import { settings } from '../site/sample.ts'
import { amount } from '../soak/amount.ts'

const names = ['profile', 'services', 'pricing', 'faq'] as const
const originals = new Map(names.map((name) => [name, readFileSync(`${fixtureData}/${name}.json`, 'utf8')]))

/** The JSON pointers, as lists of keys, of every value in a value. */
const places = (value: unknown, at: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? [at, ...Object.entries(value).flatMap(([key, part]) => places(part, [...at, key]))]
    : [at]

/** The value with another at a place; undefined deletes. */
function replace(value: unknown, [key, ...rest]: string[], other: unknown): unknown {
  if (key === undefined) return other
  const part = replace(Object(value)[key], rest, other)
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) =>
      String(index) !== key ? [entry] : part === undefined ? [] : [part]
    )
  }
  return { ...Object(value), [key]: part }
}

// What a schema cannot foresee: texts that look right, and values that other code takes apart.
const odd = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(
    'https://[',
    'https://a:99999/',
    'https://%/',
    'https://xn--/',
    '/%',
    '/a%ZZ/',
    'tel:+1',
    'mailto:a@b?x=%',
    'constructor',
    '__proto__',
    'x-y',
    'en-u-nu-zzzz',
    'ZZZ',
    '*1234',
    '-0',
    0,
    -0,
    1e21,
    null
  ),
  fc.constant(undefined)
)

const anywhere = fc.constantFrom(...names).chain((name) => {
  const value: unknown = JSON.parse(String(originals.get(name)))
  return fc.tuple(fc.constant(name), fc.constantFrom(...places(value)), odd)
})
// A value that is used for much more than to be shown.
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

t.test('any data files', { timeout: 600_000 }, async (t) => {
  const dataDir = dataWith(t, {})
  const website = await settings()

  /** Makes every body and every page. */
  function publish(business: Business) {
    for (const operation of operations) {
      for (const id of operation.ids?.(business) ?? ['']) JSON.stringify(readBody(operation, business, id))
    }
    const { paths, render } = createWebsite(business, website)
    for (const path of paths) render(path)
  }

  /** Loads the files with these texts in place of their own, and publishes what they make. */
  async function load(texts: Map<string, string | Uint8Array>): Promise<'business' | 'problems'> {
    for (const [name, text] of originals) {
      writeFileSync(join(dataDir, `${name}.json`), texts.get(name) ?? text)
    }
    const loaded = await loadBusiness({ dataDir, baseUrl }, operations)
    if ('business' in loaded) {
      publish(loaded.business)
      return 'business'
    }
    const lines = loaded.problems.map(formatProblem)
    if (lines.length === 0 || lines.some((line) => line.includes('\n'))) throw new Error(lines.join('; '))
    return 'problems'
  }

  t.test('are a business with all its answers, or problems, when one value is another', async (t) => {
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
    await t.resolves(fc.assert(property, { numRuns: amount(60, 600) }))
    t.same([...seen].sort(), ['business', 'problems'])
  })

  t.test('are problems when they are any JSON, or any bytes', async (t) => {
    const text = fc.oneof(
      fc.json({ maxDepth: 8 }),
      fc.uint8Array({ maxLength: 200 }),
      fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom('[', '{"a":')).map(nest)
    )
    const property = fc.asyncProperty(fc.constantFrom(...names), text, async (name, text) => {
      t.equal(await load(new Map([[name, text]])), 'problems')
    })
    await t.resolves(fc.assert(property, { numRuns: amount(50, 600) }))
  })
})

const nest = ([depth, open]: [number, string]) =>
  `${open.repeat(depth)}0${(open === '[' ? ']' : '}').repeat(depth)}`
