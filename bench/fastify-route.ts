import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'

/**
 * A plain Fastify app: each route returns an object, and the one that takes JSON by POST sends the bytes for the method
 * in it. With its log on, as a new app has it, or off.
 */
const [port, folder = '', log, ...paths] = process.argv.slice(2)
const notFound: unknown = JSON.parse(process.env.NOT_FOUND ?? 'null')

const app = Fastify({ logger: log === 'log' })
for (const path of paths) {
  const object: unknown = JSON.parse(readFileSync(join(folder, path), 'utf8'))
  app.get(path, async () => object)
}
const called: [method: string, body: string][] = JSON.parse(process.env.CALLED ?? '[]')
const answers = new Map(called.map(([method, body]) => [method, Buffer.from(body)]))
app.post('/mcp', async (request, reply) =>
  reply.type('application/json').send(answers.get(Object(request.body).method))
)
app.setNotFoundHandler(async (_request, reply) => reply.code(404).send(notFound))
await app.listen({ port: Number(port), host: '127.0.0.1' })
