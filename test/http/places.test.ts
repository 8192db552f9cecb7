import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import t from 'tap'
import { LimitLog } from '../../src/http/limit-log.ts'
import { Places } from '../../src/http/places.ts'
import { listen } from '../helper.ts'

t.test('the connection whose last request is the oldest makes way for a new one', async (t) => {
  const limitLog = new LimitLog({ warn: () => {} })
  const connections = new Places(2, 'connections', limitLog)
  const server = createServer((request, response) => {
    connections.renew(request.socket)
    response.end('x')
  })
  server.on('connection', (socket) => connections.add(socket))
  const { port } = new URL(await listen(t, () => {}, server))
  const open = async () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    await Promise.all([once(socket, 'connect'), once(server, 'connection')])
    return socket
  }
  const ask = async (socket: Awaited<ReturnType<typeof open>>) => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'data')
  }
  const [used, idle] = [await open(), await open()]
  await ask(used)
  const ended = once(idle, 'close')
  const third = await open()
  await ended
  t.equal(used.closed, false)
  t.equal(limitLog.counts.connections, 1)

  third.destroy()
  await once(third, 'close')
  await ask(used)
  t.equal(limitLog.counts.connections, 1, 'a connection that its client closes leaves its place')

  connections.add(third)
  connections.add(third)
  await ask(used)
  t.equal(limitLog.counts.connections, 1, 'one that is closed already takes no place')
})
