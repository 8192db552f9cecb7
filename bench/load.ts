import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Case } from './cases.ts'
import { cpuTime, type Server } from './servers.ts'

const connections = 32

/** Returns the CPU microseconds per response of a server that gets as many requests as it can answer for a second. */
export async function measureCost({ pid, port }: Server, request: Case): Promise<number> {
  const bytes = serialize(request)
  const length = await measureLength(port, bytes)
  let responses = 0
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let missing = length
    socket.on('data', (chunk) => {
      missing -= chunk.length
      if (missing > 0) return
      missing = length
      responses += 1
      socket.write(bytes)
    })
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const start = { responses, time: cpuTime(pid) }
  await sleep(1000)
  const cost = (cpuTime(pid) - start.time) / (responses - start.responses)
  for (const socket of sockets) socket.destroy()
  return cost
}

function serialize({ method = 'GET', path, headers = {}, body = '' }: Case): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === '' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${length}${lines.join('')}\r\n${body}`
}

/** Returns the bytes of one response with its headers, which is the length of every response to this request. */
async function measureLength(port: number, request: string): Promise<number> {
  const socket = connect(port, '127.0.0.1', () => socket.write(request))
  let text = ''
  for await (const chunk of socket.setEncoding('latin1')) {
    text += chunk
    const head = text.indexOf('\r\n\r\n') + 4
    if (head < 4) continue
    const length = /^HTTP\/1.1 304/.test(text) ? 0 : /^content-length: (\d+)/im.exec(text.slice(0, head))?.[1]
    if (length === undefined) throw new Error('the response has no Content-Length')
    if (text.length >= head + Number(length)) return head + Number(length)
  }
  throw new Error('the server closed the connection')
}
