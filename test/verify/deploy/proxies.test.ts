import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type HttpRequest, isSuccess, type Reply, send } from '../../../harness/exchange.ts'
import { start } from '../../process.ts'
import { toolCall } from '../../requests.ts'
import { reads, underLoad } from '../load.ts'
import { proxies, sendAsOther } from './processes.ts'

/** Starts a server; `end` ends it, and `restart` starts it again at the same port. */
async function startServer(t: Test) {
  let running = await start(t)
  const { port } = running
  const end = (signal: NodeJS.Signals) => {
    running.child.kill(signal)
    return running.exited
  }
  const restart = async () => {
    await running.exited
    running = await start(t, { PORT: String(port) })
  }
  return { port, end, restart }
}

for (const [name, startProxy] of Object.entries(proxies)) {
  t.test(`${name} in front of two servers`, async (t) => {
    const servers = await Promise.all([startServer(t), startServer(t)])
    const [first, second] = servers
    const { port } = await startProxy(t, [first.port, second.port])
    const ask = (request: HttpRequest) => sendAsOther(port, request)

    t.test('loses no GET when one server is killed', async (t) => {
      await underLoad(t, ask, reads, async (progress) => {
        first.end('SIGKILL')
        await progress()
        await first.restart()
        await progress()
      })
    })

    t.test('loses no request during a rolling restart', async (t) => {
      const restartAll = async (progress: () => Promise<void>) => {
        for (const { end, restart } of servers) {
          end('SIGTERM')
          await restart()
          await progress()
        }
      }
      // The proxy does not retry a POST that a server received before it exited: the client gets 503.
      const isFine = (request: HttpRequest, reply: Reply) =>
        isSuccess(request, reply) || (request === toolCall && reply.status === 503)
      await underLoad(t, ask, [...reads, () => toolCall], restartAll, isFine)
    })

    t.test('returns 503 while both servers are down, and recovers when one is back', async (t) => {
      await Promise.all(servers.map(({ end }) => end('SIGKILL')))
      const { status, headers, body } = await send(port, { path: '/api/v1/pricing.json?both-down' })
      t.equal(status, 503)
      t.match(headers, { 'retry-after': '5', 'content-type': 'application/json; charset=utf-8' })
      t.match(JSON.parse(body), { error: { code: 'unavailable' } })
      await first.restart()
      let last: number | undefined
      do last = (await send(port, { path: '/api/v1/pricing.json?one-up' })).status
      while (last !== 200)
    })
  })
}

t.test('the Caddyfile in the README proxies to the server', async (t) => {
  const [, block = ''] = /```\n( *business\.example \{[^`]*)```/.exec(readFileSync('README.md', 'utf8')) ?? []
  const file = join(t.testdir({ Caddyfile: block }), 'Caddyfile')
  const args = ['adapt', '--adapter', 'caddyfile', '--config', file]
  const { status, stdout } = spawnSync('/usr/bin/caddy', args, { encoding: 'utf8' })
  t.equal(status, 0)
  for (const part of ['"host":["business.example"]', '"dial":"127.0.0.1:3000"']) t.match(stdout, part)
})
