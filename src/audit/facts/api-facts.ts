import { createAmountReader } from '../../business/amounts.ts'
import { describeCurrency } from '../../business/schemas/price.ts'
import type { AuditedSite } from '../audited-site.ts'
import type { SiteResponse } from '../client.ts'
import { parseIfJson, readText } from '../json.ts'
import { describeLimit } from '../limits.ts'
import { readOperations } from '../operation-paths.ts'
import { type Difference, type Fact, isSameValue } from './fact.ts'
import { readTime } from './freshness.ts'
import { findOtherTexts, type ItemText, listTexts } from './item-texts.ts'
import { type Defaults, listFacts } from './list-facts.ts'
import { normalize } from './normalize-text.ts'
import { createDayReader } from './page-hours.ts'
import type { Reading } from './page-text.ts'
import { createPhraseReader } from './price-phrases.ts'
import { createTaxReader } from './tax.ts'

/** The facts of the API of a site, and how to read them on its other surfaces. */
export interface ApiFacts {
  facts: Fact[]
  texts: ItemText[]
  /** The name of the business. */
  name: string
  defaults: Defaults
  reading: Reading
  /** When the facts last changed, if the API states it. */
  changed: string
  /** Operations without facts, because something blocks them, and facts that two operations state differently. */
  problems: Difference[]
  /** Sentences about the operations and facts that were left out; empty if the audit read all. */
  limits: string[]
}

/** Makes a function that reads something once for each site. */
export function oncePerSite<Rest extends unknown[], Result>(
  read: (site: AuditedSite, ...rest: Rest) => Result
): (site: AuditedSite, ...rest: Rest) => Result {
  const results = new WeakMap<AuditedSite, { result: Result }>()
  return (site, ...rest) => {
    const { result } = results.get(site) ?? { result: read(site, ...rest) }
    results.set(site, { result })
    return result
  }
}

/** The response of an operation of the API. */
interface Operation {
  url: string
  response: SiteResponse
  body: unknown
}

/** Reads the facts from every operation in the OpenAPI document. */
export const readApiFacts = oncePerSite(async (site): Promise<ApiFacts> => {
  const all = await readOperations(site, Number.POSITIVE_INFINITY)
  const paths = all.slice(0, site.limits.maxOperations)
  const operations = await Promise.all(paths.map((path) => readOperation(site, path)))
  const served = operations.filter(isServed)
  const blocked = operations.filter((operation) => !isServed(operation))
  const defaults = readDefaults(served)
  const { facts, others } = mergeFacts(served, defaults)
  const { texts, others: otherTexts } = mergeTexts(served)
  const compared = facts.slice(0, site.limits.maxFacts)
  return {
    facts: compared,
    texts: texts.slice(0, site.limits.maxFacts),
    name: facts.find(({ key }) => key === 'name ')?.expected ?? '',
    defaults,
    reading: createReading(compared, defaults),
    changed: served.map(({ response }) => readTime(response)).reduce((a, b) => (a > b ? a : b), ''),
    problems: [...blocked.map(describeBlocked), ...others, ...otherTexts],
    limits: [
      ...describeLimit(paths.length, all.length, 'operations of the API'),
      ...describeLimit(compared.length, facts.length, 'facts')
    ]
  }
})

async function readOperation(site: AuditedSite, path: string): Promise<Operation> {
  const response = await site.follow(path)
  return { url: site.origin + path, response, body: parseIfJson(response.text) }
}

const isServed = ({ response, body }: Operation) => response.status === 200 && body !== undefined

/** Returns the language and the currency of the first operation that states one. */
function readDefaults(operations: Operation[]): Defaults {
  const first = (field: string) => operations.map(({ body }) => readText(body, field)).find(Boolean)
  return { language: findLanguage(first('language')), currency: first('currency') ?? '' }
}

const describeBlocked = ({ url, response: { status, type } }: Operation): Difference => ({
  surface: 'API',
  url,
  fact: 'its facts',
  problem: 'missing',
  expected: 'status 200 with JSON',
  found: status === 200 ? `status 200 with the type "${type}"` : `status ${status}`
})

/** Returns the facts of the operations, of each the first value, and the other values that operations state. */
function mergeFacts(operations: Operation[], defaults: Defaults): { facts: Fact[]; others: Difference[] } {
  const facts = new Map<string, Fact>()
  const others: Difference[] = []
  for (const { url, body } of operations) {
    for (const fact of listFacts(body, defaults)) {
      const first = facts.get(fact.key) ?? fact
      facts.set(fact.key, first)
      if (isSameValue(first, fact)) continue
      const { label, expected } = first
      others.push({ surface: 'API', url, fact: label, problem: 'different', expected, found: fact.expected })
    }
  }
  return { facts: [...facts.values()], others }
}

/** Returns the texts of the operations, of each the first one, and the other texts that operations state. */
function mergeTexts(operations: Operation[]): { texts: ItemText[]; others: Difference[] } {
  const listed = operations.flatMap(({ url, body }) => listTexts(body).map((text) => ({ url, text })))
  const texts = new Map(listed.toReversed().map(({ text }) => [text.key, text]))
  return { texts: [...texts.values()], others: findOtherTexts('API', texts, listed) }
}

function createReading(facts: Fact[], { language, currency }: Defaults): Reading {
  const names = new Map<string, number[][]>()
  const categories = new Set<string>()
  const starting = new Map<string, Fact>()
  for (const fact of facts) {
    const {
      kind,
      texts: [[text = ''] = []],
      amounts
    } = fact
    if (kind !== 'service' && kind !== 'package' && kind !== 'category') continue
    const name = normalize(text)
    if (kind === 'category') categories.add(name)
    if (fact.price?.kind === 'from') starting.set(name, fact)
    names.set(name, [...(names.get(name) ?? []), amounts])
  }
  const [tax] = facts.flatMap((fact) => fact.tax ?? [])
  const shown = /^[A-Z]{3}$/.test(currency) ? describeCurrency(currency, language) : { digits: 2, signs: [] }
  const readAmounts = createAmountReader(shown)
  const phrases = createPhraseReader(language, readAmounts)
  return {
    facts,
    names,
    categories,
    starting,
    readAmounts,
    readDays: createDayReader(language),
    phrases,
    findOtherTax: tax && createTaxReader(tax, { facts, readAmounts, unitPhrases: phrases.unitPhrases })
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
