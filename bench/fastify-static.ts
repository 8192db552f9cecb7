import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

/** Only @fastify/static, with precompressed files. */
const [port, folder = ''] = process.argv.slice(2)

const app = Fastify({ logger: false })
app.register(fastifyStatic, { root: folder, maxAge: 300_000, preCompressed: true })
await app.listen({ port: Number(port), host: '127.0.0.1' })
