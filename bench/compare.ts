import type { Case } from './cases.ts'
import { type Answer, get, header, isSame } from './exchange.ts'
import { costOfAnswer, type Load } from './load.ts'
import { type Server, startRaw } from './servers.ts'
import { writeAnswer } from './site.ts'

/** CPU microseconds an answer, by the name of the server: one for each round, in order. */
export type Costs = Map<string, number[]>

export const rounds = 5

/**
 * Measures one case on this server, on raw node:http replaying its answer, and on those of the others that give the
 * same answer. In each round each server has its turn, so that what drifts with time drifts for all.
 */
export async function compare(
  request: Case,
  [ours, ...others]: [Server, ...Server[]],
  load: Load,
  folder: string
): Promise<Costs> {
  const own = await requestTo(ours, request)
  const answer = await answerOf(ours, own)
  const raw = await startRaw(writeAnswer(folder, answer))
  const turns = [
    { server: raw, request: own },
    { server: ours, request: own }
  ]
  for (const server of others) {
    const turn = { server, request: await requestTo(server, request) }
    if (isSame(await answerOf(server, turn.request), answer)) turns.push(turn)
  }
  const costs: Costs = new Map(turns.map(({ server }) => [server.name, []]))
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { server, request } of turns) {
      const cost = await costOfAnswer(server, request, load)
      if (round > 0) costs.get(server.name)?.push(cost)
    }
  }
  await raw.stop()
  return costs
}

/** The request with the entity tag of the server itself, where it has one. */
async function requestTo(server: Server, request: Case): Promise<Case> {
  if (!request.revalidates) return request
  const etag = header(await answerOf(server, request), 'etag')
  return { ...request, headers: { ...request.headers, ...(etag && { 'if-none-match': etag }) } }
}

const answerOf = ({ port }: Server, { path, headers }: Case): Promise<Answer> => get(port, path, headers)

/** How many answers a server gives in the CPU time in which another gives one: the median, lowest and highest round. */
export function throughput(costs: Costs, server: string, reference: string): Ratio | undefined {
  const own = costs.get(server)
  const others = costs.get(reference)
  if (!own || !others) return undefined
  const ratios = own.map((cost, round) => (others[round] ?? Number.NaN) / cost)
  return { median: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) }
}

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
