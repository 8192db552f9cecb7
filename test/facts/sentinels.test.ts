import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { type Element, isText, type ParentNode } from 'domhandler'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import { squeeze } from '../../src/base/text.ts'
import { dataFiles } from '../../src/business/business.ts'
import { parseHtml } from '../../src/html/parse-html.ts'
import { isElement, nodesIn } from '../../src/html/tree.ts'
import { baseUrl, build, facts, folderWith } from '../helper.ts'
import { callMcp, callTool } from '../requests.ts'
import { builtInPages, renderAll } from '../site/sample.ts'
import { createBusiness, type Sentinel } from './sentinel-business.ts'

const surfaces = ['api', 'page', 'jsonLd', 'markdown', 'llmsFull', 'tools', 'resources', 'search'] as const
type Surface = (typeof surfaces)[number]

const people: Surface[] = ['page', 'markdown', 'llmsFull']

/** The leaves that a surface omits, each with the reason. */
const exceptions: [place: RegExp, omittedBy: readonly Surface[], reason: string][] = [
  [/^site#/, ['api', 'tools', 'jsonLd'], 'the API has no facts about the site'],
  [/^site#\/legal/, ['resources', 'search'], 'it asks for a page'],
  [/business_type$/, [...people, 'search'], 'it is an identifier for programs; people read `category`'],
  [/\/(width|height)$/, ['markdown', 'llmsFull', 'search'], 'the size of an image is not text'],
  // Services, packages and questions have their ids in URLs, and each category is found by its id.
  [
    /(?<!(examples|packages|items|categories)\/\d+)\/id$/,
    ['markdown', 'llmsFull', 'search'],
    'an id is for programs'
  ],
  [/packages\/\d+\/id$/, ['jsonLd'], 'its URL is the one in the data'],
  [/categories\/\d+\/id$/, ['markdown', 'llmsFull', 'jsonLd'], 'an id is for programs'],
  [/examples\/\d+\/category$/, ['jsonLd'], 'it has the name of the category'],
  [/contact_page$/, ['jsonLd'], 'it is a page of the site'],
  [/popular$/, ['jsonLd'], 'schema.org has no such property'],
  [/\/(from_ils|one_time_ils)$/, [...people, 'jsonLd', 'search'], 'it is the price rounded up'],
  [/price\/kind$/, ['jsonLd'], 'it decides between the properties price, minPrice and maxPrice'],
  [/categories\/\d+\/\w+_ils$|max_project_ils$/, ['jsonLd'], 'no node has a property for it'],
  [/tax\/(name|rate_percent|exempt)$/, ['jsonLd'], 'schema.org only has whether tax is included'],
  [/(price_display|price_note|monthly_operations)$/, ['jsonLd'], 'a Service has no such property'],
  [/timezone$|by_appointment$/, ['jsonLd'], 'schema.org has no such property'],
  [/opening_hours\/\d+\/day$/, ['jsonLd'], 'schema.org has its own name of the day'],
  [/packages\/1\/popular$/, [...people, 'search'], 'a package that is not the most popular needs no word'],
  [/^faq#\/language$/, people, 'it is the language of the pages, in their `lang`'],
  [/example_chat\/\d+\/from$/, ['search'], 'each author has many messages'],
  [/legal_form$|reply_time$|story|track_record|stack/, ['jsonLd'], 'schema.org has no such property'],
  [/service_area\/(?!regions|country)/, ['jsonLd'], 'areaServed has places only'],
  [/^profile#\/(links|pricing_model)/, ['jsonLd'], 'schema.org has no such property'],
  [/pricing_note$|^pricing#\/(model|notes)/, ['jsonLd'], 'schema.org has no such property'],
  [
    /(tag|duration)$|categories\/\d+\/url$|(includes|excludes|tools)\/\d+$|example_chat/,
    ['jsonLd'],
    'a Service has no such property'
  ],
  [/^faq#\/categories\/\d+\/name$/, ['jsonLd'], 'an FAQPage has questions without topics']
]

const languages = new Intl.DisplayNames('en-GB', { type: 'language' })
const countries = new Intl.DisplayNames('en-GB', { type: 'region' })
const number = new Intl.NumberFormat('en-GB')
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

const isDate = /^\d{4}-\d{2}-\d{2}$/
const formatNumber = (value: string) => number.format(Number(value))

/** Returns a function that returns a value as people read it. */
function createReader(sentinels: Sentinel[]) {
  const valueAt = (place: string) => String(sentinels.find((sentinel) => sentinel.place === place)?.value)
  const categories = [0, 1].map((index) => `services#/categories/${index}`)
  const categoryNames = new Map(categories.map((place) => [valueAt(`${place}/id`), valueAt(`${place}/name`)]))
  const rules: [place: RegExp, read: (value: string) => string | undefined][] = [
    [/\/languages\/\d+$/, (value) => languages.of(value)],
    [/\/country$/, (value) => countries.of(value)],
    [/\/day$/, (value) => value.charAt(0).toUpperCase() + value.slice(1)],
    [/by_appointment$/, () => 'Visits by appointment only.'],
    [/wheels_trued$/, formatNumber],
    [/(typical_range_ils\/\d+|_scope_from_ils|full_build_from_ils|max_project_ils)$/, formatNumber],
    [/^pricing#\/currency$/, () => '£'],
    [/^services#\/examples\/\d+\/category$/, (value) => categoryNames.get(value)],
    [/\/popular$/, () => 'Most popular'],
    [/example_chat\/\d+\/from$/, (value) => (value === 'customer' ? 'Customer' : valueAt('profile#/name'))]
  ]
  return ({ place, value }: Sentinel) => {
    // A range of dates states the year once.
    if (/special_hours\/\d+\/from$/.test(place)) return day.format(new Date(String(value)))
    if (isDate.test(String(value))) return date.format(new Date(String(value)))
    return rules.find(([pattern]) => pattern.test(place))?.[1](String(value)) ?? String(value)
  }
}

/** Returns the text of a page as people read it, with the targets of its links and images, without its scripts. */
function readHtml(html: string): string {
  const body = html.replace(/<script.*?<\/script>/gs, '').replace(/^.*?<body/s, '<body')
  const attributes = body.match(/(?<= (?:id|href|src|alt|width|height)=")[^"]*/g) ?? []
  const text = [body.replace(/<[^>]+>/g, ''), ...attributes].join(' | ')
  return squeeze(text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
}

const readStructuredData = (html: string) =>
  Array.from(html.matchAll(/<script type="application\/ld\+json">([^<]*)/g), ([, json]) => json).join('\n')

/** Returns the texts of a page in a direction, without those that have no element of their own. */
function listTexts(html: string, direction: string): string[] {
  const hasOwn = ({ name }: Element) => !/^(script|title|option)$/.test(name)
  const directionOf = (node: ParentNode | null): string | undefined =>
    isElement(node) && node.name !== 'bdi' ? (node.attribs.dir ?? directionOf(node.parent)) : undefined
  return Array.from(nodesIn(parseHtml(html), hasOwn)).flatMap((node) =>
    isText(node) && directionOf(node.parent) === direction ? [node.data] : []
  )
}

async function readSurfaces(app: FastifyInstance) {
  const get = async (url: string) => (await app.inject(url)).body
  const rpc = (method: string, params: object = {}) => callMcp(app, method, params)
  const urls = (await get('/sitemap-1.xml')).match(/(?<=<loc>)[^<]*/g) ?? []
  const paths = urls.map((url) => new URL(url).pathname)
  const pages = await Promise.all(paths.map(get))
  const markdown = await Promise.all(
    paths.map(async (url) => (await app.inject({ url, headers: { accept: 'text/markdown' } })).body)
  )
  const { tools } = await rpc('tools/list')
  const operations = tools.filter(({ name }: { name: string }) => /^(get|list)_/.test(name))
  const calls = operations.flatMap(
    ({ name, inputSchema }: { name: string; inputSchema: { properties?: { id?: { enum: string[] } } } }) =>
      (inputSchema.properties?.id?.enum ?? [undefined]).map((id) => ({
        name,
        arguments: id === undefined ? {} : { id }
      }))
  )
  const results = await Promise.all(
    calls.map(async (call: object) => JSON.stringify((await rpc('tools/call', call)).structuredContent))
  )
  const { resources } = await rpc('resources/list')
  const isJson = ({ mimeType }: { mimeType: string }) => mimeType === 'application/json'
  const bodies = await Promise.all(
    resources.filter(isJson).map(({ uri }: { uri: string }) => get(new URL(uri).pathname))
  )
  const read = await Promise.all(
    resources.map(async ({ uri }: { uri: string }) => (await rpc('resources/read', { uri })).contents[0].text)
  )
  const documents = new Map<string, string>()
  const search = async (query: string) => {
    const { results } = await callTool(app, 'search', { query, limit: 50 })
    const texts = results.map(async ({ id }: { id: string }) => {
      if (!documents.has(id)) documents.set(id, (await callTool(app, 'fetch', { id })).text)
      return documents.get(id)
    })
    return (await Promise.all(texts)).join('\n')
  }
  return {
    search,
    texts: {
      api: bodies.join('\n'),
      page: pages.map(readHtml).join('\n'),
      jsonLd: pages.map(readStructuredData).join('\n'),
      markdown: squeeze(markdown.join('\n')),
      llmsFull: squeeze(await get('/llms-full.txt')),
      tools: results.join('\n'),
      resources: read.join('\n')
    }
  }
}

t.test('every leaf of every data file', async (t) => {
  const { files, sentinels, images } = createBusiness()
  const root = folderWith(t, {
    ...Object.fromEntries(Array.from(images, ([path, bytes]) => [`site${path}`, bytes])),
    ...Object.fromEntries(
      Object.entries(files).map(([name, content]) => [`data/${name}.json`, JSON.stringify(content)])
    )
  })
  const [dataDir, siteDir] = [join(root, 'data'), join(root, 'site')]
  const business = await facts(dataDir, dataFiles, baseUrl, siteDir)
  const app = await build(t, { business }, { dataDir, siteDir })
  const { texts, search } = await readSurfaces(app)
  const read = createReader(sentinels)

  const missing: string[] = []
  for (const sentinel of sentinels) {
    const { place } = sentinel
    const omittedBy = exceptions.filter(([pattern]) => pattern.test(place)).flatMap(([, omit]) => omit)
    const forms = [read(sentinel), String(sentinel.value)]
    const found = await search(forms.join(' ').replace(/https?:\/\/[^/]+\/|@\S*/g, ''))
    const isOn = (surface: Surface) =>
      surface === 'search'
        ? forms.some((form) => found.includes(form))
        : texts[surface].includes(String(forms[people.includes(surface) ? 0 : 1]))
    for (const surface of surfaces)
      if (!omittedBy.includes(surface) && !isOn(surface))
        missing.push(`${place} (${sentinel.value}) is not on ${surface}`)
  }
  t.same(missing, [], 'is on every surface: show it there, or state in `exceptions` why not')

  t.test('dates the pages that show it', async (t) => {
    for (const name of Object.keys(files)) {
      for (const other of Object.keys(files)) utimesSync(join(dataDir, `${other}.json`), 0, 5e8)
      utimesSync(join(dataDir, `${name}.json`), 0, 1e9)
      const dated = await build(t, { business }, { dataDir, siteDir })
      const values = sentinels
        .filter(({ place }) => place.startsWith(`${name}#`))
        .map(({ value }) => `${value}`)
      const words = values.filter((value) => /^Z[a-z]+u$/.test(value))
      const { body } = await dated.inject('/sitemap-1.xml')
      for (const [, url = '', date = ''] of body.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)</g)) {
        const html = /<main.*<\/main>/s.exec((await dated.inject(new URL(url).pathname)).body)?.[0]
        const isShown = words.some((word) => html?.includes(word))
        if (isShown) t.match(date, '2001-09-09', `the date of ${name}.json is the date of ${url}`)
      }
    }
  })

  t.test('has its own direction in Latin letters on a page from right to left', async (t) => {
    const latin = sentinels.map(({ value }) => `${value}`).filter((value) => /^Z[a-z]+u$/.test(value))
    const hebrew = { ...business, faq: { ...business.faq, language: 'he' } }
    const texts = renderAll(await builtInPages(hebrew)).flatMap(({ html }) => listTexts(html, 'rtl'))
    t.same(
      texts.filter((text) => latin.includes(text.replace(/\P{L}/gu, ''))),
      []
    )
  })

  t.test('has an exception only if a surface needs it', async (t) => {
    const needless = exceptions.filter(([pattern]) => !sentinels.some(({ place }) => pattern.test(place)))
    t.same(needless, [])
  })
})
