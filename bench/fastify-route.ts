import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { fieldOf } from '../src/base/json-value.ts'

/**
 * A plain Fastify app. Each GET route returns an object; the POST route parses JSON and sends the precomputed response for
 * its method. The log is on, the default of Fastify, or off.
 */
const [port, folder = '', log, ...paths] = process.argv.slice(2)
const notFound: unknown = JSON.parse(process.env.NOT_FOUND ?? 'null')

const app = Fastify({ logger: log === 'log' })
for (const path of paths) {
  const object: unknown = JSON.parse(readFileSync(join(folder, path), 'utf8'))
  app.get(path, async () => object)
}
const callResponses: [method: string, body: string][] = JSON.parse(process.env.CALL_RESPONSES ?? '[]')
const bodies = new Map(callResponses.map(([method, body]) => [method, Buffer.from(body)]))
app.post('/mcp', async (request, reply) =>
  reply.type('application/json').send(bodies.get(String(fieldOf(request.body, 'method'))))
)
app.setNotFoundHandler(async (_request, reply) => reply.code(404).send(notFound))
await app.listen({ port: Number(port), host: '127.0.0.1' })
