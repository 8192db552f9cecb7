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

/** By target, the differences that some exchange had. */
const needed = new Map<string, Set<Difference>>()

/**
 * Compares the responses of a target with the exchanges. A fact must hold, unless a difference names it, and then it must
 * not hold: always, or at least once if the difference is partial or about the recording. Returns one line per wrong fact.
 */
async function compare(target: Target, server: Ask, exchanges: Exchange[]): Promise<string[]> {
  const named = differences.filter(({ targets }) => targets.includes(target.name))
  const wrong: string[] = []
  const found = new Map<string, boolean>()
  for (const exchange of exchanges) {
    const matching = named.filter(({ exchanges }) => exchanges.test(exchange.name))
    const facts = await readExchange(target.ask, server, exchange)
    const differing = facts.filter(({ holds }) => !holds)
    noteNeeded(target, matching, differing)
    for (const { fact, expected, value } of differing)
      if (!matching.some(({ facts = [fact] }) => facts.includes(fact)))
        wrong.push(`${exchange.name}: ${fact} is ${show(value)}, and must be ${show(expected)}`)
    for (const [fact, { reason, isPartial }] of matching.flatMap((one) => listNamed(one, facts))) {
      const differs = differing.some((one) => fact === undefined || one.fact === fact)
      const key = `${fact ?? 'a fact'}: ${reason}`
      found.set(key, found.get(key) === true || differs)
      if (!(differs || isPartial || exchange.isRecorded))
        wrong.push(`${exchange.name}: no difference of ${key}`)
    }
  }
  return [
    ...wrong,
    ...Array.from(found, ([key, differs]) => (differs ? [] : `no difference of ${key}`)).flat()
  ]
}

function noteNeeded({ name }: Target, matching: Difference[], differing: { fact: string }[]): void {
  for (const one of matching)
    if (differing.some(({ fact }) => (one.facts ?? [fact]).includes(fact)))
      needed.set(name, (needed.get(name) ?? new Set()).add(one))
}

/** Lists the facts of an exchange that a difference names; undefined is any of them. */
const listNamed = (difference: Difference, stated: { fact: string }[]): [string | undefined, Difference][] =>
  difference.facts === undefined
    ? [[undefined, difference]]
    : difference.facts
        .filter((name) => stated.some(({ fact }) => fact === name))
        .map((name) => [name, difference])

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
  t.comment(`${recording.length} requests`)
  t.equal(wrong.join('\n'), '', target.name)
}

/** Tests that the contract or the recording needed each difference of a target, with any of the businesses. */
export function needEachDifference(t: Test, name: string): void {
  const unused = differences.filter((one) => one.targets.includes(name) && !needed.get(name)?.has(one))
  t.same(
    unused.map(({ exchanges, reason }) => `${exchanges}: ${reason}`),
    [],
    `${name} needs each difference`
  )
}
