import Fastify from 'fastify'
import t, { type Test } from 'tap'
import { Errors } from '../../src/http/errors.ts'
import { createLimits } from '../../src/http/limits.ts'
import { addPublicHeaders } from '../../src/http/plugins.ts'
import { represent } from '../../src/http/represent.ts'
import { createNegotiation } from '../../src/http/resource-routes.ts'
import { ResponseCache } from '../../src/http/response-cache.ts'
import { type PageMarkdown, Resources } from '../../src/resources/resources.ts'
import { baseUrl } from '../helper.ts'

/**
 * Builds a site unrelated to a business, with one page and one text, and records each call of their handlers. The page
 * waits until this number of requests have arrived.
 */
async function buildSite(
  t: Test,
  page: PageMarkdown = {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'content-language': 'en',
      'x-markdown-tokens': '2'
    },
    content: Buffer.from('# Page')
  },
  requestCount = 1
) {
  const app = Fastify()
  const errors = new Errors(baseUrl)
  const options = {
    errors,
    cache: new ResponseCache({ now: () => new Date() }),
    limits: createLimits({ warn: () => {} })
  }
  const calls: string[] = []
  let left = requestCount
  let start = () => {}
  const arrived = new Promise<void>((resolve) => {
    start = resolve
  })
  app.addHook('onRequest', async () => {
    left -= 1
    if (left === 0) start()
  })
  await app.register(addPublicHeaders)
  await app.register(async (scope) => {
    const resources = new Resources(undefined, baseUrl)
    resources.setPages(new Map(), { read: async () => page, readText: async () => undefined }, new Map())
    const negotiate = createNegotiation({
      ...{ baseUrl, errors },
      resources,
      notFound: async () => ({ markdown: { headers: {}, content: Buffer.from('') } })
    })
    await scope.register(represent, { ...options, negotiate })
    scope.get('/page/', async (_request, reply) => {
      calls.push('page')
      await arrived
      return reply.type('text/html').send(Buffer.from('<h1>Page'))
    })
    scope.get('/text', (_request, reply) => {
      calls.push('text')
      return reply.type('text/plain').send('text')
    })
    scope.get('/dated', (_request, reply) =>
      reply.type('text/plain').header('last-modified', 'Mon, 02 Feb 2026 00:00:00 GMT').send('text')
    )
    scope.get('/gone', (_request, reply) => reply.code(410).send({ error: 'gone' }))
  })
  t.teardown(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { get, calls }
}

t.test('the hooks on any site', async (t) => {
  t.test('convert HTML to Markdown, and link each form to the other', async (t) => {
    const { get } = await buildSite(t)
    const html = await get('/page/')
    t.equal(html.body, '<h1>Page')
    t.equal(html.headers.link, `<${baseUrl}/page.md>; rel="alternate"; type="text/markdown"`)
    const chosen = await get('/page/', { accept: 'text/markdown' })
    t.equal(chosen.body, '# Page')
    t.match(chosen.headers, {
      'content-type': 'text/markdown; charset=utf-8',
      'content-location': '/page.md',
      link: `<${baseUrl}/page/>; rel="alternate"; type="text/html"`,
      vary: 'Accept, Accept-Encoding'
    })
  })

  t.test('answer 406 with the reason if a page has no Markdown', async (t) => {
    const { get } = await buildSite(t, { failure: 'it is too deep' })
    const response = await get('/page/', { accept: 'text/markdown' })
    t.equal(response.statusCode, 406)
    t.equal(response.json().error.message, 'This page is available only as text/html: it is too deep.')
    t.equal(response.headers.link, undefined)
    t.equal((await get('/page/')).statusCode, 200)
  })

  t.test('create a variant once for concurrent requests', async (t) => {
    const { get, calls } = await buildSite(t, undefined, 50)
    const responses = await Promise.all(Array.from({ length: 50 }, () => get('/page/')))
    t.ok(responses.every(({ body }) => body === '<h1>Page'))
    t.same(calls, ['page'])
    await get('/page/', { 'accept-encoding': 'br' })
    t.same(calls, ['page', 'page'])
  })

  t.test('answer 304 if the condition matches', async (t) => {
    const { get, calls } = await buildSite(t)
    const { etag } = (await get('/text')).headers
    for (const headers of [{ 'if-none-match': String(etag) }, { 'if-none-match': '*' }]) {
      const response = await get('/text', headers)
      t.equal(response.statusCode, 304)
      t.equal(response.body, '')
      t.equal(response.headers.etag, etag)
      t.notOk('content-type' in response.headers)
    }
    t.same(calls, ['text'])
  })

  t.test('return 412 if the response is not the one that the client expects', async (t) => {
    const { get } = await buildSite(t)
    const tag = String((await get('/dated')).headers.etag)
    const [earlier, later] = ['Sun, 01 Feb 2026 00:00:00 GMT', 'Tue, 03 Feb 2026 00:00:00 GMT']
    const statusOf = async (headers: Record<string, string>) => (await get('/dated', headers)).statusCode
    for (const match of ['*', tag, `"x", ${tag}`]) t.equal(await statusOf({ 'if-match': match }), 200, match)
    for (const match of ['"x"', `W/${tag}`, 'x']) t.equal(await statusOf({ 'if-match': match }), 412, match)
    t.equal(await statusOf({ 'if-match': '"x"', 'if-none-match': tag }), 412, 'before a 304')
    t.equal(await statusOf({ 'if-match': tag, 'if-none-match': tag }), 304)
    t.equal(await statusOf({ 'if-unmodified-since': earlier }), 412)
    t.equal(await statusOf({ 'if-match': '*', 'if-unmodified-since': earlier }), 200)
    for (const time of [later, 'today', '1'])
      t.equal(await statusOf({ 'if-unmodified-since': time }), 200, time)
    t.equal((await get('/text', { 'if-unmodified-since': earlier })).statusCode, 200, 'without a date')
    const failed = await get('/dated', { 'if-match': '"x"', 'accept-encoding': 'br' })
    t.match(failed.json(), { error: { code: 'bad_request', message: /If-Match/ } })
    t.match(failed.headers, { 'cache-control': 'no-store', vary: 'Accept-Encoding' })
    t.equal((await get('/gone', { 'if-match': '"x"' })).statusCode, 410, 'an error stays as it is')
  })

  t.test('leave a JSON error unchanged', async (t) => {
    const { get } = await buildSite(t)
    const response = await get('/gone', { 'accept-encoding': 'br' })
    t.equal(response.statusCode, 410)
    t.same(response.json(), { error: 'gone' })
    t.notOk('etag' in response.headers)
  })
})
