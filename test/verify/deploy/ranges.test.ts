import { createHash, randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import { type HttpRequest, type Reply, send } from '../../../harness/exchange.ts'
import { listen } from '../../helper.ts'
import { asOther, essence, startCaddy, startNginx, startServer } from './processes.ts'

const baseUrl = 'https://nahat.example'
const proxies: [name: string, start: typeof startNginx][] = [
  ['nginx', startNginx],
  ['Caddy', startCaddy]
]
const siteDir = t.testdir({
  'film.mp4': randomBytes(300_000),
  'price list.pdf': randomBytes(30_000),
  'stock.csv': 'id,count\n'.repeat(70_000),
  'names.csv': 'id,name\n',
  'long.html': `<!doctype html><title>Long</title>${'<p>A paragraph.\n'.repeat(40_000)}`
})

for (const [name, startProxy] of proxies) {
  t.test(`${name} in front of a server with large files`, async (t) => {
    const server = await startServer(t, { BASE_URL: baseUrl, SITE_DIR: siteDir })
    const proxy = await startProxy(t, [server.port, server.port])
    const same = async (t: Test, request: HttpRequest, what: string) => {
      const [direct, passed] = [await send(server.port, request), await send(proxy.port, asOther(request))]
      t.same(summary(passed), summary(direct), what)
      return passed
    }
    const paths = ['/film.mp4', '/price%20list.pdf', '/stock.csv', '/names.csv', '/long', '/pricing/']
    const all = [
      ...paths,
      '/api/v1/faq.json',
      '/film.mp4?a=b',
      '/film%2Emp4',
      '/pricing/?x=.mp4',
      '/none.mp4'
    ]

    t.test('returns a file whole right after a part of it', async (t) => {
      for (const path of all) {
        const headers = { range: 'bytes=3-9' }
        await same(t, { path, headers }, `${path}: a part`)
        await same(t, { path }, `${path}: whole`)
        await same(t, { path, headers }, `${path}: a part again`)
      }
    })

    t.test('returns a part for If-Range only if the server does', async (t) => {
      for (const path of all) {
        const { etag = '""', 'last-modified': time = '' } = (await send(server.port, { path })).headers
        for (const condition of [etag, '"another"', time, 'Mon, 01 Jan 2024 00:00:00 GMT', 'yesterday'])
          await same(
            t,
            { path, headers: { range: 'bytes=0-1', 'if-range': condition } },
            `${path}: ${condition}`
          )
      }
    })
  })
}

/** Returns the parts that a proxy must not change, with a digest of the body: a diff of large bodies takes minutes. */
const summary = (reply: Reply) => ({
  ...essence(reply),
  body: createHash('sha256').update(reply.body).digest('hex')
})

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
    '/pricing/',
    '/pricing/?x=.mp4',
    '/api/v1/profile.json?.mp4',
    '/pricing/#.mp4',
    '/film.mp4/',
    '/a.mp4.md'
  ]
  for (const path of names) {
    for (const range of ['bytes=0-1', 'bytes=-1', 'bytes=0-0,2-2'])
      t.equal((await send(port, asOther({ path, headers: { range, 'if-range': '"a"' } }))).body, 'whole')
    t.equal((await send(port, asOther({ path }))).body, 'whole')
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
  const port = Number(new URL(url).port)
  const nginx = await startNginx(t, [port, port], 'proxy_cache_lock_timeout 1h; proxy_cache_lock_age 1h;')
  const ask = () => send(nginx.port, asOther({ path: '/film.mp4?long', headers: { range: 'bytes=0-1' } }))
  const replies = await Promise.all([ask(), ask(), ask()])
  t.same(
    replies.map(({ status }) => status),
    [206, 206, 206]
  )
})
