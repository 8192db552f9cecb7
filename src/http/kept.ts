import type { RequestListener } from 'node:http'
import type { Resource } from './resource.ts'

/** Resources by the path of their address. */
export type Kept = Map<string, Resource>

/**
 * Answers a request for a resource that has been answered before, and leaves every other to `next`. What it sends
 * is what the route sent; routing and the hooks, which cost more than the rest of an answer, are all it leaves out.
 */
export const answerKept =
  (kept: Kept, next: RequestListener): RequestListener =>
  (request, response) => {
    const { method, url = '' } = request
    const reads = method === 'GET' || method === 'HEAD'
    const answer = reads ? (kept.get(url) ?? kept.get(withoutQuery(url)))?.kept(request.headers) : undefined
    if (answer === undefined) return next(request, response)
    response.writeHead(answer.status, answer.headers)
    response.end(method === 'HEAD' ? undefined : answer.body)
  }

function withoutQuery(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
