import { joinParts } from '../business/price-words.ts'
import type { Address } from '../business/schemas/profile.ts'
import type { Package, Service } from '../business/v1.ts'
import type { Context } from '../context/context.ts'
import { maxDescription, toSentence } from './view.ts'

// Search engines show about as many characters.
const maxTitle = 60

/** Returns the title of a page: its subject, the town of an address if there is room for it, and the name of the business. */
export function writeTitle({ business }: Context, subject: string, { locality }: Address = {}): string {
  const { name } = business.profile
  const title = subject === name ? name : `${subject} | ${name}`
  const placed = `${subject}, ${locality} | ${name}`
  return locality === undefined || title.includes(locality) || placed.length > maxTitle ? title : placed
}

type Facts = (string | undefined)[]

/** Returns a sentence with facts and the prices of items in a line after it, as many as a description has room for. */
export function addFacts(context: Context, lead: string, facts: Facts, items: (Service | Package)[] = []) {
  const { prices, colon } = context
  const tax = items.some(({ price }) => price) && prices.taxSentence
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
    if (!add(`${name}${colon} ${amount}`)) break
  }
  return line ? write(line) : lead
}

/** Returns the address and the number of a place for a description. */
export const listContact = (
  { words, colon }: Context,
  { street, locality }: Address = {},
  phone?: string
) => [[street, locality].filter(Boolean).join(', '), phone && `${words.contact.phone}${colon} ${phone}`]
