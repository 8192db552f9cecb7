import Fastify from 'fastify'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { operations } from '../../src/business/operations.ts'
import { Errors } from '../../src/http/errors.ts'
import { createLimits } from '../../src/http/limits.ts'
import { addPublicHeaders } from '../../src/http/public-headers.ts'
import { ResponseCache } from '../../src/http/response-cache.ts'
import { mcp } from '../../src/mcp/mcp.ts'
import { baseUrl, facts } from '../helper.ts'
import { modern } from './connect.ts'

type Markdown = (path: string) => string | undefined | Promise<string | undefined>

/** A server that counts how often its pages are read; what it logs. */
async function counting(t: Test, markdown: Markdown = () => '# Page', others: string[] = []) {
  const lines: string[] = []
  const app = Fastify({ loggerInstance: pino({}, { write: (line: string) => lines.push(line) }) })
  let reads = 0
  let warmUp = async () => {}
  const page = { title: 'Page', description: '', language: 'en', modified: new Date(0) }
  await app.register(addPublicHeaders)
  const limits = createLimits({ warn: () => {} })
  await app.register(mcp, {
    limits,
    errors: new Errors(baseUrl),
    cache: new ResponseCache(),
    onWarmUp: (given: () => Promise<void>) => {
      warmUp = given
    },
    source: {
      business: await facts(),
      baseUrl,
      operations,
      prefix: '/api/v1',
      version: '1.0.0',
      hasFile: () => false,
      pages: {
        entries: async () => [
          { ...page, path: '/', markdownPath: '/index.md' },
          ...others.map((name) => ({ ...page, path: `/${name}/`, markdownPath: `/${name}.md` }))
        ],
        markdown: async (path) => {
          reads += 1
          return markdown(path)
        }
      }
    }
  })
  t.teardown(() => app.close())
  const post = (payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/mcp', payload, headers })
  return { post, lines, reads: () => reads, warmUp: () => warmUp() }
}

const read = (more: object = {}, uri = `${baseUrl}/index.md`) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'resources/read',
  params: { uri, ...more }
})

t.test('an answer', async (t) => {
  t.test('is made once, whatever the id and what the client notes for itself', async (t) => {
    const { post, reads } = await counting(t)
    const first = await post(read())
    const notes = { _meta: { progressToken: 7, 'client/trace': 'x' } }
    for (const [id, more] of [
      [2, {}],
      ['two', {}],
      [3, notes],
      [4, { _meta: { progressToken: 'p' } }]
    ] as const) {
      const response = await post({ ...read(more), id })
      t.same(response.json(), { ...first.json(), id })
      t.equal(response.headers['content-type'], 'application/json')
    }
    t.equal(reads(), 1)
  })

  t.test('is of one revision, and of the client that asks', async (t) => {
    const { post, reads } = await counting(t)
    const uri = `${baseUrl}/index.md`
    const older = await post(read())
    const { headers, message } = modern('resources/read', { uri })
    const newer = await post(message, headers)
    t.equal(older.json().result.resultType, undefined)
    t.match(newer.json().result, { resultType: 'complete', ttlMs: 300_000, cacheScope: 'public' })
    t.same(newer.json().result.contents, older.json().result.contents)
    t.same((await post({ ...message, id: 2 }, headers)).json().result, newer.json().result)
    t.equal(reads(), 2)
    t.equal((await post(message, { ...headers, 'mcp-name': `${baseUrl}/` })).statusCode, 400)
    t.equal((await post(read({ _meta: { progressToken: {} } }))).statusCode, 400)
    t.equal((await post({ ...read(), params: [] })).statusCode, 400)
    t.equal((await post({ ...read(), extra: 1 })).statusCode, 400)
    t.equal((await post({ ...read(), id: 1.5 })).statusCode, 400)
    t.match((await post(read({ _meta: [] }))).json(), { error: { code: Number } })
    t.equal(reads(), 2, 'none of these is answered with what is kept')
  })

  t.test('is not kept where it is an error', async (t) => {
    let there = false
    const { post, reads } = await counting(t, () => (there ? '# Page' : undefined))
    t.equal((await post(read())).json().error.code, -32602)
    there = true
    t.match((await post(read())).json().result.contents, [{ text: '# Page', mimeType: 'text/markdown' }])
    t.equal(reads(), 2)
  })

  t.test('leaves what is asked for in memory while others come and go', async (t) => {
    const names = Array.from({ length: 300 }, (_, index) => `page-${index}`)
    // Twice what is kept.
    const { post, reads } = await counting(t, () => 'x'.repeat(60_000), names)
    for (const [index, name] of names.entries()) {
      if (index % 50 === 0) await post(read())
      await post(read({}, `${baseUrl}/${name}.md`))
    }
    t.equal(reads(), 301)
  })

  t.test('is one for all who wait for it at once', async (t) => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const { post, reads } = await counting(t, async () => {
      await opened
      return '# Page'
    })
    const posts = Array.from({ length: 300 }, (_, id) => post({ ...read(), id }))
    const refused = await Promise.race(posts)
    t.equal(refused.statusCode, 503)
    t.equal(refused.headers['retry-after'], '5')
    t.match(refused.json(), { jsonrpc: '2.0', error: { code: -32000, message: /busy/ } })
    t.equal((await post({ ...read(), id: 'late' })).json().id, 'late')
    open()
    const answers = await Promise.all(posts)
    t.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 216)
    t.equal(reads(), 16)
    t.same(
      answers.map((answer) => answer.json().id),
      Array.from({ length: 300 }, (_, id) => id)
    )
    t.equal((await post(read())).statusCode, 200)
  })

  t.test('does not wait for the index when the server has warmed up', async (t) => {
    const { post, reads, warmUp } = await counting(t, () => 'giraffe')
    await warmUp()
    t.equal(reads(), 1)
    const params = { name: 'search', arguments: { query: 'giraffe' } }
    const found = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    t.match(found.json().result.structuredContent, { results: [{ id: 'pages/' }] })
    t.equal(reads(), 1)
  })

  t.test('is the same for clients that say different things of themselves', async (t) => {
    const { post, reads } = await counting(t)
    const uri = `${baseUrl}/index.md`
    for (const name of ['one', 'two']) {
      const clientInfo = { name, version: '1', title: name }
      const { headers, message } = modern(
        'resources/read',
        { uri },
        { 'io.modelcontextprotocol/clientInfo': clientInfo }
      )
      t.equal((await post(message, headers)).statusCode, 200)
    }
    t.equal(reads(), 1)
  })

  t.test('of a fault is 500 without a detail, and the log has it', async (t) => {
    const { post, lines } = await counting(t, () => {
      throw new Error('a secret of /srv')
    })
    const response = await post(read())
    t.equal(response.statusCode, 500)
    t.match(response.headers, { 'access-control-allow-origin': '*' })
    t.same(response.json(), {
      jsonrpc: '2.0',
      error: { code: -32603, message: 'Internal error: the fault is logged.' },
      id: null
    })
    t.match(lines.join(''), /a secret of \/srv/)
  })

  t.test('is there again when the fault has gone', async (t) => {
    let isBroken = true
    const { post } = await counting(t, () => {
      if (isBroken) throw new Error('busy')
      return '# Page'
    })
    const params = { name: 'search', arguments: { query: 'page' } }
    const search = () => post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    t.equal((await search()).statusCode, 500)
    isBroken = false
    t.match((await search()).json().result.structuredContent, { results: [{ id: 'pages/' }] })
  })
})
