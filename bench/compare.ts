import type { Case } from './cases.ts'
import { header, isSame, type RawResponse, send } from './exchange.ts'
import { type Cost, isDisturbed, type Load, measureCost } from './load.ts'
import { type Server, startRaw } from './servers.ts'
import { writeResponse } from './site.ts'

/** The cost of a response in each round, by server name. */
export type Costs = Map<string, Cost>[]

/** Measures one case on this server, on raw node:http replaying its response, and on the servers with the same response. */
export async function compare(
  request: Case,
  [ours, ...others]: [Server, ...Server[]],
  load: Load,
  folder: string
): Promise<Costs> {
  const own = await requestTo(ours, request)
  const response = await requestOnce(ours, own)
  const raw = await startRaw(writeResponse(folder, response))
  const turns: Turn[] = [
    { server: raw, request: own },
    { server: ours, request: own }
  ]
  for (const server of others) {
    const turn = { server, request: await requestTo(server, request) }
    if (isSame(await requestOnce(server, turn.request), response)) turns.push(turn)
  }
  const costs = await measureRounds(turns, load)
  await raw.stop()
  return costs
}

/**
 * Measures one case on several builds of this server in the same rounds. Next to each build is a bare node:http server
 * that replays that build's response: {@link replayOf} is its name.
 */
export async function compareBuilds(
  request: Case,
  builds: Server[],
  load: Load,
  folder: string
): Promise<Costs> {
  const turns: Turn[] = []
  const replays: Server[] = []
  for (const server of builds) {
    const own = await requestTo(server, request)
    const response = writeResponse(folder, await requestOnce(server, own))
    const raw = await startRaw(response, replayOf(server))
    replays.push(raw)
    turns.push({ server: raw, request: own }, { server, request: own })
  }
  const costs = await measureRounds(turns, load)
  await Promise.all(replays.map(({ stop }) => stop()))
  return costs
}

export const replayOf = ({ name }: { name: string }): string => `node:http with the responses of ${name}`

export interface Turn {
  server: Server
  request: Case
}

/**
 * Measures the turns in rounds, after a warm-up round that does not count. Each round has every turn, so drift over time
 * affects every server equally. Repeats a round that other processes disturb, a limited number of times.
 */
export async function measureRounds(turns: Turn[], load: Load): Promise<Costs> {
  await measureRound(turns, load, false)
  const costs: Costs = []
  let repeats = load.repeats
  while (costs.length < load.rounds) {
    const round = await measureRound(turns, load, repeats > 0)
    if (repeats <= 0 || ![...round.values()].some(isDisturbed)) costs.push(round)
    else repeats -= round.size
  }
  return costs
}

/** Measures each server once. If `stopsIfDisturbed`, ends the round when other processes disturb a turn. */
async function measureRound(
  turns: Turn[],
  load: Load,
  stopsIfDisturbed: boolean
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>()
  for (const { server, request } of turns) {
    const cost = await measureCost(server, request, load)
    costs.set(server.name, cost)
    if (stopsIfDisturbed && isDisturbed(cost)) break
  }
  return costs
}

/** Adds the ETag of the server to a request that revalidates. */
export async function requestTo(server: Server, request: Case): Promise<Case> {
  if (!request.revalidates) return request
  const etag = header(await requestOnce(server, request), 'etag')
  return { ...request, headers: { ...request.headers, ...(etag && { 'if-none-match': etag }) } }
}

const requestOnce = ({ port }: Server, { path, headers, body }: Case): Promise<RawResponse> =>
  send(port, path, headers, body)

/** Returns the throughput per CPU time, as a multiple of a reference server. Returns undefined if no round has both. */
export function throughput(costs: Costs, server: string, reference: string): Ratio | undefined {
  const ratios = costs.flatMap((round) => {
    const own = round.get(server)
    const other = round.get(reference)
    return own && other ? [other.cost / own.cost] : []
  })
  if (ratios.length === 0) return undefined
  return { median: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) }
}

/** Returns the CPU microseconds per response: the median of the rounds. */
export const microseconds = (costs: Costs, server: string): number =>
  median(costs.flatMap((round) => round.get(server)?.cost ?? []))

/** The median, lowest and highest round. */
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
