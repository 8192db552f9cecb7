import { deepEqual } from 'node:assert/strict'
import type { InjectOptions } from 'fastify'
import type { Test } from 'tap'
import type { App } from '../../src/app.ts'
import { createEdgeServer } from '../../src/mcp/edge.ts'
import { baseUrl, buildWhole, withoutConnection } from '../helper.ts'

type Options = Parameters<typeof buildWhole>[1]
type Settings = Parameters<typeof buildWhole>[2]

/** Returns what a worker reads, and the function by which it serves /mcp. */
export async function createEdge({ listMcpFiles }: Pick<App, 'listMcpFiles'>) {
  const files = new Map<string, string>()
  for await (const [name, content] of listMcpFiles()) files.set(name, content)
  const reads: string[] = []
  let time = new Date()
  const respond = createEdgeServer(
    async (file) => {
      reads.push(file)
      const content = files.get(file)
      if (content === undefined) throw new Error(`${file}: is missing`)
      return content
    },
    () => time
  )
  return {
    files,
    reads,
    respond: (request: Request, now: Date) => {
      time = now
      return respond(request)
    }
  }
}

/** Builds the app, and tests that a worker gives the same response to each request for /mcp. */
export async function buildBoth(t: Test, options: Options = {}, settings: Settings = {}) {
  const app = await buildWhole(t, options, settings)
  const { now = () => new Date() } = options ?? {}
  const { respond } = await createEdge(app)
  const { fastify } = app

  return Object.assign(Object.create(fastify), {
    inject: async (given: InjectOptions | string) => {
      const response = await fastify.inject(given)
      if (typeof given === 'string' || !/^\/mcp\/?$/.test(String(given.url))) return response
      const { method = 'GET', headers } = response.raw.req
      const text = typeof given.payload === 'object' ? JSON.stringify(given.payload) : given.payload
      const request = new Request(`${baseUrl}${given.url}`, {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        ...(text !== undefined && method !== 'HEAD' && method !== 'GET' && { body: String(text) })
      })
      const edge = await respond(request, now())
      const { status } = edge
      // The runtime omits the body of a response to HEAD.
      const body = method === 'HEAD' ? '' : await edge.text()
      deepEqual(
        { status, body, headers: withoutConnection(edge.headers) },
        {
          status: response.statusCode,
          body: response.body,
          headers: withoutConnection(Object.entries(response.headers))
        }
      )
      return response
    }
  })
}
