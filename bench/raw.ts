import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * The reference: node:http and nothing else. Answers every request with the one answer in the file that it is
 * given, on the port that it is given.
 */
const [port, file = ''] = process.argv.slice(2)
const answer: { status: number; headers: Record<string, string>; body: string } = JSON.parse(
  readFileSync(file, 'utf8')
)
const { status, headers } = answer
const body = status === 304 ? undefined : Buffer.from(answer.body, 'base64')

createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(body)
}).listen(Number(port), '127.0.0.1')
