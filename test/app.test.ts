import { execFileSync } from 'node:child_process'
import { extname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { buildApp } from '../src/app.ts'
import type { ApiVersion } from '../src/business/operations.ts'
import { createLimits } from '../src/http/limits.ts'
import { pictures } from './export/trees.ts'
import { buildWhole, collectLog, config, dataWith, facts, v1, words } from './helper.ts'

const minimal = 'test/fixtures/minimal'

async function buildLogged(t: Test, files: Record<string, string>) {
  const { logger, lines } = collectLog()
  const business = await facts(minimal)
  const app = await buildWhole(t, { business, logger }, { siteDir: t.testdir({ ...pictures, ...files }) })
  // A folder with an index.html has no contact page, as the start warns.
  lines.length = 0
  return { app, lines }
}

t.test('an app of valid data is built without packages that it needs later or never', async (t) => {
  const extension = extname(import.meta.filename)
  const script = join(import.meta.dirname, `loaded-packages${extension}`)
  const loader = extension === '.ts' ? ['--import=tsx'] : []
  const loaded: string[] = JSON.parse(String(execFileSync(process.execPath, [...loader, script])))
  t.ok(loaded.includes('fastify'))
  t.ok(loaded.includes('src/business'))
  const late = words(`
  ajv @fastify/ajv-compiler @modelcontextprotocol/server @resvg/resvg-js image-size markdown-it node-html-markdown
  preact prom-client src/advice src/compare
`)
  for (const name of late) t.notOk(loaded.includes(name), name)
})

t.test('an app prepares in the background', async (t) => {
  t.test('by converting each page once, without comparing it with the data', async (t) => {
    // The cache has no room for all.
    const page = `<title>Large</title><p>${'word '.repeat(80_000)}`
    const files = Array.from({ length: 20 }, (_, index): [string, string] => [`${index}.html`, page])
    const own = { 'index.html': '<h1>Mine</h1>', ...Object.fromEntries(files) }
    const { app, lines } = await buildLogged(t, own)
    await app.prepare()
    t.equal(app.site.converter.counts.success, app.site.context.resources.pages.size)
    t.same(lines, [])
  })

  t.test('only until it is closed', async (t) => {
    const { app, lines } = await buildLogged(t, { 'index.html': '<h1>Mine</h1>' })
    await app.close()
    await app.prepare()
    t.equal(app.site.converter.counts.success, 0)
    t.same(lines, [])
  })
})

t.test('an app that a reload has replaced is freed', async (t) => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const freed: string[] = []
  const registry = new FinalizationRegistry<string>((name) => freed.push(name))
  const serveAndReload = async () => {
    const load = () => facts(dataWith(t, {}, minimal))
    const limits = createLimits({ warn: () => {} })
    const previous = await buildApp(config, { business: await load(), limits })
    await previous.fastify.inject('/favicon.ico')
    const app = await buildApp(config, { business: await load(), limits, pictures: previous.site.pictures })
    await app.fastify.inject('/favicon.ico')
    await previous.close()
    registry.register(previous.cache, 'the cache')
    // It lives as long as anything that reads the Markdown of a page.
    registry.register(previous.site.asMarkdown.read, 'the Markdown')
    return app
  }
  const app = await serveAndReload()
  for (let count = 0; count < 100 && freed.length < 2; count += 1) {
    await nextTurn()
    collectGarbage()
  }
  t.same(freed.sort(), ['the Markdown', 'the cache'])
  await app.close()
})

t.test('buildApp rejects two different schemas with one $id, and two versions with one name', async (t) => {
  const [first] = v1.operations
  if (first === undefined) throw new Error('v1 has no operation')
  const Other = Type.Object({ city: Type.String() }, { $id: 'Address' })
  const added = { ...first, operationId: 'getOther', path: '/other.json' }
  const operations = [...v1.operations, { ...added, schema: Type.Object({ other: Other }) }]
  const rejects = async (versions: ApiVersion[], message: RegExp) =>
    t.rejects(buildApp(config, { business: await facts(), versions }), { message })
  await rejects([{ ...v1, operations }], /Address/)
  await rejects([v1, v1], /v1/)
})
