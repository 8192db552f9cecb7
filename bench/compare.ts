import type { Case } from './cases.ts'
import { type Answer, header, isSame, send } from './exchange.ts'
import { type Cost, costOfAnswer, isDisturbed, type Load } from './load.ts'
import { type Server, startRaw } from './servers.ts'
import { writeAnswer } from './site.ts'

/** What an answer costs in each round, by the name of the server. */
export type Costs = Map<string, Cost>[]

export const rounds = 5

/** Measures one case on this server, on raw node:http replaying its answer, and on those that give the same answer. */
export async function compare(
  request: Case,
  [ours, ...others]: [Server, ...Server[]],
  load: Load,
  folder: string
): Promise<Costs> {
  const own = await requestTo(ours, request)
  const answer = await answerOf(ours, own)
  const raw = await startRaw(writeAnswer(folder, answer))
  const turns: Turn[] = [
    { server: raw, request: own },
    { server: ours, request: own }
  ]
  for (const server of others) {
    const turn = { server, request: await requestTo(server, request) }
    if (isSame(await answerOf(server, turn.request), answer)) turns.push(turn)
  }
  const costs = await measureRounds(turns, load)
  await raw.stop()
  return costs
}

export interface Turn {
  server: Server
  request: Case
}

/**
 * Measures these in rounds, after one that does not count. In each round each has its turn, so drift over time
 * affects every server equally. A round that other processes disturb is repeated, a limited number of times.
 */
export async function measureRounds(turns: Turn[], load: Load): Promise<Costs> {
  await measureRound(turns, load, false)
  const costs: Costs = []
  let repeats = load.repeats
  while (costs.length < rounds) {
    const round = await measureRound(turns, load, repeats > 0)
    if (repeats <= 0 || ![...round.values()].some(isDisturbed)) costs.push(round)
    else repeats -= round.size
  }
  return costs
}

/** A turn for each server; where others disturb one, the round ends with it, if it is to be calm. */
async function measureRound(turns: Turn[], load: Load, isCalm: boolean): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>()
  for (const { server, request } of turns) {
    const cost = await costOfAnswer(server, request, load)
    costs.set(server.name, cost)
    if (isCalm && isDisturbed(cost)) break
  }
  return costs
}

/** The request with the entity tag of the server itself, where it has one. */
async function requestTo(server: Server, request: Case): Promise<Case> {
  if (!request.revalidates) return request
  const etag = header(await answerOf(server, request), 'etag')
  return { ...request, headers: { ...request.headers, ...(etag && { 'if-none-match': etag }) } }
}

const answerOf = ({ port }: Server, { path, headers, body }: Case): Promise<Answer> =>
  send(port, path, headers, body)

/** How many answers a server gives in the CPU time in which another gives one: the median, lowest and highest round. */
export function throughput(costs: Costs, server: string, reference: string): Ratio | undefined {
  const ratios = costs.flatMap((round) => {
    const own = round.get(server)
    const other = round.get(reference)
    return own && other ? [other.cost / own.cost] : []
  })
  if (ratios.length === 0) return undefined
  return { median: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) }
}

/** CPU microseconds that a server spends on an answer: the median of the rounds. */
export const microseconds = (costs: Costs, server: string): number =>
  median(costs.flatMap((round) => round.get(server)?.cost ?? []))

export interface Ratio {
  median: number
  low: number
  high: number
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}
