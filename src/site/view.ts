import type { ComponentChildren } from 'preact'
import { cutAfterWord, toSentence } from '../base/text.ts'
import { type Files, pricesOf } from '../business/business.ts'
import { joinParts } from '../business/price-words.ts'
import type { Address } from '../business/schemas/profile.ts'
import type { Package, Service } from '../business/v1.ts'
import type { Context } from '../context/context.ts'

export type Props<More = unknown> = { context: Context } & More

/** A page as a function of its context only. */
export type View = (context: Context) => PageContent

export interface PageContent {
  title: string
  /** Made by `describe`, so usually 50 to 160 characters. */
  description: string
  /** The data files that the page shows, without `.json`; the newest of them dates the page. */
  files: (keyof Files)[]
  /** Called only for a page that is sent. */
  main: () => ComponentChildren
  /** The steps from the home page to this page, which is the last; absent on the home page. */
  breadcrumbs?: Breadcrumb[]
  /** Returns JSON-LD nodes (schema.org) of facts that the page shows. Called only for a page that is sent. */
  structuredData?: () => object[]
  /** The path, below the version's prefix, of the operation that returns the same facts as JSON. */
  operationPath?: string
  /** The context of a page in another language than the site. */
  context?: Context
  /** Browser modules in src/site/assets, by name. */
  scripts?: string[]
  /** Whether the page lists dates, and so changes at midnight. */
  isDated?: boolean
  isHidden?: boolean
  /** What makes search engines and lists omit the page, such as `its front matter`. */
  unlisted?: string | undefined
}

export interface Breadcrumb {
  name: string
  path: string
}

const minDescription = 50
/** In characters; search engines cut longer ones. */
const maxDescription = 160

/** Returns a description for a page's head: adds texts until it is long enough, and cuts it after a word. */
export function describe(...texts: (string | undefined)[]): string {
  let text = ''
  for (const next of texts) if (next && text.length < minDescription) text += text ? ` ${next}` : next
  return text.length <= maxDescription ? text : `${cutAfterWord(text, maxDescription)}…`
}

// Search engines show about as many characters.
const maxTitle = 60

/** Returns the title of a page: its subject, the town of an address if there is room for it, and the name of the business. */
export function writeTitle(
  { business, comma }: Context,
  subject: string,
  { locality }: Address = {}
): string {
  const { name } = business.profile
  const title = subject === name ? name : `${subject} | ${name}`
  const placed = `${subject}${comma} ${locality} | ${name}`
  return locality === undefined || title.includes(locality) || placed.length > maxTitle ? title : placed
}

/** Returns a sentence with facts and the prices of items in a line after it, as many as a description has room for. */
export function addFacts(
  context: Context,
  lead: string,
  facts: (string | undefined)[],
  items: (Service | Package)[] = []
) {
  const list = items.flatMap(pricesOf)
  const prices = context.prices.forList(list)
  const tax = list.length > 0 && prices.taxSentence
  const write = (line: string) => [lead, line && toSentence(line), tax].filter(Boolean).join(' ')
  let line = ''
  const add = (fact: string) => {
    const longer = line ? `${line} · ${fact}` : fact
    const hasRoom = write(longer).length <= maxDescription
    if (hasRoom) line = longer
    return hasRoom
  }
  // The town is often in the category.
  for (const fact of facts) if (fact && !`${lead} ${line}`.includes(fact)) add(fact)
  for (const { name, price } of items) {
    const amount = price && tax ? joinParts(prices.split(price)) : prices.describe(price)
    if (!add(`${name}${context.colon} ${amount}`)) break
  }
  return line ? write(line) : lead
}
