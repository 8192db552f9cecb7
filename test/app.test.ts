import { pino } from 'pino'
import t, { type Test } from 'tap'
import { buildWhole, dataWith, facts } from './helper.ts'

async function buildLogged(t: Test, siteDir: string) {
  const lines: { msg: string }[] = []
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  const app = await buildWhole(t, { logger }, { siteDir })
  return { app, messages: () => lines.map(({ msg }) => msg) }
}

t.test('an app prepares in the background', async (t) => {
  t.test('the built-in pages as Markdown', async (t) => {
    const { app, messages } = await buildLogged(t, t.testdir())
    await app.prepare()
    t.ok(app.site.conversions.success >= 10)
    t.same(messages(), [])
  })

  t.test('the comparison of custom pages with the data', async (t) => {
    const { app, messages } = await buildLogged(t, t.testdir({ 'index.html': '<h1>ביתי</h1>' }))
    await app.prepare()
    t.ok(messages().includes('/services/leads/: there is no page for services.json /examples/0 (leads)'))
  })

  t.test('nothing once it is closed', async (t) => {
    const { app, messages } = await buildLogged(t, t.testdir({ 'index.html': '<h1>ביתי</h1>' }))
    await app.close()
    await app.prepare()
    t.equal(app.site.conversions.success, 0)
    t.same(messages(), [])
  })
})

t.test('the comparison with the data warns of a page that is too large', async (t) => {
  const business = await facts(dataWith(t, { 'services#/examples/0/url': '/services/leads.html' }))
  const siteDir = t.testdir({ 'index.html': '<h1>x</h1>', services: { 'leads.html': 'x'.repeat(2_100_000) } })
  const app = await buildWhole(t, { business }, { siteDir })
  const warnings: string[] = []
  t.ok((await app.findDisparities((message) => warnings.push(message))).length > 0)
  t.match(warnings, [/^\/services\/leads\.html /])
})
