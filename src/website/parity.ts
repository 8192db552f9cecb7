import type { Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import type { Business } from '../business/business.ts'
import type { Problem } from '../business/problem.ts'
import { decodeHtml } from './markdown/charset.ts'
import type { Site } from './site.ts'
import { find, squeeze, textOf } from './tree.ts'

/** A fact with the page that it says shows it. */
interface Shown {
  /** Where the fact stands: file and JSON pointer. */
  fact: string
  name: string
  amounts: number[]
  url: string
}

/**
 * Where the pages of a site do not show what the data say of them: a page that is not there, or shows another name
 * or price. A link to another site is not looked at.
 */
export async function findDisparities(business: Business, site: Site, baseUrl: string): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const shown of [...shownFacts(business), ...namedPages(business)]) {
    if (shown.url.startsWith(`${baseUrl}/`)) problems.push(...(await compare(shown, site)))
  }
  return problems
}

/** The pages that the data name without a fact that they are to show, each once; a file, or the API, is none. */
function namedPages({ profile, pricing, faq }: Business): Shown[] {
  const links = Object.entries(profile.links ?? {}).map(
    ([name, link]) => [link, `profile.json /links/${name}`] as const
  )
  const named = new Map<string | undefined, string>([
    [profile.url, 'profile.json /url'],
    ...links,
    [faq.source, 'faq.json /source'],
    [pricing.quote_url, 'pricing.json /quote_url'],
    [profile.contact.contact_page, 'profile.json /contact/contact_page']
  ])
  return Array.from(named, ([url, fact]) => ({ fact, name: '', amounts: [], url: String(url) })).filter(
    ({ url }) => /^[^?#]*(\/|\.html)([?#]|$)/.test(url)
  )
}

const present = (amounts: (number | null | undefined)[]) =>
  amounts.filter((amount) => amount !== null && amount !== undefined)

const shownFacts = ({ services, pricing }: Business): Shown[] => [
  ...services.examples.map(({ id, name, from_ils, url = '' }, index) => ({
    fact: `services.json /examples/${index} (${id})`,
    name,
    amounts: [from_ils],
    url
  })),
  ...services.categories.map((category, index) => ({
    fact: `services.json /categories/${index} (${category.id})`,
    name: category.name,
    amounts: present([category.focused_scope_from_ils, category.full_build_from_ils]),
    url: category.url
  })),
  ...pricing.packages.map(({ id, name, one_time_ils, url = '' }, index) => ({
    fact: `pricing.json /packages/${index} (${id})`,
    name,
    amounts: present([one_time_ils]),
    url
  }))
]

async function compare({ fact, name, amounts, url }: Shown, site: Site): Promise<Problem[]> {
  const { pathname, hash } = new URL(url)
  const path = decode(pathname)
  const problem = (message: string): Problem[] => [
    { file: path + hash, pointer: '', message: `${message} ${fact}` }
  ]
  const page = await site.read(path)
  if (page === undefined) return problem('there is no page for')
  const text = shownText(decodeHtml(page.bytes), decode(hash.slice(1)))
  if (text === undefined) return problem('no element has the id that is pointed at by')
  if (!text.includes(squeeze(name))) return problem(`does not show the name "${name}" of`)
  const found = amountsIn(text)
  return amounts
    .filter((amount) => !found.includes(amount))
    .flatMap((amount) =>
      problem(`shows ${found.length > 0 ? found.join(', ') : 'no price'} and not ${amount}, the price of`)
    )
}

/** Without its percent-encoding; as it is where that is not of UTF-8. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a reader sees of a page, or of the element with an id; undefined where no element has it. */
function shownText(html: string, id: string): string | undefined {
  const document = parseDocument(html)
  const element = id === '' ? document : find(document, ({ attribs }) => attribs.id === id)
  return element && squeeze(textOf(element, isSeen))
}

const isSeen = (element: Element) => !['head', 'script', 'style', 'template'].includes(element.name)

const currency = '(?:₪|ש[״"]ח|שקל(?:ים)?|ILS|NIS|[$€£]|[A-Z]{3})'
const digits = '(\\d{1,3}(?:[,.\\s’]\\d{3})+|\\d+)'
const mark = '[\\s\\u200e\\u200f\\u2066-\\u2069]*'
const prices = new RegExp(`${digits}${mark}${currency}|${currency}${mark}${digits}`, 'g')

/** The amounts that stand beside a currency. */
const amountsIn = (text: string) =>
  Array.from(text.matchAll(prices), ([, before = '', after = '']) =>
    Number((before + after).replace(/\D/g, ''))
  )
