import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { listMismatches } from '../../../src/base/json-schema.ts'
import { entriesOf } from '../../../src/base/json-value.ts'
import { build } from '../../helper.ts'

/** Returns the patterns in a JSON Schema or a document with some. */
function patternsIn(value: unknown): string[] {
  return typeof value === 'object'
    ? entriesOf(value).flatMap(([key, part]) =>
        key === 'pattern' && typeof part === 'string' ? [part] : patternsIn(part)
      )
    : []
}

/**
 * Returns the rest of a pattern that is not in the subset that JSON Schema recommends (2020-12, section 6.4): characters,
 * classes, groups, alternatives, anchors and quantifiers. `\s` and `\S`, and escaped punctuation, mean the same everywhere.
 */
const outsideSubset = (pattern: string): string =>
  pattern
    .replace(/\\[sS\\^$.|?*+()[\]{}/]/g, 'x')
    .replace(/\[(?:\^|(?!\^))[^[\]\\^]+\]/g, 'x')
    .replace(/\((?!\?)|[)|^$]/g, 'x')
    .replace(/(?<=x|[^\\[\](){}?*+])(?:[*+?]|\{\d+(?:,\d*)?\})\??/g, '')
    .replace(/[^\\[\](){}?*+]/g, '')

t.test('the patterns of published schemas are in the subset that every validator has', async (t) => {
  const app = await build(t)
  const files = readdirSync('data/schema').map((name) =>
    JSON.parse(readFileSync(`data/schema/${name}`, 'utf8'))
  )
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const tools = await app.inject({ method: 'POST', url: '/mcp', payload })
  const documents = [...files, (await app.inject('/openapi.json')).json(), tools.json()]
  const patterns = new Set(documents.flatMap(patternsIn))
  t.ok(patterns.size > 20)
  for (const pattern of patterns) t.equal(outsideSubset(pattern), '', pattern)
  for (const other of ['[^]', '(?=a)', '(?:a)', '(?<=a)', '\\p{L}', '\\d', '(?<a>b)', 'a++', '[a'])
    t.not(outsideSubset(other), '', other)
})

t.test('a keyword that the server does not know is an error, not a match', async (t) => {
  t.throws(() => [...listMismatches({ multipleOf: 2 }, 1)], { message: /multipleOf is unknown/ })
})
