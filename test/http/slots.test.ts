import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { createSlots } from '../../src/http/limits.ts'
import { listen, openSocket } from '../helper.ts'

const ask = (path: string, method = 'GET') => `${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const seconds = (count: number) => {
  for (let passed = 0; passed < count; passed += 1) mock.timers.tick(1000)
}

/** Starts a server with a limit on connections, or on responses if `ofResponses` is true, and a clock that stands still. */
async function start(
  t: Test,
  max: number,
  listener: RequestListener,
  { ofResponses = false, maxSpares = 0 } = {}
) {
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  const full = { count: 0 }
  const onFull = () => {
    full.count += 1
  }
  const slots = createSlots(max, onFull, maxSpares)
  const refused: unknown[] = []
  const server = createServer((request, response) => {
    if (!ofResponses) slots.use(request.socket, response)
    else if (!slots.add(response)) {
      refused.push(request.url)
      response.statusCode = 503
      return response.end()
    }
    listener(request, response)
  })
  const accepted: Socket[] = []
  /** Whether each connection is closed, in the order of their arrival. */
  const closedOnes = () => accepted.map(({ destroyed }) => destroyed)
  server.on('connection', (socket) => {
    accepted.push(socket)
    if (ofResponses || slots.add(socket)) return
    refused.push(socket)
    socket.destroy()
  })
  const url = await listen(t, () => {}, server)
  const open = async () => {
    const socket = openSocket(url)
    await Promise.all([once(socket, 'connect'), once(server, 'connection')])
    return socket
  }
  const received = () =>
    new Promise<ServerResponse>((resolve) => {
      server.once('request', (_request, response) => resolve(response))
    })
  /** Opens a connection and sends bytes. Resolves with the response when the server has received the request. */
  const request = async (bytes: string) => {
    const socket = (await open()).pause()
    socket.write(bytes)
    return { socket, response: await received() }
  }
  return { slots, full, refused, accepted, closedOnes, open, received, request }
}

/** Waits until a connection has closed. A client must read, because Node.js reports the end of the bytes only then. */
const closed = (socket: Socket | undefined) =>
  new Promise<void>((resolve) => {
    if (socket === undefined || socket.closed) resolve()
    else socket.resume().once('close', () => resolve())
  })

const finished = async (response: ServerResponse) => {
  while (!response.writableFinished) await new Promise(setImmediate)
}

/** Sends `x` to the client for as long as it reads. */
const stream: RequestListener = (_request, response) => {
  const chunk = Buffer.alloc(16_384, 'x')
  const fill = () => {
    while (response.write(chunk));
  }
  response.on('drain', fill)
  response.writeHead(200, { 'content-length': 10 ** 9 })
  fill()
}

/** Waits until the server has bytes for a client that does not read. */
const blocked = async ({ response }: { response: ServerResponse }) => {
  for (let before = -1; before !== response.writableLength; ) {
    before = response.writableLength
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  }
}

const read = async (socket: Socket, bytes: number) => {
  socket.resume()
  for (let length = 0; length < bytes; ) length += (await once(socket, 'data'))[0].length
  socket.pause()
}

t.test('a full server closes connections without a request, then idle ones, the oldest first', async (t) => {
  const { received, full, refused, open, request } = await start(t, 4, ({ url }, response) => {
    if (url === '/now') response.end('x')
  })
  const used = async (path: string) => {
    const { socket, response } = await request(ask(path))
    if (path === '/now') await finished(response)
    return socket
  }
  const idle = [await used('/now'), await used('/now')]
  const waiting = await used('/later')
  const empty = await open()
  empty.write('GET / HTTP/1.1\r\nX-Slow: ')

  const second = await open()
  await closed(empty)
  const third = await used('/later')
  await closed(second)
  const renewed = received()
  idle[0]?.write(ask('/now'))
  await finished(await renewed)

  const fourth = await used('/later')
  await closed(idle[1])
  const fifth = await used('/later')
  await closed(idle[0])
  t.same(
    [waiting, third, fourth, fifth].map(({ closed }) => closed),
    [false, false, false, false],
    'no request in flight is cut off'
  )
  t.equal(full.count, 4)

  const last = await open()
  await closed(last)
  t.equal(refused.length, 1, 'a new connection is closed at once if each other one has a request in flight')
  t.equal(full.count, 5)

  waiting.destroy()
  await once(waiting, 'close')
  await used('/later')
  t.equal(full.count, 5, 'a connection that its client closed needs no place')
})

t.test('a new connection takes the place of the oldest in the spare places, if all are in use', async (t) => {
  const { request, closedOnes, refused } = await start(t, 4, () => {}, { maxSpares: 2 })
  const open: Socket[] = []
  for (let count = 0; count < 6; count += 1) open.push((await request(ask('/wait'))).socket)
  await closed(open[2])
  await closed(open[3])
  t.same(closedOnes(), [false, false, true, true, false, false])
  t.same(refused, [])
})

t.test('a connection that replaces an idle one outside the spare places is not in them', async (t) => {
  const answer: RequestListener = ({ url }, response) => url === '/done' && response.end()
  const { request, closedOnes } = await start(t, 4, answer, { maxSpares: 2 })
  const open: Socket[] = []
  for (const path of [...Array(4).fill('/done'), ...Array(5).fill('/wait')]) {
    const { socket, response } = await request(ask(path))
    open.push(socket)
    if (path === '/done') await finished(response)
  }
  await closed(open[6])
  t.same(closedOnes(), [true, true, true, true, false, false, true, false, false])
})

t.test('one that still sends its request goes before one whose request has not begun', async (t) => {
  const { request, open, closedOnes, refused } = await start(t, 4, () => {}, { maxSpares: 2 })
  const slow = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1'
  const sockets = [await request(slow), await request(ask('/wait'))].map(({ socket }) => socket)
  sockets.push(await open(), (await request(slow)).socket)
  const closes = async (index: number) => {
    await closed(sockets[index])
    return closedOnes()
  }
  sockets.push(await open())
  t.same(await closes(3), [false, false, false, true, false], 'of those in the spare places only')
  sockets.push(await open())
  t.same(await closes(2), [false, false, true, true, false, false], 'then the oldest without a request')
  t.same(refused, [])
})

t.test('a connection that is closed already gets no place and closes no other', async (t) => {
  const { slots, full, open, accepted } = await start(t, 1, () => {})
  const gone = await open()
  gone.destroy()
  const [socket] = accepted
  await closed(socket)
  const stays = await open()
  t.equal(socket && slots.add(socket), false)
  t.same([stays.closed, full.count], [false, 0])
})

for (const ofResponses of [false, true]) {
  const subject = ofResponses ? 'a response' : 'a connection'
  t.test(`${subject} makes room once its client has read less than 16 KB in 10 s`, async (t) => {
    const { refused, request } = await start(t, 2, stream, { ofResponses })
    const reading = await request(ask('/'))
    const stalled = await request(ask('/'))
    for (const each of [reading, stalled]) await blocked(each)
    const refuse = async () => {
      const { socket } = await request(ask('/new')).catch(() => ({ socket: undefined }))
      socket?.destroy()
    }
    const offer = ofResponses ? refuse : async () => {}
    for (let second = 0; second < 10; second += 1) {
      seconds(1)
      await read(reading.socket, 8_000_000)
      await blocked(reading)
      await offer()
    }
    t.equal(refused.length, ofResponses ? 10 : 0)
    t.notOk(stalled.socket.closed, 'not before')
    seconds(1)
    const next = await request(ask('/next'))
    await closed(stalled.socket)
    t.same([reading.socket.closed, next.socket.closed], [false, false])
  })
}

t.test('a body of one write counts as read while its client reads it', async (t) => {
  // More than the client reads, with what the buffers of the kernel can hold.
  const body = Buffer.alloc(64_000_000)
  const { refused, request, open } = await start(t, 1, (_request, response) => response.end(body))
  const { socket } = await request(ask('/'))
  for (let second = 0; second < 12; second += 1) {
    seconds(1)
    await read(socket, 1_500_000)
  }
  await closed(await open())
  t.same([refused.length, socket.closed], [1, false])
})

t.test('a response that waits for its request is stalled, one that waits for the server not', async (t) => {
  const { refused, request, open, received } = await start(t, 2, () => {})
  const waiting = await request(ask('/'))
  const head = received()
  const slow = await open()
  slow.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1')
  await head
  seconds(10)
  await closed(await open())
  t.equal(refused.length, 1)
  seconds(1)
  await open()
  await closed(slow)
  t.equal(waiting.socket.closed, false)
})
