import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import t from 'tap'
import { createLimits } from '../../src/http/limits.ts'
import { ResponseCache, respondFromCache } from '../../src/http/response-cache.ts'
import { listen, openSocket } from '../helper.ts'

t.test('bodies that their clients have not read are limited in total', async (t) => {
  const { unsent, log } = createLimits({ warn: () => {} })
  const server = createServer()
  const url = await listen(t, () => {}, server)
  const ask = async () => {
    const socket = openSocket(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const response: ServerResponse = (await once(server, 'request'))[1]
    const leave = async () => {
      socket.destroy()
      if (!response.closed) await once(response, 'close')
    }
    return { response, leave }
  }
  const [large, medium, small] = [Buffer.alloc(25e6), Buffer.alloc(10e6), Buffer.alloc(16_000)]

  const first = await ask()
  const second = await ask()
  unsent.hold(large, first.response)
  unsent.hold(large, second.response)
  unsent.hold(small, second.response)
  t.ok(unsent.hasRoom(large), 'a body that several responses share counts once')
  t.ok(unsent.hasRoom(small), 'a short body does not count')
  t.notOk(unsent.tryHold(medium, second.response))
  t.equal(log.counts.unsent, 1)

  await first.leave()
  t.notOk(unsent.hasRoom(medium), 'the body counts until the last of its responses ends')
  await second.leave()
  t.ok(unsent.hasRoom(medium))

  unsent.hold(large, second.response)
  t.ok(
    unsent.hasRoom(Buffer.alloc(40e6)),
    'a body whose client has disconnected does not count, and the first body may have any length'
  )
})

t.test('a cached body counts until its client has read it', async (t) => {
  const limits = createLimits({ warn: () => {} })
  const cache = new ResponseCache({ now: () => new Date() })
  const body = Buffer.alloc(9 * 2 ** 20)
  const other = Buffer.alloc(30 * 2 ** 20)
  cache.add('/x', {}, { expires: undefined, headers: { etag: '"x"' }, body })
  const server = createServer(respondFromCache(cache, limits, () => {}))
  const url = await listen(t, () => {}, server)
  const socket = openSocket(url, 'GET /x HTTP/1.1\r\nHost: a\r\n\r\n').pause()
  const response: ServerResponse = (await once(server, 'request'))[1]
  t.notOk(limits.unsent.hasRoom(other))
  socket.resume()
  await once(response, 'close')
  t.ok(limits.unsent.hasRoom(other))
  socket.destroy()
})
