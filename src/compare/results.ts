import { isObject, type JsonObject, readObjects, readText } from '../base/json-value.ts'
import {
  absent,
  type Difference,
  describeDifference,
  differs,
  type Fact,
  type Kind,
  type Statement,
  stated
} from './fact.ts'
import { type Defaults, listDocumentFacts, listFacts, listTexts } from './facts.ts'
import type { PageText } from './page.ts'

/** What the API states, with which every other surface is compared. */
export interface StatedFacts {
  facts: Fact[]
  /** The texts that the owner may reword on pages. */
  texts: Fact[]
  name: string
  defaults: Defaults
  /** The facts and texts that two responses state differently. */
  differences: Difference[]
}

interface Response {
  url: string
  body: unknown
}

/** Returns the facts of the responses of an API, of each the first value. */
export function readFacts(responses: Response[]): StatedFacts {
  const first = (field: string) => responses.map(({ body }) => readText(body, field)).find(Boolean)
  const defaults = { language: findLanguage(first('language')), currency: first('currency') ?? '' }
  const isMixed = responses.some(({ body }) => hasOwnTax(body))
  const facts = mergeFacts(responses, (body) =>
    listFacts(body, defaults).filter(({ kind }) => !(isMixed && kind === 'tax'))
  )
  const texts = mergeFacts(responses, listTexts)
  return {
    facts: facts.merged,
    texts: texts.merged,
    name: facts.merged.find(({ key }) => key === 'name ')?.expected ?? '',
    defaults,
    differences: [...facts.differences, ...texts.differences]
  }
}

/** Returns whether an item of a list has its own tax, so no statement about tax is true of all prices. */
const hasOwnTax = (body: unknown): boolean =>
  [...readObjects(body, 'examples'), ...readObjects(body, 'packages')].some(({ tax }) => isObject(tax))

function mergeFacts(responses: Response[], list: (body: unknown) => Fact[]) {
  const merged = new Map<string, Fact>()
  const differences: Difference[] = []
  for (const { url, body } of responses) {
    for (const fact of list(body)) {
      const first = merged.get(fact.key) ?? fact
      merged.set(fact.key, first)
      if (!isSameValue(first, fact)) differences.push(describeOther('API', first, url, fact))
    }
  }
  return { merged: [...merged.values()], differences }
}

/** Returns whether two responses state the same value. One of them may omit the kind and the unit of a price. */
const isSameValue = (a: Fact, b: Fact): boolean =>
  a.expected === b.expected ||
  (!(statesTerms(a) && statesTerms(b)) && a.plain !== undefined && a.plain === b.plain)

// A service without `price` has a starting price.
const statesTerms = ({ price }: Fact) => price !== undefined && price.wholeField === undefined

const describeOther = (surface: string, expected: Fact, url: string, { expected: found }: Fact) =>
  describeDifference(surface, expected, { url }, 'different', found)

function findLanguage(language = 'en'): string {
  try {
    const [locale = 'en'] = Intl.getCanonicalLocales(language)
    return locale
  } catch {
    return 'en'
  }
}

/** The result of a tool: its structured content and the JSON of its text, each undefined if it is missing. */
interface Result {
  url: string
  structured?: JsonObject | undefined
  text?: JsonObject | undefined
}

/** Compares the facts with the results of tools, and returns the kinds that these state. Facts are missing only if all calls succeeded. */
export function compareResults(
  { facts, texts, defaults }: StatedFacts,
  results: Result[],
  { url, isComplete }: { url: string; isComplete: boolean }
): { differences: Difference[]; kinds: Set<Kind> } {
  const [structured = [], text = []] = (['structured', 'text'] as const).map((form) =>
    results.flatMap(({ url, [form]: body }) => listFacts(body, defaults).map((fact) => ({ url, fact })))
  )
  const all = [...structured, ...text]
  // An agent may read only one form, but a server may shorten or omit one.
  const isWhole = results.every((result) => (result.structured === undefined) === (result.text === undefined))
  const forms = (isWhole ? [all, structured, text] : [all]).map((form) => ({
    kinds: new Set(form.map(({ fact }) => fact.kind)),
    keys: new Set(form.map(({ fact }) => fact.key))
  }))
  const cut = new Set(results.flatMap((result) => listCut(result, defaults)))
  const isMissing = ({ kind, key }: Fact) =>
    isComplete && !cut.has(kind) && forms.some(({ kinds, keys }) => kinds.has(kind) && !keys.has(key))
  const missing = facts.filter(isMissing)
  const otherTexts = results.flatMap(({ url, structured, text }) =>
    [structured, text].flatMap(listTexts).map((fact) => ({ url, fact }))
  )
  return {
    differences: [
      ...missing.map((fact) => describeDifference('MCP', fact, { url }, 'missing', '')),
      ...findOthers(
        facts.filter((fact) => !missing.includes(fact)),
        all
      ),
      ...findOthers(texts, otherTexts)
    ],
    kinds: new Set(all.map(({ fact }) => fact.kind))
  }
}

/** Lists the kinds of facts in a list that has only its first entries, which its note says. */
function listCut({ structured, text }: Result, defaults: Defaults): Kind[] {
  const body = structured ?? text
  return readText(body, 'note') === '' ? [] : listFacts(body, defaults).map(({ kind }) => kind)
}

/** Returns the other values of facts, each once for a result that has it in both forms. */
function findOthers(expected: Fact[], found: { url: string; fact: Fact }[]): Difference[] {
  const expectedByKey = new Map(expected.map((fact) => [fact.key, fact]))
  const others = found.flatMap(({ url, fact }): [string, Difference][] => {
    const first = expectedByKey.get(fact.key)
    if (first === undefined || isSameValue(first, fact)) return []
    return [[`${url} ${fact.key} ${fact.expected}`, describeOther('MCP', first, url, fact)]]
  })
  return [...new Map(others).values()]
}

/** Reads a document of a search: JSON of the API by its fields, and other texts as pages. Returns what it states of a fact. */
export function readDocument(body: unknown, page: PageText, defaults: Defaults): (fact: Fact) => Statement {
  const facts = listDocumentFacts(body, defaults)
  return (fact) => {
    const same = facts.find(({ key }) => key === fact.key)
    if (same !== undefined) return isSameValue(same, fact) ? stated : differs(same.expected)
    return facts.length > 0 ? absent : page.find(fact)
  }
}
