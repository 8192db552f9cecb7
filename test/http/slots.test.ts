import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import t from 'tap'
import { LimitLog } from '../../src/http/limit-log.ts'
import { Slots } from '../../src/http/slots.ts'
import { listen } from '../helper.ts'

t.test('a new connection above the limit closes the one whose last request is the oldest', async (t) => {
  const limitLog = new LimitLog({ warn: () => {} })
  const connections = new Slots(2, 'connections', limitLog)
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
  const [active, idle] = [await open(), await open()]
  await ask(active)
  const closed = once(idle, 'close')
  const third = await open()
  await closed
  t.equal(active.closed, false)
  t.equal(limitLog.counts.connections, 1)

  third.destroy()
  await once(third, 'close')
  await ask(active)
  t.equal(limitLog.counts.connections, 1, 'a connection that its client closes no longer counts')

  connections.add(third)
  connections.add(third)
  await ask(active)
  t.equal(limitLog.counts.connections, 1, 'a connection that is already closed does not count')
})
