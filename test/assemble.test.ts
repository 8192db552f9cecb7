import { pino } from 'pino'
import t, { type Test } from 'tap'
import { assemble, checkSite } from '../src/assemble.ts'
import { config, dataWith, facts } from './helper.ts'

async function assembled(t: Test, siteDir: string) {
  const lines: { msg: string }[] = []
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  const assembly = await assemble({ ...config, siteDir }, logger, () => true)
  t.teardown(() => assembly.close())
  return { assembly, messages: () => lines.map(({ msg }) => msg) }
}

t.test('an assembly prepares in the background', async (t) => {
  t.test('the built-in pages as Markdown', async (t) => {
    const { assembly, messages } = await assembled(t, t.testdir())
    await assembly.prepare()
    t.ok(assembly.conversions.made >= 10)
    t.same(messages(), [])
  })

  t.test('the comparison of custom pages with the data', async (t) => {
    const { assembly, messages } = await assembled(t, t.testdir({ 'index.html': '<h1>ביתי</h1>' }))
    await assembly.prepare()
    t.ok(messages().includes('/services/leads/: there is no page for services.json /examples/0 (leads)'))
  })

  t.test('nothing once it is closed', async (t) => {
    const { assembly, messages } = await assembled(t, t.testdir({ 'index.html': '<h1>ביתי</h1>' }))
    await assembly.close()
    await assembly.prepare()
    t.equal(assembly.conversions.made, 0)
    t.same(messages(), [])
  })
})

t.test('the check names on standard error a page that is too large to be compared', async (t) => {
  const business = await facts(dataWith(t, { 'services#/examples/0/url': '/services/leads.html' }))
  const siteDir = t.testdir({ 'index.html': '<h1>x</h1>', services: { 'leads.html': 'x'.repeat(2_100_000) } })
  const written = t.capture(process.stderr, 'write', () => true)
  await t.rejects(checkSite({ ...config, siteDir }, business), /there is no page for/)
  t.match(String(written()[0]?.args[0]), /^\/services\/leads\.html .*\n$/)
})
