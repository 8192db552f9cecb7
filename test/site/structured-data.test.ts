import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import { isParent } from '../../src/base/json-value.ts'
import businessTypes from '../../src/business/business-types.json' with { type: 'json' }
import { listBuiltIn } from '../../src/site/page-table.ts'
import { baseUrl, build, facts } from '../helper.ts'
import { listNodes, type Node } from './sample.ts'

/** The names of types and values, such as `Text` and `https://schema.org/Monday`. */
const namesIn = (text: string) => text.match(/[\w:/.-]+/g) ?? []

interface Declaration {
  parents: string[]
  /** The types of the values, by property. */
  properties: Map<string, string[]>
}

/** The vocabulary of schema.org, as the types of schema-dts declare it. */
function readVocabulary() {
  const code = createRequire(import.meta.url).resolve('schema-dts')
  const text = readFileSync(code.replace(/\.js$/, '.d.ts'), 'utf8')
  const declarations = new Map<string, Declaration>()
  for (const [, name = '', parents = '', body = ''] of text.matchAll(
    /^(?:export )?interface (\w+)(?: extends ([^{]*?))? \{\n(.*?)^\}/gms
  )) {
    const properties = Array.from(
      body.matchAll(/^ {4}"(\w+)"\?: SchemaValue<(.*), "\w+">;$/gm),
      ([, property = '', types = '']) => [property, namesIn(types)] as const
    )
    declarations.set(name, { parents: namesIn(parents), properties: new Map(properties) })
  }
  const members = new Map(
    Array.from(text.matchAll(/^export type (\w+) = (.*);$/gm), ([, name = '', union = '']) => [
      name,
      namesIn(union)
    ])
  )
  /** Returns the names that a type stands for: the names of its subtypes (`DentistLeaf`) or of its values, or `string`. */
  const expand = (name: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(name)) {
      seen.add(name)
      for (const member of members.get(name) ?? []) expand(member, seen)
    }
    return seen
  }
  const typesOf = (declaration: string, property: string): string[] | undefined => {
    const { parents = [], properties } = declarations.get(declaration) ?? {}
    return (
      properties?.get(property) ?? parents.map((parent) => typesOf(parent, property)).find((types) => types)
    )
  }
  return { expand, typesOf }
}

const { expand, typesOf } = readVocabulary()

const date = /^\d{4}-\d\d-\d\d$/
const formats: Record<string, (text: string) => boolean> = {
  Text: () => true,
  URL: (text) => URL.canParse(text),
  // A year is a date of ISO 8601 (foundingDate).
  Date: (text) => date.test(text) || /^\d{4}$/.test(text),
  DateTime: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text),
  Time: (text) => /^\d\d:\d\d(:\d\d)?$/.test(text)
}

/** Returns whether a type of schema.org has a value. A reference (`@id`) may be to a node of any type. */
function accepts(type: string, value: unknown): boolean {
  const names = expand(type)
  if (isParent(value)) {
    if (!('@type' in value)) return '@id' in value
    return typeNamesOf(value).some((name) => names.has(`${name}Leaf`))
  }
  if (typeof value !== 'string') return names.has(typeof value)
  const isNode = [...names].some((name) => name.endsWith('Leaf'))
  return formats[type]?.(value) ?? names.has(isNode ? value : 'string')
}

const typeNamesOf = (node: object): string[] => ('@type' in node ? [node['@type']].flat().map(String) : [])

/** Returns each property of a node that its types do not have, or whose value none of the property's types has. */
function findErrors(node: Node): string[] {
  const names = typeNamesOf(node)
  return Object.entries(node).flatMap(([property, value]) => {
    if (property.startsWith('@')) return []
    const types = names.map((name) => typesOf(`${name}Leaf`, property)).find((found) => found)
    const place = `${names.join(' and ')}/${property}`
    if (types === undefined) return [`${place} does not exist`]
    return [value]
      .flat()
      .filter((item) => !types.some((type) => accepts(type, item)))
      .map((item) => `${place} must be ${types.join(' or ')}, got ${JSON.stringify(item)}`)
  })
}

// These two have a form that schema.org has not and Google names: pixels as a number, and the page of a step as its URL.
const isGoogles = /^ImageObject\/(width|height) must be .*, got \d+$|^ListItem\/item must be .*, got "https:/

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isAbsolute = (value: unknown) => typeof value === 'string' && /^https?:\/\//.test(value)
const nodesOf = (value: unknown): Node[] =>
  [value].flat().flatMap((item) => (isParent(item) ? [{ ...item }] : []))

/**
 * What Google requires for rich results, by type (developers.google.com/search/docs/appearance/structured-data): local business,
 * organization, breadcrumb, FAQ page, review snippet.
 */
const rules: [types: RegExp, rule: string, isKept: (node: Node) => boolean][] = [
  [/^LocalBusiness$/, 'has name and address', ({ name, address }) => isText(name) && isParent(address)],
  [/^LocalBusiness$/, 'has its own id', (node) => isAbsolute(node['@id'])],
  [
    /^LocalBusiness$/,
    'has a logo of 112 pixels, or one that scales',
    ({ logo }) =>
      nodesOf(logo).every(
        ({ url, width, height }) =>
          /\.svg$/.test(String(url)) || Math.min(Number(width), Number(height)) >= 112
      )
  ],
  [/^PostalAddress$/, 'has a country', ({ addressCountry }) => /^[A-Z]{2}$/.test(String(addressCountry))],
  [/^(AggregateRating|Review|Rating)$/, 'is not on the site of the business', () => false],
  [
    /^BreadcrumbList$/,
    'has two steps or more, in order, and pages for all but the last',
    ({ itemListElement }) => {
      const steps = nodesOf(itemListElement)
      const isStep = ({ position, name, item }: Node, index: number) =>
        position === index + 1 && isText(name) && (isAbsolute(item) || index === steps.length - 1)
      return steps.length > 1 && steps.every(isStep)
    }
  ]
]

const { local } = businessTypes
const googleTypesOf = (node: Node) =>
  typeNamesOf(node).map((name) => (local.includes(name) ? 'LocalBusiness' : name))

for (const [name, dataDir, siteDir] of [
  ['guest house', 'test/fixtures/guesthouse', 'site'],
  ['dental clinic', 'examples/dental-clinic/data', 'examples/dental-clinic/site']
] as const)
  t.test(`the structured data of the ${name}`, async (t) => {
    const business = await facts(dataDir, undefined, undefined, siteDir)
    const app = await build(t, { business }, { dataDir, siteDir })
    const nodes: Node[] = []
    for (const path of listBuiltIn(business, false)) nodes.push(...listNodes((await app.inject(path)).body))

    t.test('has properties and values that schema.org has for its types', async (t) => {
      const errors = nodes.flatMap(findErrors).filter((error) => !isGoogles.test(error))
      t.same([...new Set(errors)], [])
    })

    t.test('keeps the rules of Google for rich results', async (t) => {
      const broken = nodes.flatMap((node) =>
        rules
          .filter(([types]) => googleTypesOf(node).some((type) => types.test(type)))
          .filter(([, , isKept]) => !isKept(node))
          .map(([, rule]) => `${typeNamesOf(node)} ${rule}, got ${JSON.stringify(node)}`)
      )
      t.same(broken, [])
    })

    t.test('has images of this site that Google shows', async (t) => {
      const images = nodes.filter((node) => node['@type'] === 'ImageObject').map(({ url }) => String(url))
      for (const url of new Set(images.filter((link) => link.startsWith(baseUrl)))) {
        const { headers } = await app.inject(url.slice(baseUrl.length))
        t.match(headers['content-type'], /^image\/(avif|bmp|gif|jpeg|png|svg\+xml|webp)$/, url)
      }
    })
  })
