import t from 'tap'
import { build } from '../helper.ts'

t.test('the health checks', async (t) => {
  const app = await build(t)

  t.test('report liveness and readiness', async (t) => {
    t.same((await app.inject('/healthz')).json(), { status: 'ok' })
    t.same((await app.inject('/readyz')).json(), { status: 'ready' })
    t.equal((await app.inject('/readyz')).headers['cache-control'], 'no-store')
    t.equal((await app.inject({ method: 'POST', url: '/healthz' })).statusCode, 405)
  })

  t.test('are not in the OpenAPI document', async (t) => {
    t.notMatch(Object.keys(app.swagger().paths ?? {}), /healthz|readyz/)
  })

  t.test('report that the process is not ready during shutdown', async (t) => {
    const stopping = await build(t, { isReady: () => false })
    const response = await stopping.inject('/readyz')
    t.equal(response.statusCode, 503)
    t.match(response.headers, { 'cache-control': 'no-store', 'retry-after': '5' })
    t.match(response.json(), { error: { code: 'unavailable', message: 'The server is shutting down.' } })
    t.equal((await stopping.inject('/healthz')).statusCode, 200)
  })
})
