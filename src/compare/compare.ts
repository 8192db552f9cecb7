import type { Container } from '../base/html-tree.ts'
import { decodePath } from '../base/url-path.ts'
import {
  type Difference,
  describeDifference,
  describeUnread,
  type Fact,
  findOtherValues,
  kinds,
  type Place,
  type Statement
} from './fact.ts'
import { type Defaults, quoteParts } from './facts.ts'
import { createReading, PageText, type Reading } from './page.ts'

export {
  type Difference,
  describeDifference,
  describeUnread,
  type Fact,
  findOtherValues,
  type Kind,
  kinds,
  listAmounts,
  type Statement
} from './fact.ts'
export { describeParts, listFacts, priceFields } from './facts.ts'
export { listDayNames } from './hours.ts'
export { compareJsonLd, type JsonLdPage } from './json-ld.ts'
export { createReading, PageText, type Reading } from './page.ts'
export { compareResults, readDocument, readFacts, type StatedFacts } from './results.ts'

/** What a page of this site must state: the URL of each fact names the element that shows it. */
export interface Expectation {
  facts: Fact[]
  /** What `writeKnown` returns for every service, package and category, and the tax of all prices. */
  known: Uint8Array
}

/** Writes facts as bytes, which a thread receives and recognizes much faster than 2,000 objects for each page. */
export const writeKnown = (facts: Fact[], defaults: Defaults): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ facts, defaults }))

let last: { known: Uint8Array; reading: Reading } | undefined

function readKnown(known: Uint8Array): Reading {
  if (last && Buffer.compare(last.known, known) === 0) return last.reading
  const { facts, defaults }: { facts: Fact[]; defaults: Defaults } = JSON.parse(
    new TextDecoder().decode(known)
  )
  const reading = createReading(facts, defaults)
  last = { known, reading }
  return reading
}

/** What a page says of a fact. */
export type PageStatement = Statement | { state: 'no element' }

/** Compares a page with facts. Calls `count` with the number of characters of each part of the page that is read. */
export function comparePage(
  root: Container,
  { facts, known }: Expectation,
  count: (characters: number) => void
): PageStatement[] {
  const page = new PageText(root, readKnown(known), { count })
  return facts.map((fact) => {
    const id = fragmentOf(fact)
    return id !== '' && page.findElement(id) === undefined ? { state: 'no element' } : page.find(fact, id)
  })
}

const fragmentOf = ({ url }: Fact): string => decodePath(url.replace(/^[^#]*#?/, ''))

/** A page of a surface: its text, or why it cannot be read. */
export type SurfacePage = Place &
  (
    | { text: PageText }
    | { text?: undefined; failure: string /** Whether the site fails. */; isBlocked: boolean }
  )

/** The pages of a surface by their path. */
export interface Surface {
  name: string
  origin: string
  pages: Map<string, SurfacePage>
  /** Whether every page was read, so a fact that none of them states is missing. */
  isComplete: boolean
  /** A sentence about the pages that were left out; empty if the audit read all. */
  limits: string[]
  /** Whether the URL of a fact names one of the pages. */
  hasUrls: boolean
}

/** A difference, and whether no value was found in place of the expected one. */
interface Found {
  difference: Difference
  isAbsent: boolean
}

export function compareFacts(facts: Fact[], surface: Surface): Difference[] {
  const found = facts.flatMap((fact) => compareFact(fact, surface))
  const reported = new Set(found.map(({ difference }) => difference.url))
  const blocked = [...surface.pages.values()].flatMap((page) =>
    page.text || !page.isBlocked || reported.has(page.url)
      ? []
      : [describeUnread(surface.name, page.url, 'a page with status 200', page.failure)]
  )
  return [...blocked, ...groupAbsent(facts, found)]
}

const isOnSurface = ({ url }: Fact, { origin, hasUrls }: Surface) => hasUrls && url.startsWith(`${origin}/`)

function ownPage({ url }: Fact, { pages }: Surface): SurfacePage | undefined {
  const { pathname, search } = new URL(url)
  return pages.get(pathname + search)
}

function compareFact(fact: Fact, surface: Surface): Found[] {
  if (!isOnSurface(fact, surface)) return compareAnywhere(fact, surface)
  const own = ownPage(fact, surface)
  const others = [...surface.pages.values()].filter((page) => page !== own)
  const statements = [own ?? [], others].flat().flatMap((place) => {
    if (!place.text) return []
    const statement = place === own ? place.text.find(fact, fragmentOf(fact)) : place.text.findAside(fact)
    return [{ place, statement }]
  })
  const different = (findOtherValues(surface.name, fact, statements) ?? []).map(toFound)
  const isAbsent = statements.some(({ place, statement }) => place === own && statement.state === 'absent')
  if (own === undefined || (own.text && !isAbsent)) return different
  return [describeMissing(fact, surface, own, own.text ? '' : own.failure), ...different]
}

const toFound = (difference: Difference): Found => ({ difference, isAbsent: false })

function compareAnywhere(fact: Fact, surface: Surface): Found[] {
  const pages = [...surface.pages.values()].flatMap((page) => (page.text ? [page] : []))
  const statements = pages.map((place) => ({ place, statement: place.text.find(fact) }))
  const others = findOtherValues(surface.name, fact, statements)
  if (others) return others.map(toFound)
  const [first] = pages
  if (!surface.isComplete || first === undefined) return []
  if (pages.length === 1) return [describeMissing(fact, surface, first, '')]
  const site = { ...pages.find(({ stale }) => stale), url: `${surface.origin}/` }
  return [describeMissing(fact, surface, site, `it on none of ${pages.length} pages`)]
}

const describeMissing = (fact: Fact, { name }: Surface, place: Place, found: string): Found => ({
  difference: describeDifference(name, fact, place, 'missing', found),
  isAbsent: true
})

/** Replaces the differences of a kind by one if the same place has none of its facts. */
function groupAbsent(facts: Fact[], found: Found[]): Difference[] {
  let rest = found
  for (const kind of new Set(facts.map((fact) => fact.kind))) {
    const labels = new Set(facts.filter((fact) => fact.kind === kind).map(({ label }) => label))
    const absents = rest.filter(({ difference, isAbsent }) => isAbsent && labels.has(difference.fact))
    const [first] = absents
    const isOnePlace = absents.every(({ difference }) => difference.url === first?.difference.url)
    if (first === undefined || !isOnePlace || absents.length < Math.max(3, labels.size)) continue
    const fact = `every one of the ${absents.length} ${kinds[kind]}`
    const grouped = { ...first, difference: { ...first.difference, fact, expected: 'each of them' } }
    rest = [...rest.filter((other) => !absents.includes(other)), grouped]
  }
  return rest.map(({ difference }) => difference)
}

/**
 * Returns the texts that a surface omits while the same page in another form states them word for word. An owner may
 * reword a text in both, and a surface that omits most of them is a shorter one.
 */
export function compareTexts(texts: Fact[], surface: Surface, other: Surface): Difference[] {
  const isStatedBy = (page: SurfacePage, text: Fact) => page.text?.find(text).state === 'stated'
  const shown = texts.filter((text) => findPages(text, other).some((page) => isStatedBy(page, text)))
  const missing = shown.flatMap((text): Difference[] => {
    const pages = findPages(text, surface).filter((page) => page.text)
    const [first] = pages
    if (first === undefined || pages.some((page) => isStatedBy(page, text))) return []
    const isShown = (part: string[]) => pages.some((page) => isStatedBy(page, { ...text, texts: [part] }))
    const rest = text.texts.filter((part) => !isShown(part))
    const found = `the page without ${quoteParts(rest.flat())}`
    return [describeDifference(surface.name, text, first, 'missing', found)]
  })
  return missing.length > shown.length / 2 ? [] : missing
}

const findPages = (fact: Fact, surface: Surface): SurfacePage[] =>
  isOnSurface(fact, surface) ? [ownPage(fact, surface) ?? []].flat() : [...surface.pages.values()]
