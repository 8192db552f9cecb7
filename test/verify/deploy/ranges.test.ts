import { createHash, randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import { type Reply, send } from '../../../harness/exchange.ts'
import { factsOf } from '../../contract/recording.ts'
import { listen } from '../../helper.ts'
import { start } from '../../process.ts'
import { proxies, sendAsOther, startNginx } from './processes.ts'

const siteDir = t.testdir({
  'film.mp4': randomBytes(300_000),
  'price list.pdf': randomBytes(30_000),
  'stock.csv': 'id,count\n'.repeat(70_000),
  'names.csv': 'id,name\n',
  'long.html': `<!doctype html><title>Long</title>${'<p>A paragraph.\n'.repeat(40_000)}`
})
const paths = [
  ...['/film.mp4', '/price%20list.pdf', '/stock.csv', '/names.csv', '/long', '/pricing/'],
  ...['/api/v1/faq.json', '/film.mp4?a=b', '/film%2Emp4', '/pricing/?x=.mp4', '/none.mp4']
]

/** Returns the facts of a response, with a digest of the body: a diff of large bodies takes minutes. */
const summarize = (reply: Reply) => ({
  ...factsOf(reply),
  body: createHash('sha256').update(reply.body).digest('hex')
})

for (const [name, startProxy] of Object.entries(proxies))
  t.test(
    `${name} returns a part of a file, and the whole right after it, only if the server does`,
    async (t) => {
      const server = await start(t, { SITE_DIR: siteDir })
      const { port } = await startProxy(t, [server.port, server.port])
      for (const path of paths) {
        const { etag = '""', 'last-modified': time = '' } = (await send(server.port, { path })).headers
        const conditions = [etag, '"another"', time, 'Mon, 01 Jan 2024 00:00:00 GMT', 'yesterday']
        const part = { range: 'bytes=3-9' }
        for (const headers of [
          part,
          {},
          part,
          ...conditions.map((value) => ({ ...part, 'if-range': value }))
        ])
          t.same(
            summarize(await sendAsOther(port, { path, headers })),
            summarize(await send(server.port, { path, headers })),
            `${path}: ${JSON.stringify(headers)}`
          )
      }
    }
  )

/** Starts nginx in front of a server whose responses may be cached; `requests` are those that reached the server. */
async function startCounted(t: Test) {
  const requests: string[] = []
  const url = await listen(t, ({ url = '', headers }, response) => {
    if (url !== '/healthz') requests.push(url)
    response.setHeader('cache-control', 'public, max-age=300')
    if (headers.range && url.startsWith('/part'))
      response.writeHead(206, { 'content-range': 'bytes 0-1/5', 'accept-ranges': 'bytes' }).end('wh')
    else response.end('whole')
  })
  const port = Number(new URL(url).port)
  return { requests, ...(await startNginx(t, [port, port])) }
}

t.test('nginx serves a page from its cache, whatever Range requests', async (t) => {
  const { port, requests } = await startCounted(t)
  const names = [
    ...['/pricing/', '/pricing/?x=.mp4', '/api/v1/profile.json?.mp4', '/pricing/#.mp4', '/film.mp4/'],
    '/a.mp4.md'
  ]
  for (const path of names) {
    for (const range of ['bytes=0-1', 'bytes=-1', 'bytes=0-0,2-2'])
      t.equal((await sendAsOther(port, { path, headers: { range, 'if-range': '"a"' } })).body, 'whole')
    t.equal((await sendAsOther(port, { path })).body, 'whole')
  }
  t.same(requests, names)
})

t.test('nginx never caches a part of a response', async (t) => {
  const { port } = await startCounted(t)
  for (const path of ['/part/', '/part.mp4', '/part.csv']) {
    t.equal((await send(port, { path, headers: { range: 'bytes=0-1' } })).body, 'wh')
    t.equal((await send(port, { path })).body, 'whole')
  }
})

t.test('nginx requests a video for each client at once', async (t) => {
  const held: (() => void)[] = []
  const url = await listen(t, ({ url }, response) => {
    if (url === '/healthz') return response.end()
    held.push(() => response.writeHead(206, { 'cache-control': 'no-cache' }).end('part'))
    if (held.length === 3) for (const release of held) release()
  })
  const server = Number(new URL(url).port)
  const settings = 'proxy_cache_lock_timeout 1h; proxy_cache_lock_age 1h;'
  const { port } = await startNginx(t, [server, server], settings)
  const request = { path: '/film.mp4?long', headers: { range: 'bytes=0-1' } }
  const replies = await Promise.all([1, 2, 3].map(() => sendAsOther(port, request)))
  for (const { status } of replies) t.equal(status, 206)
})
