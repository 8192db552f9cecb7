import t, { type Test } from 'tap'
import { send } from '../../../harness/exchange.ts'
import { listen } from '../../helper.ts'
import { sendAsOther, startNginx } from './processes.ts'

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
