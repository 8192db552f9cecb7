import t from 'tap'
import { send } from '../../harness/exchange.ts'
import { buildWhole, listen, v1 } from '../helper.ts'
import { v2 } from './v2/version.ts'

const deprecation = { announced: '2027-01-01', ends: '2028-01-01', documentation: '/developers/#v1' }

t.test('an unknown path under /api', async (t) => {
  const { fastify, listener } = await buildWhole(t, { versions: [{ ...v1, deprecation }, v2] })
  const routing = new URL(await listen(t, fastify.routing))
  const whole = new URL(await listen(t, listener))

  t.test('does not become another path when its encoded slashes are decoded', async (t) => {
    const port = Number(whole.port)
    t.equal((await send(port, { path: '/api/v2/profile.json' })).status, 200)
    t.equal((await send(port, { path: '/api%2Fv2/profile.json' })).status, 404, 'the cache has the response')
  })

  t.test('gets the same response with and without routing', async (t) => {
    const paths = [
      '/api',
      '/api/',
      '/api/nope',
      '/api/nope.json?x=1',
      '/api/v1',
      '/api/v1/',
      '/api/v1/nope.json',
      '/api/v1/services/nope.json',
      '/api/v1/services/a/b.json',
      '/api/v1/services.json/',
      '/api/v1/%6eope.json',
      '/api/v2/nope.json',
      '/api/v3/services.json',
      '/apis/x'
    ]
    const known = v1.operations.map(({ path }) => `/api/v1${path.replace('{id}', 'x')}`)
    for (const path of [...paths, ...known, '/api/openapi.json']) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const expected = await send(Number(routing.port), { path, method })
        const { date: _, ...headers } = expected.headers
        const response = await send(Number(whole.port), { path, method })
        t.equal(response.status, expected.status, `${method} ${path}`)
        t.match(response.headers, headers)
        t.equal(response.body, expected.body)
      }
    }
  })
})
