import { decodePath } from '../../business/url-path.ts'
import { absent, type Difference, type Fact, kinds, type Statement } from './fact.ts'
import type { PageText } from './page-text.ts'

/** A page of a surface: its text, or the status with which it cannot be read. */
export type SurfacePage = {
  url: string
  /** Why the page is an old copy; empty if nothing shows it. */
  stale: string
} & ({ text: PageText; status?: undefined } | { text?: undefined; status: number })

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

/** Compares the facts with a surface of pages. */
export function compareFacts(facts: Fact[], surface: Surface): Difference[] {
  const found = facts.flatMap((fact) => compareFact(fact, surface))
  const reported = new Set(found.map(({ difference }) => difference.url))
  const blocked = [...surface.pages.values()].flatMap((page) =>
    page.status === undefined || isAbsentStatus(page.status) || reported.has(page.url)
      ? []
      : [describeBlocked(surface, page.url, page.status)]
  )
  return [...blocked, ...groupAbsent(facts, found)]
}

/** Returns whether a status says that a page is not there, or not in this form; any other is a failure of the site. */
export const isAbsentStatus = (status: number): boolean =>
  [404, 406, 410].includes(status) || (status >= 300 && status < 400)

const describeBlocked = ({ name }: Surface, url: string, status: number): Difference => ({
  surface: name,
  url,
  fact: 'its facts',
  problem: 'missing',
  expected: 'a page with status 200',
  found: `status ${status}`
})

function compareFact(fact: Fact, surface: Surface): Found[] {
  const { origin, pages, hasUrls } = surface
  const isHere = hasUrls && fact.url.startsWith(`${origin}/`)
  if (!isHere) return compareAnywhere(fact, surface)
  const { pathname, search, hash } = new URL(fact.url)
  const own = pages.get(pathname + search)
  const elsewhere = [...pages.values()].flatMap((page) =>
    page === own ? [] : report(fact, surface, page, page.text?.findAside(fact) ?? absent)
  )
  if (own === undefined) return elsewhere
  if (own.status !== undefined) {
    return [describe(fact, surface, own, 'missing', `status ${own.status}`), ...elsewhere]
  }
  const statement = own.text.find(fact, decodePath(hash.slice(1)))
  const missing = statement.state === 'absent' ? [describe(fact, surface, own, 'missing', '')] : []
  return [...missing, ...report(fact, surface, own, statement), ...elsewhere]
}

/** Compares a fact that any page may state. */
function compareAnywhere(fact: Fact, surface: Surface): Found[] {
  const pages = [...surface.pages.values()].flatMap((page) => (page.text === undefined ? [] : [page]))
  const statements = pages.map((page) => ({ page, statement: page.text.find(fact) }))
  const different = statements.flatMap(({ page, statement }) => report(fact, surface, page, statement))
  const isStated = statements.some(({ statement }) => statement.state === 'stated')
  const [first] = pages
  if (isStated || different.length > 0 || !surface.isComplete || first === undefined) return different
  if (pages.length === 1) return [describe(fact, surface, first, 'missing', '')]
  const stale = pages.map((page) => page.stale).find(Boolean) ?? ''
  const site = { url: `${surface.origin}/`, stale }
  return [describe(fact, surface, site, 'missing', `it on none of ${pages.length} pages`)]
}

const report = (fact: Fact, surface: Surface, page: Place, statement: Statement): Found[] =>
  statement.state === 'different' ? [describe(fact, surface, page, 'different', statement.found)] : []

type Place = Pick<SurfacePage, 'url' | 'stale'>

const describe = (
  { label, expected }: Fact,
  { name }: Surface,
  { url, stale }: Place,
  problem: Difference['problem'],
  found: string
): Found => ({
  difference: {
    surface: name,
    url,
    fact: label,
    problem: stale ? 'stale' : problem,
    expected,
    found: stale ? `${found || 'nothing'} (${stale})` : found
  },
  isAbsent: problem === 'missing'
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
