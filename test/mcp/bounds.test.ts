import t from 'tap'
import { writePricing } from '../../src/business/v1.ts'
import { baseUrl, build, dataWith, facts } from '../helper.ts'
import { callMcp, callTool, writePrompt } from '../requests.ts'
import { repeatService } from './context.ts'

const maxLength = 2 ** 18
const long = (name: string) => `${name} ${'word '.repeat(600)}`.trim()

// tools.test.ts has the results of the other tools.
t.test('a text that would be too long for a model', async (t) => {
  const [offer] = writePricing((await facts()).pricing).packages
  const packages = Array.from({ length: 100 }, (_, index) => ({
    ...{ ...offer, id: `p${index}`, name: `Package ${index}`, description: long(`For ${index}`) }
  }))
  const edits = {
    'services#/examples': await repeatService(1, () => ({ summary: long('About') })),
    'pricing#/packages': packages,
    'pricing#/notes': packages.map(({ description }) => description)
  }
  const app = await build(t, { business: await facts(dataWith(t, edits)) })

  t.test('has fewer entries of its lists, with the total and the URL of all', async (t) => {
    const { contents } = await callMcp(app, 'resources/read', { uri: `${baseUrl}/api/v1/pricing.json` })
    const prompt = await writePrompt(app, 'compare_packages', { need: 'x' })
    for (const text of [contents[0].text, prompt]) {
      t.ok(text.length < maxLength + 1000)
      t.match(text, /packages has 25 of 100 entries[^.]*\. .* all are at .*\/pricing\.json/)
    }
  })

  t.test('keeps the note that it has anyway', async (t) => {
    const { text } = await callTool(app, 'fetch', { id: 'pricing' })
    t.match(JSON.parse(text).note, /^packages has 25 of 100 .*\. .* The prices of services are at /)
  })

  t.test('has its first words, if it is the description of a resource', async (t) => {
    const { resources } = await callMcp(app, 'resources/list')
    const { description } = resources.find(({ name }: { name: string }) => name === 'getService/s0')
    t.match(description, /^About .* word…$/)
    t.ok(description.length <= 1001)
  })
})

t.test('a page that is too long for a model › ends before the limit, with the URL of the rest', async (t) => {
  const siteDir = t.testdir({
    'prices.html': `<title>Prices</title><main>${`<p>${'A wheel. '.repeat(20)}One costs ₪1,200</p>`.repeat(1500)}</main>`
  })
  const app = await build(t, {}, { siteDir })
  const read = await callMcp(app, 'resources/read', { uri: `${baseUrl}/prices.md` })
  const fetched = await callTool(app, 'fetch', { id: 'pages/prices' })
  for (const [text, path] of [
    [read.contents[0].text, '/prices.md'],
    [fetched.text, '/prices']
  ]) {
    t.ok(text.length < maxLength + 200)
    t.match(text, new RegExp(`One costs ₪1,200\\s+The rest is at ${baseUrl}${path} …$`), 'after a whole line')
  }
})
