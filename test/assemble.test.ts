import { Type } from '@sinclair/typebox'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { v1 } from '../src/api/v1/version.ts'
import type { Version } from '../src/api/versions.ts'
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

t.test('the check fails for everything that makes a start fail', async (t) => {
  const [first, ...others] = v1.operations
  if (first === undefined) throw new Error('v1 has no operation')
  const Other = Type.Object({ city: Type.String() }, { $id: 'Address' })
  const added = { ...first, operationId: 'getOther', path: '/other.json' }
  const deprecation = { announced: '2027-01-01', ends: '2027-02-01', documentation: '/' }
  const mistakes: [name: string, versions: Version[], message: RegExp][] = [
    [
      'a body that is not an object',
      [{ ...v1, operations: [{ ...first, schema: Type.Array(Type.String()) }, ...others] }],
      /getBusinessProfile: the body must be an object, got array/
    ],
    [
      'two different schemas with one $id',
      [{ ...v1, operations: [...v1.operations, { ...added, schema: Type.Object({ other: Other }) }] }],
      /Address/
    ],
    [
      'a repeated operationId',
      [{ ...v1, operations: [...v1.operations, { ...first, path: '/other.json' }] }],
      /operationId getBusinessProfile/
    ],
    ['two versions with one name', [v1, v1], /v1/],
    ['a version that ends too early', [{ ...v1, deprecation }], /v1 must end at least 12 months/]
  ]
  const business = await facts()
  for (const [name, versions, message] of mistakes) {
    t.test(`such as ${name}`, async (t) => {
      await t.rejects(checkSite(config, business, versions), { message })
    })
  }
})
