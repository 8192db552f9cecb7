import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { BodyError, createLimits } from '../../src/http/limits.ts'
import { listen, openSocket } from '../helper.ts'

/** Starts a server that responds with the length of each body, or with the status of its error. */
async function startReader(t: Test) {
  const { bodies, log, unsent } = createLimits({ warn: () => {} })
  const failures: unknown[] = []
  const listener = (...[request, response]: Parameters<Parameters<typeof createServer>[1] & object>) => {
    bodies.read(request).then(
      ({ text, release }) => {
        response.once('close', release).end(String(text.length))
      },
      (error) => {
        failures.push(error)
        response.writeHead(error.statusCode, { connection: 'close' }).end(error.message)
      }
    )
  }
  const server = createServer(listener)
  const url = await listen(t, listener, server)
  const post = async (body: string) => {
    const response = await fetch(url, { method: 'POST', body })
    return [response.status, await response.text()]
  }
  const open = (bytes: string) => openSocket(url, `POST / HTTP/1.1\r\nHost: a\r\n${bytes}`)
  return { server, post, open, failures, unsent, fullCount: () => log.counts.bodies }
}

const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`

t.test('bodies', async (t) => {
  t.test('are read up to 64 KiB, in chunks of any size', async (t) => {
    const { post, open } = await startReader(t)
    t.same(await post(''), [200, '0'])
    t.same(await post('שלום'), [200, '4'])
    t.same(await post('x'.repeat(65_536)), [200, '65536'])
    const socket = open(
      `Transfer-Encoding: chunked\r\n\r\n${chunk(5000)}${chunk(50_000)}${chunk(1)}0\r\n\r\n`
    )
    const [response] = await once(socket, 'data')
    t.match(String(response), /\r\n\r\n5\r\n55001\r\n|\r\n\r\n55001$/)
  })

  t.test('are rejected with 413 if too large, with and without Content-Length', async (t) => {
    const { post, open } = await startReader(t)
    t.same(await post('x'.repeat(65_537)), [413, 'The body is larger than 64 KiB.'])
    const socket = open(`Transfer-Encoding: chunked\r\n\r\n${chunk(65_536)}${chunk(1)}`)
    const [response] = await once(socket, 'data')
    t.match(String(response), /^HTTP\/1.1 413 /)
  })

  t.test('are rejected with 400 if cut off or sent in too many chunks', async (t) => {
    const { open, failures, server } = await startReader(t)
    const interrupted = open('Content-Length: 10\r\n\r\nx')
    await once(server, 'request')
    interrupted.destroy()
    const socket = open(`Transfer-Encoding: chunked\r\n\r\n${chunk(1).repeat(1001)}`)
    const [response] = await once(socket, 'data')
    t.match(String(response), /^HTTP\/1.1 400 /)
    t.match(failures, [new BodyError(400), new BodyError(400)])
  })

  t.test('share a budget: when it is full, a long body gets 503 and a short one is read', async (t) => {
    const { open, post, fullCount, failures, unsent } = await startReader(t)
    // Each takes at least 56,000 bytes three times of 16 MB.
    const sockets = Array.from({ length: 160 }, () =>
      open(`Content-Length: 65000\r\n\r\n${'x'.repeat(60_000)}`)
    )
    while (fullCount() === 0) await sleep(10)
    t.same(await post('x'.repeat(65_000)), [503, 'The server is busy with other requests. Try again.'])
    t.same(await post('x'.repeat(4000)), [200, '4000'])
    unsent.hold(Buffer.alloc(20_000), new ServerResponse(new IncomingMessage(new Socket())))
    t.ok(unsent.hasRoom(Buffer.alloc(10e6)), 'bodies leave half of the budget to responses')
    for (const socket of sockets) socket.destroy()
    while (failures.length < sockets.length + 1) await sleep(10)
    t.same(await post('x'.repeat(60_000)), [200, '60000'])
  })
})
