import type { Document } from 'domhandler'
import { blank, partOf } from '../../base/json-schema.ts'
import { entriesOf, fieldOf } from '../../base/json-value.ts'
import { describeLeftOut, type LeftOut, maxProblems, type Problem, show } from '../../base/problem.ts'
import { decodePath } from '../../base/url-path.ts'
import type { Business } from '../../business/business.ts'
import { operations, operationsOf } from '../../business/operations.ts'
import { writeCatalog, writePricing, writeProfile } from '../../business/v1.ts'
import {
  Comparer,
  describeText,
  type Fact,
  formatAmounts,
  listFacts,
  listMentions,
  type PageText
} from '../../compare/compare.ts'
import type { PageLink } from '../page-table.ts'

interface SitePages {
  paths: string[]
  /** Whether some are the owner's; the built-in pages show every fact. */
  areOwn: boolean
  /** Returns a page, or why it cannot be compared; undefined if it was deleted. */
  read: (path: string) => Promise<Document | { failure: string } | undefined>
  isCancelled: () => boolean
}

/**
 * Returns a problem at each field that the page of its link contradicts, at most 100; the number of all; the pages that are
 * left out; and lines about facts that no page shows.
 */
export async function comparePages(business: Business, links: PageLink[], pages: SitePages) {
  const read = readBusiness(business)
  const disparities = await findDisparities(read, links, pages)
  const unshown = pages.areOwn ? await findUnshownTexts(read, listTexts(business), pages) : []
  return { ...disparities, unshown }
}

async function findDisparities(
  { comparer, facts }: ComparedBusiness,
  links: PageLink[],
  { read, isCancelled }: SitePages
): Promise<{ problems: Problem[]; count: number; omitted: Problem[] }> {
  const items = new Map(facts.map(({ file, fact }) => [file + fact.pointer, fact]))
  const problems: Problem[] = []
  const omitted: Problem[] = []
  for (const path of new Set(links.map((link) => link.path))) {
    const page = isCancelled() ? undefined : await read(path)
    if (page === undefined) continue
    const linked = links.filter((link) => link.path === path)
    if ('failure' in page) {
      const message = `links to ${path}, which is not checked against the data, because it ${page.failure}`
      const hint = 'Show the facts on a smaller page.'
      for (const { file, pointer, link } of linked.slice(0, 1))
        omitted.push({ file, pointer: pointer + link, message, hint })
      continue
    }
    const text = comparer.read(page)
    const factOf = ({ file, pointer }: PageLink) => (pointer === '' ? undefined : items.get(file + pointer))
    problems.push(...linked.flatMap((field) => describePage(text, field, factOf(field))))
  }
  return { problems: problems.slice(0, maxProblems), count: problems.length, omitted }
}

type ComparedBusiness = ReturnType<typeof readBusiness>

function readBusiness({ profile, catalog, pricing, faq }: Business) {
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
  return { comparer: new Comparer(all, { language: faq.language, currency, mentions }), facts }
}

function describePage(
  text: PageText,
  { file, pointer, link, url, path }: PageLink,
  fact: Fact | undefined
): Problem[] {
  const { hash } = new URL(url)
  const page = path + hash
  // A browser scrolls to the start, or to a text (HTML standard, section 7.4.6.3).
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
  return fact.amounts
    .filter(({ accepted }) => !accepted.some((amount) => amounts.includes(amount)))
    .flatMap(({ field, value }) =>
      describe(field, `is not on ${page}, which shows ${formatAmounts(amounts) || 'no price'}`, value, hint)
    )
}

// With these limits the search takes about a second of CPU time, for any site.
const maxPages = 300
const maxTexts = 1000
const maxListed = 20

/** Returns a line for each of the first texts that no page shows, and for each page whose links call only other numbers. */
async function findUnshownTexts(
  { comparer, facts }: ComparedBusiness,
  texts: Fact[],
  { paths, read, isCancelled }: SitePages
): Promise<string[]> {
  const phones: string[] = []
  const unread: LeftOut[] = []
  const contacts = facts.flatMap(({ file, fact }) =>
    isContact(fact) ? { ...fact, label: `${file}.json ${fact.label}` } : []
  )
  let rest = [...contacts, ...texts]
  // The samples on /developers/ are code.
  const checked = paths.filter((path) => path !== '/developers/')
  if (checked.length > maxPages || rest.length > maxTexts) return [tooMany]
  for (const path of checked) {
    if (isCancelled()) return []
    const page = await read(path)
    if (page === undefined) continue
    if ('failure' in page) {
      unread.push(['page', `of the search for the texts of the data, because it ${page.failure}`, path])
      continue
    }
    const text = comparer.read(page)
    const other = comparer.phones.length > 0 ? text.findOtherPhones() : ''
    if (other !== '') phones.push(`profile.json /contact/phone: is not on ${path}, whose links call ${other}`)
    // The page for agents is no place to look for a phone number.
    const isElsewhere = (fact: Fact) => path === '/for-ai/' && isContact(fact)
    rest = rest.filter((fact) => isElsewhere(fact) || text.find(fact).state !== 'stated')
  }
  const lines = rest.map(
    ({ label, value }) => `${label}: no page shows ${show(value)}. Write it on a page, or correct the file.`
  )
  const more = lines.length - maxListed
  const count = `DATA_DIR: ${more} more texts are on no page. Write them on a page, or correct the files.`
  return [
    ...describeLeftOut('SITE_DIR', unread),
    ...phones,
    ...lines.slice(0, maxListed),
    ...(more > 0 ? [count] : [])
  ]
}

const tooMany = `SITE_DIR: left the pages out of the search for the texts of the data, because of more than ${maxPages} pages or ${maxTexts} texts`

const isContact = ({ kind }: Fact) => ['phone', 'email', 'hours'].includes(kind)

/** Lists the texts that people read, each once, with their place as the label. Omits names of languages and countries, numbers and URLs, which pages format. */
function listTexts(business: Business): Fact[] {
  // The lists have the items of operations with ids, the profile has the hours, and the services have its contact.
  const rows = operationsOf(operations, business).filter(({ ids, dates }) => !ids && !dates)
  const texts = rows
    .flatMap(({ path, schema, read }) => textsIn(schema, read(business, new Date(0)), `${path.slice(1)} `))
    .filter(({ label }) => !label.startsWith('services.json /contact'))
  return [...new Map(texts.toReversed().map((text) => [text.value, text])).values()].reverse()
}

const unseen = ['alt', 'country', 'unit', 'price_display']

function textsIn(schema: unknown, value: unknown, source: string): Fact[] {
  if (typeof value === 'string')
    return isProse(schema) ? [describeText('text', value, { label: source })] : []
  return entriesOf(value).flatMap(([name, part]) =>
    unseen.includes(name) ? [] : textsIn(partOf(schema, name), part, `${source}/${name}`)
  )
}

const isProse = (schema: unknown) =>
  fieldOf(schema, 'type') === undefined || fieldOf(schema, 'pattern') === blank
