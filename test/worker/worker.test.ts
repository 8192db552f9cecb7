import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createHandler } from '../../src/worker/handler.ts'
import worker from '../../src/worker/worker.ts'
import { listBusinesses } from '../contract/businesses.ts'
import { holdContract } from '../contract/contract.ts'
import type { Ask } from '../contract/exchange.ts'
import {
  type Entry,
  largePage,
  newFolder,
  pictures,
  plainSite,
  readManifest,
  write
} from '../export/trees.ts'
import { baseUrl, build, dataWith, facts, folderWith, withoutConnection } from '../helper.ts'

const guesthouse = 'test/fixtures/guesthouse'
const { host } = new URL(baseUrl)

/** The files of an export, as Cloudflare gives them to the worker. */
type Env = Parameters<ReturnType<typeof createHandler>>[1]

const assetsOf = (folder: string): Env => ({
  ASSETS: {
    fetch: async (url) => {
      const file = join(folder, decodeURIComponent(new URL(url).pathname))
      return existsSync(file) ? new Response(readFileSync(file)) : new Response(null, { status: 404 })
    }
  }
})

/** Exports a site with its worker; returns the folder, and a function that compares a response with the server's at a time. */
async function start(t: Test, dataDir: string, siteDir = plainSite) {
  const folder = newFolder(t)
  // Any file: these tests run the source of the worker.
  await write(folder, { dataDir, siteDir, worker: 'package.json' })
  let now = new Date('2027-03-01T12:00:00Z')
  const business = await facts(dataDir, undefined, baseUrl, siteDir)
  const app = await build(t, { business, now: () => now }, { siteDir, dataDir })
  const handle = createHandler(() => now)
  const env = assetsOf(folder)
  const compare = async (
    t: Test,
    url: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' | 'PROPFIND' = 'GET'
  ) => {
    const name = `${method} ${url} ${JSON.stringify(headers)} at ${now.toISOString()}`
    const expected = await app.inject({ url, method, headers: { 'accept-encoding': 'identity', ...headers } })
    const response = await handle(new Request(baseUrl + url, { method, headers }), env)
    t.equal(response.status, expected.statusCode, name)
    t.same(withoutConnection(response.headers), withoutConnection(Object.entries(expected.headers)), name)
    const body = Buffer.from(await response.arrayBuffer())
    if (!body.equals(expected.rawPayload)) t.fail(`${name} has another body`)
    return response
  }
  const setTime = (time: string) => {
    now = new Date(time)
  }
  return { folder, env, handle, compare, setTime }
}

t.test('the worker holds the contract', { timeout: 120_000 }, async (t) => {
  // The one with more exchanges.
  for (const business of listBusinesses(t).filter(({ isOwn }) => isOwn)) {
    const { handle, env } = await start(t, business.dataDir, business.siteDir)
    const ask: Ask = async ({ path, method = 'GET', headers = {}, body }) => {
      // A Request cannot have the method TRACE.
      const init = { method: method.replace('TRACE', 'PROPFIND'), headers: { host, ...headers } }
      const response = await handle(new Request(baseUrl + path, { ...init, ...(body && { body }) }), env)
      // The runtime omits the body of a response to HEAD.
      const text = method === 'HEAD' ? '' : Buffer.from(await response.arrayBuffer()).toString('latin1')
      return { status: response.status, headers: Object.fromEntries(response.headers), body: text }
    }
    await holdContract(t, { name: 'worker', ask }, business)
  }
})

t.test('the worker answers as the server does', async (t) => {
  const edits = {
    // The next test has the dates.
    ...{ 'profile#/opening_hours': undefined, 'profile#/special_hours': undefined },
    'profile#/locations': undefined,
    'pricing#/packages/0/price': undefined,
    'pricing#/packages/0/one_time_ils': null,
    'site#/redirects': { '/old': '/pricing/', '/search': '/faq/?q=1#top', '/a/b': '/' }
  }
  const siteDir = folderWith(t, {
    ...pictures,
    'notes.md': '---\ntitle: Notes of the house\n---\n\nA garden, and a terrace.\n',
    'terms.html': '<title>Terms</title><p>Terms of the house.',
    'terms/index.html': '<title>All terms</title><p>Terms of the house, and of the garden.',
    'café.html': '<title>Café</title><p>Coffee.',
    'large.html': largePage,
    'feed/index.xml': '<feed/>',
    'price list.pdf': Buffer.from('%PDF-1.7'),
    '.well-known/proof': 'proof'
  })
  const { folder, compare } = await start(t, dataWith(t, edits, guesthouse), siteDir)
  const files = Object.values(readManifest(folder).files).filter(({ path }) => path !== undefined)
  const pathOf = ({ path = '' }: Entry) => encodeURI(path)
  const paths = files.map(pathOf)

  t.test('for parts of a file, and conditions on its time', async (t) => {
    const url = encodeURI('/price list.pdf')
    const ranges = '-90 2-90 8- 3-1 -0 - a-b 1-2-3 -1-2 0x1-2 +1-2 0-1,4-5 0-1,2-3 9-,0-1 0-1,'.split(' ')
    for (const range of [...ranges.map((part) => `bytes=${part}`), 'bytes= 0 - 1'])
      for (const method of ['GET', 'HEAD'] as const) await compare(t, url, { range }, method)
    const { headers } = await compare(t, url)
    const [etag, modified] = [String(headers.get('etag')), String(headers.get('last-modified'))]
    const later = 'Fri, 01 Jan 2100 00:00:00 GMT'
    for (const conditions of [
      { range: 'bytes=0-1', 'if-range': modified },
      { 'if-none-match': etag },
      { 'if-none-match': '"x"', 'if-modified-since': later },
      { 'if-modified-since': modified }
    ])
      await compare(t, url, conditions)
    await compare(t, '/terms', { range: 'bytes=0-1' })
    for (const path of [url, '/large'])
      for (const headers of [{ range: 'bytes=9999999-' }, { 'if-match': '"x"' }])
        await compare(t, path, headers)
  })

  t.test('for each path, and for one of each type every Accept, HEAD and spelling', async (t) => {
    for (const path of paths) {
      await compare(t, path)
      await compare(t, path, { accept: 'text/markdown' })
    }
    const types = new Map(files.map((file) => [file.type, pathOf(file)]))
    const others = '/feed/ /large.md /healthz /readyz /mcp/server-card /.well-known/mcp'.split(' ')
    for (const path of [...types.values(), ...others]) {
      for (const accept of ['text/markdown, text/html;q=0.5', 'image/png']) await compare(t, path, { accept })
      await compare(t, path, {}, 'HEAD')
    }
    for (const path of paths.filter((path) => /^\/(?:pricing|terms|notes|caf|services)/.test(path))) {
      await compare(t, path.replace(/.$/, ''))
      for (const end of ['/', '.html', 'index.html?a=1', '?a=1']) await compare(t, path + end)
    }
  })

  t.test('for paths that the contract does not have', async (t) => {
    const others =
      '/api/v1/packages/week.json /api/v1/packages/.json /cafe%CC%81 /old/?x=1 /search?x=1 //pricing/ /PRICING/ /apix'
    for (const path of [...others.split(' '), `/${'x'.repeat(5000)}`])
      for (const method of ['GET', 'HEAD'] as const) await compare(t, path, {}, method)
    for (const path of ['/pricing/', '/api/v1/profile.json', '/api/nope', '/nope'])
      await compare(t, path, {}, 'PROPFIND')
  })
})

t.test('the worker sends the hours of the day, and pages as of the date of the export', async (t) => {
  // Clocks change in America on 14 March 2027, and in Europe on 28 March.
  for (const [main, other, times] of [
    ['America/New_York', 'Pacific/Kiritimati', ['05:00:00', '10:01:00']],
    ['Pacific/Auckland', 'Europe/London', ['10:59:30', '23:59:30']]
  ] as const) {
    const opening_hours = [{ day: 'sunday', opens: '01:00', closes: '03:30' }]
    const address = { street: '1 Side Street', locality: 'Elsewhere', country: 'GB' }
    const edits = {
      'profile#/timezone': main,
      'profile#/opening_hours': opening_hours,
      'profile#/special_hours': [
        { name: 'Fair', from: '2027-03-10', to: '2027-03-12', opens: '09:00', closes: '12:00' },
        { name: 'Annual leave', from: '2027-03-14' }
      ],
      'profile#/locations': [{ id: 'other', name: 'Other', address, timezone: other, opening_hours }]
    }
    const dataDir = dataWith(t, edits, 'test/fixtures/minimal')
    const { compare, setTime, handle, env } = await start(t, dataDir)
    for (const path of ['/', '/contact/', '/.well-known/security.txt']) await compare(t, path)
    for (const day of ['2027-03-01', '2027-03-13', '2027-03-14', '2027-03-28', '2029-02-28'])
      for (const time of times) {
        setTime(`${day}T${time}Z`)
        for (const path of ['/api/v1/hours.json', '/api/hours.json']) {
          const { headers } = await compare(t, path)
          await compare(t, path, {}, 'HEAD')
          await compare(t, path, { 'if-none-match': String(headers.get('etag')) })
        }
      }
    const response = await handle(new Request(`${baseUrl}/contact/`), env)
    t.match(await response.text(), 'Annual leave')
    t.equal(response.headers.get('cache-control'), 'public, max-age=300')
  }
})

t.test('the worker sends 503, and logs why', async (t) => {
  const folder = newFolder(t)
  await write(folder, { worker: 'package.json' })
  const env = assetsOf(folder)
  const logged = t.capture(console, 'error', () => {}).args
  const fails = async (assets: Env, message: RegExp, path = '/', method = 'GET') => {
    // The default export has no cached file yet.
    const response = await createHandler(() => new Date())(new Request(baseUrl + path, { method }), assets)
    t.equal(response.status, 503)
    t.equal(response.headers.get('retry-after'), '5')
    const text = await response.text()
    t.match(text, method === 'HEAD' ? /^$/ : /^\{"error":\{"code":"unavailable","message":"[^"]*"\}\}$/)
    t.match(String(logged().at(-1)), message)
  }
  await fails({ ASSETS: { fetch: () => Promise.reject(new Error('no network')) } }, /no network/)
  await fails({ ASSETS: { fetch: () => Promise.reject(new Error('no network')) } }, /no network/, '/', 'HEAD')
  rmSync(join(folder, 'index.html'))
  await fails(env, /index\.html: cannot be read, because its status is 404/)
  const site = join(folder, '.business-facts/site.json')
  writeFileSync(site, JSON.stringify({ ...JSON.parse(readFileSync(site, 'utf8')), areas: {} }))
  await fails(env, /contradict each other/)
  t.equal((await worker.fetch(new Request(baseUrl), env)).status, 503)
})
