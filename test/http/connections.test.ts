import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import t from 'tap'
import { Connections } from '../../src/http/connections.ts'
import { LimitLog } from '../../src/http/limit-log.ts'
import { listen } from '../helper.ts'

t.test('the connection whose last request is the oldest makes way for a new one', async (t) => {
  const limitLog = new LimitLog({ warn: () => {} })
  const connections = new Connections(2, limitLog)
  const listener = connections.watch((_request, response) => {
    response.end('x')
  })
  const server = createServer(listener)
  server.on('connection', (socket) => connections.add(socket))
  const { port } = new URL(await listen(t, listener, server))
  const open = async () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    await Promise.all([once(socket, 'connect'), once(server, 'connection')])
    return socket
  }
  const [used, idle] = [await open(), await open()]
  used.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(used, 'data')
  const ended = once(idle, 'close')
  const third = await open()
  await ended
  t.equal(used.closed, false)
  t.equal(limitLog.counts.connections, 1)

  third.destroy()
  await once(third, 'close')
  used.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(used, 'data')
  t.equal(limitLog.counts.connections, 1, 'a connection that its client closes leaves its place')
})
