import t, { type Test } from 'tap'
import { writePricing } from '../../src/business/v1.ts'
import { baseUrl, build, dataWith, facts } from '../helper.ts'
import { sendMcp } from '../requests.ts'
import { repeatService } from './context.ts'

type BuildOptions = Parameters<typeof build> extends [unknown, ...infer Rest] ? Rest : never
const maxLength = 2 ** 18
const long = (name: string) => `${name} ${'word '.repeat(600)}`.trim()

/** Serves a business or a site, and returns functions that read a result of MCP. */
async function serve(t: Test, ...options: BuildOptions) {
  const app = await build(t, ...options)
  const send = async (method: string, params: object) => {
    const { result } = await sendMcp(app, method, params)
    t.ok(JSON.stringify(result).length < 4 * maxLength)
    return result
  }
  return {
    send,
    read: async (path: string): Promise<string> =>
      (await send('resources/read', { uri: baseUrl + path })).contents[0].text,
    fetch: async (id: string): Promise<string> =>
      (await send('tools/call', { name: 'fetch', arguments: { id } })).structuredContent.text
  }
}

t.test('a list that would be too long for a model', async (t) => {
  const [offer] = writePricing((await facts()).pricing).packages
  const examples = await repeatService(100, (index) => ({
    name: `${index}`,
    summary: long(`About ${index}`)
  }))
  const packages = Array.from({ length: 100 }, (_, index) => ({
    ...{ ...offer, id: `p${index}`, name: `Package ${index}`, description: long(`For ${index}`) }
  }))
  const includes = Array.from({ length: 100 }, (_, index) => long(`${index}`))
  const dataDir = dataWith(t, {
    'services#/examples': [{ ...examples[0], id: 'long', includes }, ...examples],
    'pricing#/packages': packages,
    'pricing#/notes': includes
  })
  const { send, read, fetch } = await serve(t, { business: await facts(dataDir) }, { dataDir })

  t.test('has fewer entries of its lists, with the total and the URL of all', async (t) => {
    const body = JSON.parse(await read('/api/v1/services.json'))
    t.ok(body.examples.length > 10 && body.examples.length <= 50)
    t.match(body.note, `examples has ${body.examples.length} of 101 entries`)
    t.match(body.note, `all are at ${baseUrl}/api/v1/services.json.`)
    const called = (await send('tools/call', { name: 'get_service', arguments: { id: 'long' } }))
      .structuredContent
    for (const { note } of [JSON.parse(await fetch('services/long')), called])
      t.match(note, /includes has 50 of 100 entries\. .*all are at \S+\/api\/v1\/services\/long\.json\./)
  })

  t.test('keeps the note that it has anyway', async (t) => {
    const { note } = JSON.parse(await fetch('pricing'))
    t.match(note, /^notes has \d+ of 100 entries\. .* The prices of services are at /)
  })

  t.test('is a prompt with fewer packages, and the URL of all', async (t) => {
    const { messages } = await send('prompts/get', { name: 'compare_packages', arguments: { need: 'x' } })
    t.match(
      messages[0].content.text,
      /packages has \d+ of 100 entries[^.]*\. .* all are at .*\/pricing\.json/
    )
  })

  t.test('has the first words of long descriptions, if it is a list of resources', async (t) => {
    const { resources } = await send('resources/list', {})
    const service = resources.find(({ name }: { name: string }) => name === 'getService/s7')
    t.match(service.description, /^About 7 .* word…$/)
    t.ok(service.description.length <= 1001)
  })
})

t.test('a page that is too long for a model › ends before the limit, with the URL of the rest', async (t) => {
  const siteDir = t.testdir({
    'prices.html': `<title>Prices</title><main>${`<p>${'A wheel. '.repeat(20)}One costs ₪1,200</p>`.repeat(1500)}</main>`
  })
  const { read, fetch } = await serve(t, {}, { siteDir })
  const text = await read('/prices.md')
  t.ok(text.length < maxLength + 200)
  t.match(
    text,
    new RegExp(`One costs ₪1,200\\s+The rest is at ${baseUrl}/prices\\.md …$`),
    'after a whole line'
  )
  t.match(await fetch('pages/prices'), new RegExp(`One costs ₪1,200\\s+The rest is at ${baseUrl}/prices …$`))
})
