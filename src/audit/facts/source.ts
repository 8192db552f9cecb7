import { createAmountReader } from '../../business/amounts.ts'
import { describeCurrency } from '../../business/price.ts'
import type { AuditedSite } from '../audited-site.ts'
import type { SiteResponse } from '../client.ts'
import type { Difference, Fact } from './fact.ts'
import { readTime } from './freshness.ts'
import { parseIfJson, readText } from './json.ts'
import { type Defaults, listFacts } from './list-facts.ts'
import { createDayReader } from './page-hours.ts'
import { normalize } from './text.ts'
import type { Reading } from './text-page.ts'

/** The facts of the API of a site, and how to read them on its other surfaces. */
export interface Source {
  facts: Fact[]
  /** The name of the business. */
  name: string
  defaults: Defaults
  reading: Reading
  /** When the facts last changed, if the API states it. */
  changed: string
  /** What two operations of the API state differently. */
  contradictions: Difference[]
}

const sources = new WeakMap<AuditedSite, Promise<Source>>()

/** Reads the facts from every operation in the OpenAPI document, once for each site. */
export function readSource(site: AuditedSite): Promise<Source> {
  const source = sources.get(site) ?? load(site)
  sources.set(site, source)
  return source
}

async function load(site: AuditedSite): Promise<Source> {
  const paths = await site.readOperations(Number.POSITIVE_INFINITY)
  const responses = await Promise.all(paths.map(async (path) => ({ path, response: await site.get(path) })))
  const bodies = responses.flatMap(({ path, response }) =>
    response.status === 200 ? [{ path, response, body: parseIfJson(response.text) }] : []
  )
  const language = findLanguage(bodies.map(({ body }) => readText(body, 'language')).find(Boolean))
  const currency = bodies.map(({ body }) => readText(body, 'currency')).find(Boolean) ?? ''
  const defaults = { language, currency }
  const facts = new Map<string, Fact>()
  const contradictions: Difference[] = []
  for (const { path, body } of bodies) {
    for (const fact of listFacts(body, defaults)) {
      const first = facts.get(fact.key)
      if (first === undefined) facts.set(fact.key, fact)
      else if (first.expected !== fact.expected) {
        const { label, expected } = first
        const url = site.origin + path
        contradictions.push({
          surface: 'API',
          url,
          fact: label,
          problem: 'different',
          expected,
          found: fact.expected
        })
      }
    }
  }
  const all = [...facts.values()]
  return {
    facts: all,
    name: facts.get('name ')?.expected ?? '',
    defaults,
    reading: createReading(all, defaults),
    changed:
      bodies
        .map(({ response }: { response: SiteResponse }) => readTime(response))
        .sort()
        .at(-1) ?? '',
    contradictions
  }
}

function createReading(facts: Fact[], { language, currency }: Defaults): Reading {
  const names = new Map<string, number[][]>()
  const categories = new Set<string>()
  for (const {
    kind,
    texts: [[text = ''] = []],
    amounts
  } of facts) {
    if (kind !== 'service' && kind !== 'package' && kind !== 'category') continue
    const name = normalize(text)
    if (kind === 'category') categories.add(name)
    names.set(name, [...(names.get(name) ?? []), amounts])
  }
  const shown = /^[A-Z]{3}$/.test(currency) ? describeCurrency(currency, language) : { digits: 2, signs: [] }
  return {
    facts,
    names,
    categories,
    readAmounts: createAmountReader(shown),
    readDays: createDayReader(language)
  }
}

/** Returns the language if it is valid, else English. */
function findLanguage(language = 'en'): string {
  try {
    const [locale = 'en'] = Intl.getCanonicalLocales(language)
    return locale
  } catch {
    return 'en'
  }
}
