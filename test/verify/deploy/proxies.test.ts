import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type HttpRequest, isSuccess, send } from '../../../harness/exchange.ts'
import { toolCall } from '../../requests.ts'
import { asOther, type Listening, startCaddy, startNginx, startServer } from './processes.ts'

const baseUrl = 'https://nahat.example'
type Kind = (n: number) => HttpRequest
// Each request has its own URL, so no cache has its response.
const reads: Kind[] = [
  (n) => ({ path: `/api/v1/services/leads.json?${n}` }),
  (n) => ({ path: `/pricing/?${n}`, headers: { 'accept-encoding': 'br' } }),
  () => ({ path: '/for-ai/', headers: { accept: 'text/markdown' } })
]
const calls: Kind[] = [() => toolCall]

const proxies: [name: string, start: typeof startNginx][] = [
  ['nginx', startNginx],
  ['Caddy', startCaddy]
]

for (const [name, startProxy] of proxies) {
  t.test(`${name} in front of two servers`, async (t) => {
    const servers = await Promise.all([
      startServer(t, { BASE_URL: baseUrl }),
      startServer(t, { BASE_URL: baseUrl })
    ])
    const [first, second] = servers
    const proxy = await startProxy(t, [first.port, second.port])

    t.test('loses no GET when one server is killed', async (t) => {
      await underLoad(t, proxy, reads, async (progress) => {
        first.kill('SIGKILL')
        await progress()
        await first.restart()
        await progress()
      })
    })

    // The proxy does not retry a POST that a server received before it exited: the client gets 503.
    t.test('loses no request during a rolling restart', async (t) => {
      await underLoad(t, proxy, [...reads, ...calls], async (progress) => {
        for (const server of servers) {
          server.kill('SIGTERM')
          await server.restart()
          await progress()
        }
      })
    })

    t.test('returns 503 while both servers are down, and recovers when one is back', async (t) => {
      for (const server of servers) server.kill('SIGKILL')
      const { status, headers, body } = await send(proxy.port, { path: '/api/v1/pricing.json?both-down' })
      t.equal(status, 503)
      t.match(headers, { 'retry-after': '5', 'content-type': 'application/json; charset=utf-8' })
      t.match(JSON.parse(body), { error: { code: 'unavailable' } })
      await Promise.all(servers.map(({ restart }) => restart()))
      let last: number | undefined
      do last = (await send(proxy.port, { path: '/api/v1/pricing.json?one-up' })).status
      while (last !== 200)
    })
  })
}

/**
 * Sends requests from eight clients without a pause while something happens; `progress` waits for some hundred more
 * responses. Each response must be complete.
 */
async function underLoad(
  t: Test,
  { port }: Listening,
  kinds: Kind[],
  act: (progress: () => Promise<void>) => Promise<void>
) {
  let count = 0
  let isOver = false
  let waiting: { until: number; resolve: () => void } | undefined
  const failures: string[] = []
  const ask = async () => {
    while (!isOver) {
      count += 1
      const request = kinds[count % kinds.length]?.(count) ?? { path: '/' }
      try {
        const reply = await send(port, asOther(request))
        const isRejectedCall = request === toolCall && reply.status === 503
        if (!isSuccess(request, reply) && !isRejectedCall)
          failures.push(`${request.path}: ${reply.status} ${reply.body}`)
      } catch (error) {
        failures.push(`${request.path}: ${error}`)
      }
      if (waiting && count >= waiting.until) waiting.resolve()
    }
  }
  const progress = () =>
    new Promise<void>((resolve) => {
      waiting = { until: count + 400, resolve }
    })
  const clients = Array.from({ length: 8 }, ask)
  await progress()
  await act(progress)
  isOver = true
  await Promise.all(clients)
  t.comment(`${count} requests`)
  t.same(failures.slice(0, 10), [])
}

t.test('the Caddyfile in the README proxies to the server', async (t) => {
  const [, block = ''] = /```\n( *business\.example \{[^`]*)```/.exec(readFileSync('README.md', 'utf8')) ?? []
  const file = join(t.testdir({ Caddyfile: block }), 'Caddyfile')
  const { status, stdout } = spawnSync(
    '/usr/bin/caddy',
    ['adapt', '--adapter', 'caddyfile', '--config', file],
    {
      encoding: 'utf8'
    }
  )
  t.equal(status, 0)
  for (const part of ['"host":["business.example"]', '"dial":"127.0.0.1:3000"']) t.match(stdout, part)
})
