import type { RequestListener } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiVersion, listPrefixes } from '../business/api-version.ts'
import { escapePattern } from '../business/text.ts'
import { type Errors, sendError } from '../http/errors.ts'
import { withoutQuery } from '../http/link.ts'
import { publicHeaders } from '../http/public-headers.ts'

const describeUnknownPath = (baseUrl: string) => `No such endpoint. ${baseUrl}/openapi.json lists them all.`

interface Options {
  baseUrl: string
  versions: ApiVersion[]
  errors: Errors
}

/**
 * Answers GET and HEAD with 404 if no route under /api can have the path, and passes every other request to `next`.
 * Routing costs more than the rest of this response, which is the same for every such path.
 */
export function rejectUnknownPaths(
  { baseUrl, versions, errors }: Options,
  next: RequestListener
): RequestListener {
  const paths = versions.flatMap((version) =>
    listPrefixes(version).flatMap((prefix) => version.operations.map(({ path }) => prefix + path))
  )
  const patterns = ['/api/openapi.json', ...paths].map((path) =>
    path.split('{id}').map(escapePattern).join('[^/]*')
  )
  const knownPaths = new RegExp(`^(?:${patterns.join('|')})$`)
  const { status, headers, body } = errors.prepare('not_found', describeUnknownPath(baseUrl))
  const allHeaders = new Map<object, Record<string, string>>()
  return (request, response) => {
    const { method, url = '' } = request
    const path = withoutQuery(url)
    // The router decides what an encoded path or a fragment means.
    const isUnknown = path.startsWith('/api/') && !/[%#]/.test(path) && !knownPaths.test(path)
    if (!isUnknown || (method !== 'GET' && method !== 'HEAD')) return next(request, response)
    // The same object for each path of a version.
    const ofPath = errors.headersOf(path)
    const all = allHeaders.get(ofPath) ?? { ...publicHeaders, ...ofPath, ...headers }
    allHeaders.set(ofPath, all)
    response.writeHead(status, all).end(method === 'HEAD' ? undefined : body)
  }
}

/** Returns whether a browser asks if a script of another origin may send a request (Fetch standard, CORS preflight). */
const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/** Returns a handler that sends a JSON 404. A preflight gets 204, because otherwise a script could not read the 404. */
export function createNotFoundHandler(errors: Errors, baseUrl: string) {
  const error = errors.prepare('not_found', describeUnknownPath(baseUrl))
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (isPreflight(request)) reply.code(204).send()
    else sendError(reply, error)
  }
}
