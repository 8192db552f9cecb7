import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { baseUrl, build, dataWith, facts } from '../helper.ts'
import { callTool } from '../requests.ts'

t.test('clients find the documents in every page, and where they look for them', async (t) => {
  const app = await build(t)
  for (const path of ['/', '/services/leads/', '/for-ai/', '/developers/']) {
    const { body } = await app.inject(path)
    t.match(body, '<p hidden><a href="/llms.txt">')
    t.match(body, '<link rel="ard" href="/.well-known/ard.json" type="application/json"')
  }
  t.notMatch((await app.inject('/nothing')).headers.link, /canonical/)
  const { body } = await app.inject('/openapi.json')
  for (const url of ['/api/openapi.json', '/.well-known/openapi.json']) {
    const response = await app.inject(url)
    t.equal(response.body, body)
    t.match(response.headers.link, `<${baseUrl}/openapi.json>; rel="canonical"`)
  }
  t.equal((await app.inject('/.well-known/oauth-authorization-server')).statusCode, 404)
})

t.test('every list of pages has the time of the newest data file, unless it is in the future', async (t) => {
  const dataDir = dataWith(t, {})
  const old = new Date('2026-01-02T03:04:05Z')
  const late = new Date('2026-05-06T07:08:09Z')
  for (const [day, file] of readdirSync(dataDir).entries()) {
    const earlier = new Date(Date.UTC(2025, 0, 1 + day))
    utimesSync(join(dataDir, file), earlier, earlier)
  }
  utimesSync(join(dataDir, 'services.json'), old, old)
  utimesSync(join(dataDir, 'faq.json'), late, late)
  const app = await build(t, { business: await facts(dataDir) }, { dataDir })
  const { body } = await app.inject('/sitemap-1.xml')
  const timeOf = (path: string) =>
    body.match(new RegExp(`<loc>${baseUrl}${path}</loc><lastmod>(.*?)</lastmod>`))?.[1]
  t.equal(timeOf('/faq/'), late.toISOString())
  t.equal(timeOf('/services/'), old.toISOString())
  t.match((await app.inject('/faq/')).body, '"dateModified":"2026-05-06"')
  t.match((await app.inject('/services/')).body, '"dateModified":"2026-01-02"')
  t.match((await app.inject('/sitemap-index.xml')).body, `<lastmod>${late.toISOString()}</lastmod>`)
  t.match((await app.inject('/llms.txt')).body, '- The facts last changed on 2026-05-06.\n')
  const { entries } = (await app.inject('/.well-known/ard.json')).json()
  t.match(entries, Array(2).fill({ updatedAt: late.toISOString() }))
  t.match((await app.inject('/.well-known/mcp')).body, 'The facts last changed on 2026-05-06.')
  const { metadata } = await callTool(app, 'fetch', { id: 'services/leads' })
  t.equal(metadata.modified, late.toISOString())
  const time = late.toUTCString()
  const reply = await app.inject({ url: '/api/v1/services.json', headers: { 'if-modified-since': time } })
  // The facts may go back to an older state.
  t.match(reply, { statusCode: 200, headers: { 'last-modified': time } })
  // As after a copy from a machine whose clock is ahead.
  const ahead = new Date('2999-01-01')
  for (const file of readdirSync(dataDir)) utimesSync(join(dataDir, file), ahead, ahead)
  const undated = await build(t, { business: await facts(dataDir) }, { dataDir })
  const marks = /lastmod|last changed|changed 2|dateModified|last_updated|updatedAt/
  const lists = ['sitemap-1.xml', 'sitemap-index.xml', 'sitemap.md', 'llms.txt']
  for (const path of [...lists, 'faq/', 'faq.md', '.well-known/mcp', '.well-known/ard.json'])
    t.notMatch((await undated.inject(`/${path}`)).body, marks, path)
  t.notOk((await undated.inject('/api/v1/faq.json')).headers['last-modified'])
})
