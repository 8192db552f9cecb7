import { type Container, isElement, nodesIn } from '../base/html-tree.ts'
import { toKeys } from '../business/phones.ts'
import { absent, differs, type Fact, type Statement, stated } from './fact.ts'
import { normalize, readBlocks, removeDirections } from './text.ts'

const toDigits = (phone: string) =>
  toKeys(phone.replace(/^[^\d+*#(%]+/, '').replaceAll('%23', '#')).replace(/\D/g, '')

const isInternational = (phone: string) => /^(?:\s*tel:)?\s*(?:\+|00)/.test(phone)

/** Returns whether two numbers are the same. One may have a country code where the other has a zero, or nothing. */
export function isSamePhone(a: string, b: string): boolean {
  const [first, second] = [toDigits(a), toDigits(b)]
  if (first === second) return true
  const [short = '', long = ''] = [first, second]
    .map((digits) => digits.replace(/^0+/, ''))
    .sort((x, y) => x.length - y.length)
  if (isInternational(a) === isInternational(b)) return isInternational(a) && short === long
  return short.length >= 6 && long.endsWith(short) && long.length - short.length <= 3
}

const phonePattern = /[+*]?\d(?:[\s().\-/‑–]*\d){2,}/g

const datePattern = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/

const findLongPhone = (text: string): string | undefined =>
  Array.from(removeDirections(text).matchAll(phonePattern), ([phone]) => phone.trim()).find(
    (phone) => /^[+(0]/.test(phone) && phone.replace(/\D/g, '').length >= 7 && !datePattern.test(phone)
  )

/** Returns the numbers that links call, each with the number that the link shows. */
const listLinks = (root: Container) =>
  [...nodesIn(root)].flatMap((link) => {
    if (!isElement(link) || link.name !== 'a') return []
    const [, number] = /^tel:(.*)/i.exec(link.attribs.href ?? '') ?? []
    return number === undefined ? [] : [{ number, shown: findLongPhone(readBlocks(link)) ?? number }]
  })

/** Creates a function that returns the statement of a page about one of the phone numbers of the business. */
export function createPhoneReader(
  facts: Fact[]
): (root: Container, blocks: string, isStale: boolean) => (fact: Fact) => Statement {
  const phones = facts.filter(({ kind }) => kind === 'phone')
  const addresses = facts.filter(({ kind }) => kind === 'address').flatMap(({ texts }) => texts.flat())
  // A postal code is no phone number.
  const isInAddress = (number: string) => addresses.some((text) => text.includes(number))
  const isKnown = (number: string) => phones.some(({ expected }) => isSamePhone(number, expected))
  return (root, blocks, isStale) => {
    const links = listLinks(root)
    const linked = links.map(({ number }) => number)
    const shown = Array.from(blocks.matchAll(phonePattern), ([number]) => number)
    // An old copy may show an old number without a link. On a current page, a number without a link may belong to somebody else.
    const old = linked.length === 0 && isStale ? shown : []
    const others = [
      ...linked,
      ...old.filter((number) => findLongPhone(number) !== undefined && !isInAddress(number))
    ]
    // An unknown number may be any of the business, and is reported once.
    const found = others.some(isKnown) ? '' : [...new Set(others)].join(', ')
    // A link may call another number than it shows.
    const mixed = links.filter(({ number, shown }) => !isSamePhone(number, shown))
    return (fact) => {
      const isSame = (number: string) => isSamePhone(number, fact.expected)
      const wrong = mixed.find(({ number, shown }) => isSame(number) || isSame(shown))
      if (wrong) return differs(`${wrong.shown}, which calls ${wrong.number}`)
      if ([...shown, ...linked].some(isSame)) return stated
      // The pattern does not find letters and #.
      const isMarked = /[A-Z#]/.test(fact.expected)
      if (isMarked && normalize(blocks).includes(normalize(fact.expected))) return stated
      return found !== '' && fact === phones[0] ? differs(found) : absent
    }
  }
}
