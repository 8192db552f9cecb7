import type { Document } from 'domhandler'
import { groupBy } from '../../base/group-by.ts'
import { blank, partOf } from '../../base/json-schema.ts'
import { entriesOf, fieldOf } from '../../base/json-value.ts'
import { describeLeftOut, type LeftOut, type Problem, pointerPart, show } from '../../base/problem.ts'
import { decodePath } from '../../base/url-path.ts'
import type { Business } from '../../business/business.ts'
import { operations, operationsOf } from '../../business/operations.ts'
import { writeCatalog, writePricing, writeProfile } from '../../business/v1.ts'
import {
  createComparer,
  describeText,
  type Fact,
  formatAmounts,
  listFacts,
  listMentions,
  type PageText
} from '../../compare/compare.ts'
import type { Context } from '../../context/context.ts'
import { parseHtml } from '../../html/parse-html.ts'
import { decodeHtml } from '../../markdown/markdown.ts'
import { maxPageBytes, type Resources } from '../../resources/resources.ts'
import type { PageLink } from '../page-links.ts'

type Pages = Resources['pages']

/** Returns a problem at each field that the page of its link contradicts, and warns of what other pages of the owner contradict or omit. */
export async function comparePages(
  { business, resources: { pages } }: Context,
  links: PageLink[],
  isCancelled: () => boolean
) {
  const facts = readFacts(business)
  const { problems, omitted } = await findDisparities(facts, links, pages, isCancelled)
  // The built-in pages show every fact.
  const hasOwn = [...pages.values()].some(({ isBuiltIn }) => !isBuiltIn)
  const others = hasOwn ? await searchPages(facts, listTexts(business), links, pages, isCancelled) : []
  return { problems, warnings: [...omitted, ...others] }
}

/** Returns a page, or why it cannot be compared; undefined if it was deleted. */
async function readPage(pages: Pages, path: string): Promise<Document | { failure: string } | undefined> {
  const content = (await pages.get(path)?.read(maxPageBytes))?.content
  if (content === undefined) return undefined
  if (!Buffer.isBuffer(content)) return { failure: `is larger than ${maxPageBytes / 1e6} MB` }
  try {
    return parseHtml(decodeHtml(content))
  } catch (error) {
    return { failure: String(fieldOf(error, 'message')) }
  }
}

/** A warning at a field, or a whole line. */
type Warning = Problem | string

async function findDisparities(
  { toPageText, facts }: BusinessFacts,
  links: PageLink[],
  pages: Pages,
  isCancelled: () => boolean
) {
  const items = new Map(facts.map(({ file, fact }) => [file + fact.pointer, fact]))
  const problems: Problem[] = []
  const omitted: Problem[] = []
  for (const path of new Set(links.map((link) => link.path))) {
    const page = isCancelled() ? undefined : await readPage(pages, path)
    if (page === undefined) continue
    const linked = links.filter((link) => link.path === path)
    if ('failure' in page) {
      const message = `links to ${path}, which is not checked against the data, because it ${page.failure}`
      const hint = 'Show the facts on a smaller page.'
      for (const { file, pointer, link } of linked.slice(0, 1))
        omitted.push({ file, pointer: pointer + link, message, hint })
      continue
    }
    const text = toPageText(page)
    const factOf = ({ file, pointer }: PageLink) => (pointer === '' ? undefined : items.get(file + pointer))
    problems.push(...linked.flatMap((field) => describePage(text, field, factOf(field))))
  }
  return { problems, omitted }
}

type BusinessFacts = ReturnType<typeof readFacts>

/** A fact with its data file, without `.json`. */
type SourcedFact = BusinessFacts['facts'][number]

function readFacts({ profile, catalog, pricing, faq }: Business) {
  const { currency } = pricing
  const bodies = {
    profile: writeProfile(profile),
    services: writeCatalog(catalog),
    pricing: writePricing(pricing)
  }
  const facts = Object.entries(bodies).flatMap(([file, body]) =>
    listFacts(body, currency).map((fact) => ({ file, fact }))
  )
  const all = facts.map(({ fact }) => fact)
  const mentions = listMentions({ ...bodies, faq })
  return { toPageText: createComparer(all, { language: faq.language, currency, mentions }), facts }
}

function describePage(text: PageText, { file, pointer, link, url, path }: PageLink, fact: Fact | undefined) {
  const { hash } = new URL(url)
  const page = path + hash
  // A browser scrolls to the start, or to a text (HTML standard, section 7.4.6.4).
  const fragment = decodePath(hash.slice(1).split(':~:')[0] ?? '')
  const id = fragment.toLowerCase() === 'top' ? '' : fragment
  const describe = (field: string, message: string, found: unknown, hint: string): Problem[] => [
    { file, pointer: pointer + field, message, found, hint }
  ]
  if (id !== '' && text.findElement(id) === undefined) {
    const hint = 'Add the id to the element that it means, or correct the URL.'
    return describe(link, `the page has no element with the id ${show(id)}`, page, hint)
  }
  const statement = fact && text.find(fact, id)
  if (fact === undefined || statement === undefined || statement.state === 'stated') return []
  const orLink = `or write the URL of another page in ${pointer}${link}`
  const { amounts } = statement
  if (amounts === undefined) {
    const hint = `Write it there, correct it here, ${orLink}.`
    return describe('/name', `is not on ${page}`, fact.texts[0] ?? '', hint)
  }
  const hint =
    amounts.length > 0
      ? `Correct it here or on the page, ${orLink}.`
      : `Write it there with its currency, ${orLink}.`
  return describeAmounts(file, fact, page, amounts, hint)
}

const describeAmounts = (file: string, fact: Fact, page: string, amounts: number[], hint: string) =>
  fact.amounts
    .filter(({ accepted }) => !accepted.some((amount) => amounts.includes(amount)))
    .map(({ field, value }) => ({
      file,
      pointer: fact.pointer + field,
      message: `is not on ${page}, which shows ${formatAmounts(amounts) || 'no price'}`,
      found: value,
      hint
    }))

// With these limits the search takes about a second of CPU time, for any site.
const maxPages = 300
const maxTexts = 1000
const maxListed = 20

/** Warns of prices on pages of the owner to which no fact links, of links that call other numbers only, and of the first texts that no page shows. */
async function searchPages(
  { toPageText, facts }: BusinessFacts,
  texts: SourcedFact[],
  links: PageLink[],
  pages: Pages,
  isCancelled: () => boolean
): Promise<Warning[]> {
  const asides: Aside[] = []
  const phones: Problem[] = []
  const unread: LeftOut[] = []
  const isOwn = (path: string) => pages.get(path)?.isBuiltIn === false
  // The samples on /developers/ are code.
  const paths = [...pages.keys()].filter((path) => path !== '/developers/')
  let rest = [...facts.filter(isContact), ...texts]
  const isSearched = paths.length <= maxPages && rest.length <= maxTexts
  for (const path of isSearched ? paths : paths.filter(isOwn).slice(0, maxPages)) {
    if (isCancelled()) return []
    const page = await readPage(pages, path)
    if (page === undefined) continue
    if ('failure' in page) {
      unread.push(['page', `of the search for the texts of the data, because it ${page.failure}`, path])
      continue
    }
    const text = toPageText(page)
    if (isOwn(path)) asides.push(...findAsides(text, path, facts, links))
    phones.push(...findOtherPhones(text, path))
    // The page for agents is no place to look for a phone number.
    const isElsewhere = (sourced: SourcedFact) => path === '/for-ai/' && isContact(sourced)
    rest = rest.filter((sourced) => isElsewhere(sourced) || text.find(sourced.fact).state !== 'stated')
  }
  const found = [...describeLeftOut('SITE_DIR', unread), ...describeAsides(asides)]
  return isSearched ? [...found, ...phones, ...describeUnshown(rest)] : [...found, tooMany]
}

function describeUnshown(all: SourcedFact[]): Warning[] {
  const warnings = all.slice(0, maxListed).map((sourced) => ({
    file: sourced.file,
    pointer: sourced.fact.pointer || (contactPointers.get(sourced.fact.label) ?? ''),
    message: `no page shows ${isContact(sourced) ? sourced.fact.label : 'this text'}`,
    found: sourced.fact.value,
    hint: 'Write it on a page, or correct the file.'
  }))
  const more = all.length - maxListed
  const count = `DATA_DIR: ${more} more texts are on no page. Write them on a page, or correct the files.`
  return more > 0 ? [...warnings, count] : warnings
}

type Aside = ReturnType<typeof findAsides>[number]

/** Lists the items next to whose name a page that is not theirs has another price. */
function findAsides(text: PageText, path: string, facts: SourcedFact[], links: PageLink[]) {
  const linked = new Set(links.flatMap((link) => (link.path === path ? [link.file + link.pointer] : [])))
  return facts.flatMap(({ file, fact }) => {
    const statement = text.findAside(fact)
    if (statement.state !== 'different' || linked.has(file + fact.pointer)) return []
    return [{ file, fact, path, amounts: statement.amounts ?? [] }]
  })
}

/** Warns once of each of the first items, as the footer of all pages may have its price. */
function describeAsides(asides: Aside[]): Warning[] {
  const items = [...groupBy(asides, ({ fact }) => fact).values()]
  const warnings = items.slice(0, maxListed).flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { file, fact, path, amounts } = first
    const further = others.length > 0 ? `, and on ${others.length} more` : ''
    const hint = `Correct it here or on the page${further}. If it is the price of something else, give that its own name there, because audit --facts reports it too.`
    return describeAmounts(file, fact, path, amounts, hint)
  })
  const more = items.length - maxListed
  return more > 0 ? [...warnings, `SITE_DIR: ${more} more prices differ on other pages`] : warnings
}

function findOtherPhones(text: PageText, path: string): Problem[] {
  const other = text.findOtherPhones()
  const message = `is not on ${path}, whose links call ${other}`
  return other === '' ? [] : [{ file: 'profile', pointer: '/contact/phone', message }]
}

const tooMany = `SITE_DIR: left the pages out of the search for the texts of the data, because of more than ${maxPages} pages or ${maxTexts} texts`

const contactPointers = new Map([
  ['the phone', '/contact/phone'],
  ['the email', '/contact/email'],
  ['the hours', '/opening_hours']
])

const isContact = ({ fact }: SourcedFact) => ['phone', 'email', 'hours'].includes(fact.kind)

/** Lists the texts that people read, each once, with their place. Omits names of languages and countries, numbers and URLs, which pages format. */
function listTexts(business: Business): SourcedFact[] {
  // The lists have the items of operations with ids, the profile has the hours, and the services have its contact.
  const rows = operationsOf(operations, business).filter(({ ids, hasHours }) => !ids && !hasHours)
  const texts = rows.flatMap(({ path, schema, read }) => {
    const file = path.replace(/^\/|\.json$/g, '')
    return textsIn(schema, read(business, new Date(0)), '').map((fact) => ({ file, fact }))
  })
  const own = texts.filter(({ file, fact }) => file !== 'services' || !fact.pointer.startsWith('/contact'))
  return [...new Map(own.toReversed().map((text) => [text.fact.value, text])).values()].reverse()
}

const unseen = ['alt', 'country', 'unit', 'price_display']

function textsIn(schema: unknown, value: unknown, pointer: string): Fact[] {
  if (typeof value === 'string') return isProse(schema) ? [describeText('text', value, { pointer })] : []
  return entriesOf(value).flatMap(([name, part]) =>
    unseen.includes(name) ? [] : textsIn(partOf(schema, name), part, pointer + pointerPart(name))
  )
}

const isProse = (schema: unknown) =>
  fieldOf(schema, 'type') === undefined || fieldOf(schema, 'pattern') === blank
