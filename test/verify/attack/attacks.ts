import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { type HttpRequest, send } from '../../../harness/exchange.ts'
import { expensiveMessages } from './expensive-messages.ts'
import { behaviours, flood, isServed, requests } from './floods.ts'
import type { LimitedServer } from './limited-server.ts'
import { partialRequests, short } from './partial-requests.ts'
import { post } from './post.ts'
import { closeAll, openMany } from './sockets.ts'

/** One round of an attack on a running server. It asserts what a client can see. */
export type Attack = (server: LimitedServer, t: Test) => Promise<unknown>

/** Sends many expensive MCP messages at once. */
export const sendExpensiveMessages: Attack = ({ port }) =>
  Promise.all(
    [1, 2, 3, 4].flatMap(() => expensiveMessages.map(([, message, headers]) => post(port, message, headers)))
  )

/** Sends each kind of long MCP message over 1,000 connections, whose clients read no response. */
export const sendLongMessages: Attack = async (server, t) => {
  for (const [index, [name, bytes]] of requests.entries()) {
    const [behaviour, end] = behaviours[index % behaviours.length] ?? ['', () => {}]
    const status = await flood(server, bytes, end)
    t.ok(isServed(status), `another client during ${name}, by clients that ${behaviour}`)
  }
}

/** Opens connections that send nothing. */
export const openIdleConnections: Attack = async ({ port }) => {
  const sockets = await openMany(port, 5000)
  await sleep(1000)
  closeAll(sockets)
}

// In less time than the server gives a client for its request.
const maxTries = 5

/** Sends a request again if the server is busy: it sheds load by the time that its event loop is late, on any machine. */
export async function sendPatiently(port: number, request: HttpRequest) {
  let response = await send(port, request)
  for (let tries = 1; response.status === 503 && tries < maxTries; tries += 1) {
    await sleep(1000)
    response = await send(port, request)
  }
  return response
}

/** Sends parts of requests over many connections. */
export const sendPartialRequests: Attack = async ({ port }, t) => {
  for (const [name, count, bytes] of partialRequests) {
    const sockets = await openMany(port, count, bytes)
    await sleep(500)
    // A short message does not count towards the budget for bodies.
    const response = await sendPatiently(port, {
      ...short,
      headers: { ...short.headers, connection: 'close' }
    })
    t.equal(response.status, 200, `${name} on ${count} connections`)
    closeAll(sockets)
  }
}

/** Opens connections that ask for a path and read nothing. */
export async function readSlowly(port: number, path: string) {
  // Fewer connections for the file, because the kernel buffers megabytes per connection before the client seems slow.
  const count = path === '/film.mp4' ? 300 : 1500
  const sockets = await openMany(port, count, `GET ${path} HTTP/1.1\r\nHost: nahat.example\r\n\r\n`)
  for (const socket of sockets) socket.pause()
  return sockets
}

/** Asks for large responses, and reads none. */
export const readResponsesSlowly: Attack = async ({ port }) => {
  for (const path of ['/film.mp4', '/llms-full.txt', '/developers/', '/openapi.json']) {
    const sockets = await readSlowly(port, path)
    await sleep(1000)
    closeAll(sockets)
  }
}

/** Sends 100 signals at once, and waits for the end of a reload. */
export const sendManySignals: Attack = async (server) => {
  const reloaded = server.logged('reloaded')
  for (let count = 0; count < 100; count += 1) server.signal('SIGHUP')
  await reloaded
  await waitUntilIdle(server)
}

/** Resolves when the event loop is idle. */
async function waitUntilIdle(server: LimitedServer) {
  let before: number
  do {
    before = server.loopMs()
    await sleep(500)
  } while (server.loopMs() - before > 10)
}

/** The attacks that the test of the sequence runs one after another on one server. */
export const sequence: Record<string, Attack> = {
  'expensive MCP messages': sendExpensiveMessages,
  'idle connections': openIdleConnections,
  'unfinished requests': sendPartialRequests,
  'slow readers': readResponsesSlowly,
  'long MCP messages': sendLongMessages,
  'many signals': sendManySignals
}
