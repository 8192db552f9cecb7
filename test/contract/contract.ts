import { inspect } from 'node:util'
import type { Test } from 'tap'
import type { Reply } from '../../harness/exchange.ts'
import { apiExchanges } from './api.ts'
import type { ContractBusiness } from './businesses.ts'
import { type Difference, differences } from './differences.ts'
import { type Ask, type Exchange, isAsExpected, readFacts } from './exchange.ts'
import { documentExchanges, mcpExchanges, ownExchanges } from './files.ts'
import { siteExchanges } from './pages.ts'
import { factsOf } from './recording.ts'

/** The HTTP contract: every exchange that each server of a business must give. */
export const listExchanges = (business: ContractBusiness): Exchange[] => [
  ...apiExchanges(business),
  ...siteExchanges(business),
  ...documentExchanges(),
  ...mcpExchanges(business),
  ...(business.isOwn ? ownExchanges() : [])
]

/** By target, the differing facts that some exchange had. */
const needed = new Map<string, Set<string>>()
const nameOf = ({ exchanges, reason }: Difference, fact = 'a fact') => `${exchanges}, ${fact}: ${reason}`

/**
 * Compares the responses of a target with the exchanges. A fact must hold, unless a difference names it, and then it must
 * not hold: always, or at least once if the difference is partial or about the recording. Returns one line per wrong fact.
 */
async function compare(target: Target, server: Ask, exchanges: Exchange[]): Promise<string[]> {
  const named = differences.filter(({ targets }) => targets.includes(target.name))
  const wrong: string[] = []
  const found = needed.get(target.name) ?? new Set()
  needed.set(target.name, found)
  for (const exchange of exchanges) {
    const matching = named.filter(({ exchanges }) => exchanges.test(exchange.name))
    const facts = await readExchange(target.ask, server, exchange)
    const differing = facts.filter(({ holds }) => !holds)
    for (const { fact, expected, value } of differing)
      if (!matching.some(({ facts = [fact] }) => facts.includes(fact)))
        wrong.push(`${exchange.name}: ${fact} is ${show(value)}, and must be ${show(expected)}`)
    wrong.push(...matching.flatMap((one) => checkDifference(one, exchange, facts, found)))
  }
  return wrong
}

/** Adds the facts of a difference that differ to those found. Returns one line for each other that an exchange states. */
function checkDifference(
  difference: Difference,
  { name, isRecorded }: Exchange,
  facts: { fact: string; holds: boolean }[],
  found: Set<string>
): string[] {
  return (difference.facts ?? [undefined]).flatMap((named) => {
    const stated = facts.filter(({ fact }) => named === undefined || fact === named)
    const text = nameOf(difference, named)
    if (stated.some(({ holds }) => !holds)) found.add(text)
    else if (stated.length > 0 && !difference.isPartial && !isRecorded)
      return [`${name}: no difference of ${text}`]
    return []
  })
}

const show = (value: unknown) => inspect(value).replaceAll('\n', ' ').slice(0, 150)

/** Stands for a response that is not HTTP, such as a body after HEAD. */
const unreadable = (error: Error): Reply => ({ status: undefined, headers: {}, body: error.message })

async function readExchange(ask: Ask, server: Ask, { first, request, expect, isRecorded }: Exchange) {
  const earlier = first ? await (isRecorded ? server : ask)(first) : { status: 0, headers: {}, body: '' }
  const reply = await ask(typeof request === 'function' ? request(earlier) : request).catch(unreadable)
  const facts = readFacts(reply)
  const expected = typeof expect === 'function' ? expect(earlier) : expect
  const others = isRecorded ? Object.keys(factsOf(reply)).filter((name) => !(name in expected)) : []
  return [...Object.entries(expected), ...others.map((name): [string, undefined] => [name, undefined])].map(
    ([fact, expected]) => {
      const value = facts.get(fact)
      return { fact, expected, value, holds: isAsExpected(expected, value) }
    }
  )
}

export interface Target {
  name: string
  ask: Ask
}

/** Tests that a target holds the contract for a business, except for the differences, each of which must be one. */
export async function holdContract(t: Test, target: Target, business: ContractBusiness) {
  const wrong = await compare(target, target.ask, listExchanges(business))
  t.equal(wrong.join('\n'), '', `${target.name}: ${business.name}`)
}

/** Tests that a target responds to each request of the recording as the server does, except for the differences. */
export async function holdRecording(t: Test, target: Target, server: Ask, recording: Exchange[]) {
  const wrong = await compare(target, server, recording)
  t.equal(wrong.join('\n'), '', target.name)
}

/** Tests that the contract or the recording needed each difference of a target, with any of the businesses. */
export function needEachDifference(t: Test, name: string): void {
  const named = differences
    .filter(({ targets }) => targets.includes(name))
    .flatMap((one) => (one.facts ?? [undefined]).map((fact) => nameOf(one, fact)))
  const unused = named.filter((difference) => !needed.get(name)?.has(difference))
  t.same(unused, [], `${name} needs each difference`)
}
