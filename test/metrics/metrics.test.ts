import { once } from 'node:events'
import t, { type Test } from 'tap'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { buildWhole, listen, openSocket, talk } from '../helper.ts'

const shared = await buildWhole(t)

/** Starts a server with metrics; `scrape` returns the values by series name, including labels. */
async function measure(t: Test, app = shared) {
  const { listener, cache } = app
  const conversions = { success: 3, failure: 1 }
  const modified = new Date(Date.now() - 90_000)
  let reads = 0
  const { observe, server } = createMetrics({
    current: () => {
      reads += 1
      return { cache, site: { converter: { counts: conversions } }, modified }
    },
    limits: { connections: 2, files: 0 },
    reloads: { success: 2, failure: 1 }
  })
  const url = await listen(t, observe(listener))
  const metrics = await listen(t, () => {}, server)
  const scrape = async () => {
    const text = await (await fetch(`${metrics}/metrics`)).text()
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))])
    )
  }
  return { url, metrics, cache, modified, scrape, reads: () => reads }
}

const ask = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(url, { method, headers, redirect: 'manual' })
  await response.text()
  return response
}

t.test('the metrics', async (t) => {
  t.test('count requests by surface, status and agent, whether cached or not', async (t) => {
    const { url, scrape } = await measure(t)
    const requests: [path: string, surface: string, status: string, headers?: Record<string, string>][] = [
      ['/api/v1/faq.json', 'json', '2xx'],
      ['/api/v1/faq.json?x', 'json', '2xx'],
      ['/openapi.json', 'json', '2xx'],
      ['/api', 'json', '4xx'],
      ['/', 'html', '2xx'],
      ['/pricing', 'html', '3xx'],
      ['/pricing/', 'html', '2xx', { accept: 'text/html' }],
      ['/pricing/', 'markdown', '2xx', { accept: 'text/markdown' }],
      ['/pricing.md', 'markdown', '2xx'],
      ['/mcp-and-more/', 'html', '4xx'],
      ['/mcp/server-card', 'mcp', '2xx'],
      [`/${'x'.repeat(4000)}.md`, 'markdown', '4xx'],
      ['/.well-known/mcp/none.json', 'mcp', '4xx'],
      ['/.well-known/mcp.json', 'mcp', '2xx'],
      ['/.well-known/mcp', 'mcp', '2xx'],
      ['/.well-known/mcp-registry-auth', 'discovery', '4xx'],
      ['/.well-known/none', 'discovery', '4xx'],
      ['/none.txt', 'discovery', '4xx'],
      ['/sitemap.none', 'discovery', '4xx'],
      ['/site.webmanifest', 'file', '2xx'],
      ['/none.html', 'html', '4xx'],
      ['/healthz', 'health', '2xx']
    ]
    const expected = new Map<string, number>()
    for (const [path, surface, status, headers] of requests) {
      await ask(url + path, { 'user-agent': 'curl/8.10.1', ...headers })
      const series = `business_requests_total{surface="${surface}",status="${status}",agent="other"}`
      expected.set(series, (expected.get(series) ?? 0) + 1)
    }
    const series = await scrape()
    const counted = [...series].filter(([name]) => name.startsWith('business_requests_total'))
    t.same(new Map(counted), expected)
  })

  t.test('time requests in a histogram', async (t) => {
    const { url, scrape } = await measure(t)
    for (let count = 0; count < 5; count += 1) await ask(`${url}/api/v1/faq.json`)
    const series = await scrape()
    const name = 'business_request_duration_seconds'
    const buckets = [...series].filter(([key]) => /_bucket\{.*surface="json"/.test(key))
    t.equal(buckets.length, 11)
    t.equal(series.get(`${name}_count{surface="json"}`), 5)
    const sum = Number(series.get(`${name}_sum{surface="json"}`))
    t.ok(sum > 0)
    t.notOk(series.has(`${name}_count{surface="mcp"}`), 'no series for a surface without requests')
  })

  t.test('report the cache, the conversions, the reloads, the data and the process', async (t) => {
    const { url, cache, modified, scrape } = await measure(t, await buildWhole(t))
    for (let count = 0; count < 3; count += 1) await ask(`${url}/api/v1/faq.json`)
    const series = await scrape()
    t.equal(series.get('business_cache_bytes'), cache.size)
    t.ok(cache.size > 1000)
    t.equal(series.get('business_cache_hits_total'), 2)
    const read = (name: string) =>
      ['success', 'failure'].map((result) => series.get(`business_${name}_total{result="${result}"}`))
    t.same(
      [read('conversions'), read('reloads')],
      [
        [3, 1],
        [2, 1]
      ]
    )
    const age = Number(series.get('business_data_age_seconds'))
    t.ok(age >= 90 && age <= (Date.now() - modified.getTime()) / 1000)
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      t.ok(Number.isFinite(series.get(name)), name)
    }
  })

  t.test('count a request whose client has disconnected', async (t) => {
    const { url, scrape } = await measure(t)
    const socket = openSocket(url, 'GET /developers/ HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'connect')
    socket.resetAndDestroy()
    let count: number | undefined
    do {
      await ask(`${url}/healthz`)
      count = (await scrape()).get('business_request_duration_seconds_count{surface="html"}')
    } while (count === undefined)
    t.equal(count, 1)
  })

  t.test('are collected once for concurrent scrapes', async (t) => {
    const { metrics, reads, scrape } = await measure(t)
    await scrape()
    const perScrape = reads()
    const scrapes = 50
    // In one segment, so the server reads all of them before it answers the first.
    const last = 'GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const text = await talk(metrics, 'GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(scrapes - 1) + last)
    t.equal(text.split('HTTP/1.1 200 OK').length - 1, scrapes)
    t.equal(reads(), perScrape * 2, `${scrapes} scrapes read as often as one`)
  })

  t.test('drop the connections and requests above their limits', async (t) => {
    const { metrics } = await measure(t)
    const maxConnections = 16
    const sockets = Array.from({ length: maxConnections }, () => openSocket(metrics))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    await once(openSocket(metrics), 'close')
    const [scraper] = sockets
    scraper?.write('GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(101))
    let text = ''
    while (scraper && !text.includes('HTTP/1.1 503 Service Unavailable')) {
      const [chunk] = await once(scraper, 'data')
      text += chunk
    }
    t.equal(text.split('HTTP/1.1 200 OK').length - 1, 100)
    for (const socket of sockets) socket.destroy()
  })

  t.test('are served only at /metrics of the metrics server', async (t) => {
    const { url, metrics } = await measure(t)
    const response = await fetch(`${metrics}/metrics`)
    t.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    await response.text()
    t.equal((await ask(`${metrics}/`)).status, 404)
    t.equal((await ask(`${metrics}/metrics`, {}, 'POST')).status, 404)
    t.equal((await ask(`${url}/metrics`)).status, 404, 'not on the public server')
  })

  t.test('recognize agents by their names', async (t) => {
    const { url, scrape } = await measure(t)
    const mozilla = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko'
    const agents = [
      ['', 'other'],
      ['curl/8.10.1', 'other'],
      [`${mozilla}) Version/18.0 Mobile/15E148 Safari/604.1`, 'browser'],
      ['Mozilla/5.0 (compatible; SomeCrawler/2.0; +https://crawler.example)', 'other'],
      [`${mozilla}; compatible; GPTBot/1.2; +https://openai.com/gptbot)`, 'GPTBot'],
      [`${mozilla}); compatible; ChatGPT-User/1.0; +https://openai.com/bot`, 'ChatGPT-User'],
      ['Claude-User/1.0', 'Claude-User'],
      ['Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', 'ClaudeBot'],
      ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
      ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
      ['meta-externalagent/1.1 (+https://developers.facebook.com/docs)', 'meta-externalagent']
    ] as const
    const count = async (agent: string) =>
      (await scrape()).get(`business_requests_total{surface="health",status="2xx",agent="${agent}"}`) ?? 0
    for (const [userAgent, agent] of agents) {
      const before = await count(agent)
      await ask(`${url}/healthz`, { 'user-agent': userAgent })
      t.equal(await count(agent), before + 1, userAgent)
    }
  })
})
