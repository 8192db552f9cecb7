import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * The baseline: bare node:http. Takes a port and a file, and sends the response in the file to every request.
 */
const [port, file = ''] = process.argv.slice(2)
const response: { status: number; headers: Record<string, string>; body: string } = JSON.parse(
  readFileSync(file, 'utf8')
)
const { status, headers } = response
const body = status === 304 ? undefined : Buffer.from(response.body, 'base64')

createServer((_request, reply) => {
  reply.writeHead(status, headers)
  reply.end(body)
}).listen(Number(port), '127.0.0.1')
