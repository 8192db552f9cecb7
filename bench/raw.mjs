// The baseline: a bare node:http server. Takes a port and a file, and sends the response in the file to every request.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file] = process.argv.slice(2)
const { status, headers, body } = JSON.parse(readFileSync(file, 'utf8'))
const bytes = status === 304 ? undefined : Buffer.from(body, 'latin1')

createServer((_request, reply) => {
  reply.writeHead(status, headers)
  reply.end(bytes)
}).listen(Number(port), '127.0.0.1')
