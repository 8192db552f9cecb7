import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { type HttpRequest, isSuccess, type Reply } from '../../harness/exchange.ts'

type Kind = (n: number) => HttpRequest

/** Kinds of requests, most of which have a new URL each time, so no cache has their response. */
export const reads: Kind[] = [
  (n) => ({ path: `/api/v1/services/leads.json?${n}` }),
  (n) => ({ path: `/api/v1/faq.json?${n}`, headers: { 'accept-encoding': 'br' } }),
  (n) => ({ path: `/services/leads/?${n}`, headers: { 'accept-encoding': 'gzip' } }),
  () => ({ path: '/pricing/', headers: { accept: 'text/markdown' } }),
  () => ({ path: '/llms-full.txt' })
]

/**
 * Sends requests from eight clients without a pause while something happens, which begins after 100 responses; `progress`
 * waits for some hundred more. Each request must succeed.
 */
export async function underLoad(
  t: Test,
  ask: (request: HttpRequest) => Promise<Reply>,
  kinds: Kind[],
  act: (progress: () => Promise<void>) => Promise<unknown>,
  isFine = isSuccess
) {
  const failures: string[] = []
  let count = 0
  let isOver = false
  const client = async () => {
    while (!isOver) {
      count += 1
      const request = kinds[count % kinds.length]?.(count) ?? { path: '/' }
      const problem = await ask(request).then(
        (reply) => (isFine(request, reply) ? undefined : `${reply.status} ${reply.body}`),
        ({ message }) => message
      )
      if (problem !== undefined) failures.push(`${request.path}: ${problem}`)
    }
  }
  const progress = async (more = 400) => {
    for (const end = count + more; count < end; ) await sleep(10)
  }
  const clients = Array.from({ length: 8 }, client)
  await progress(100)
  await act(progress).finally(() => {
    isOver = true
  })
  await Promise.all(clients)
  t.same(failures.slice(0, 10), [])
}
