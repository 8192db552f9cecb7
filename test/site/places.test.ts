import t, { type Test } from 'tap'
import { baseUrl, build, dataWith, type Edits, facts } from '../helper.ts'
import { englishData } from './sample.ts'

const address = { street: '1 Example Street', locality: 'Leeds', country: 'GB' }

async function open(t: Test, fields: object) {
  const edits: Edits = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`profile#/${name}`, value])
  )
  const app = await build(t, { business: await facts(dataWith(t, edits, englishData)) })
  const get = async (url: string, headers = {}) => app.inject({ url, headers })
  const readMarkdown = async (url: string) => (await get(url, { accept: 'text/markdown' })).body
  const node = async (url: string) => {
    const json = /<script type="application\/ld\+json">([^<]*)/.exec((await get(url)).body)?.[1] ?? '{}'
    return JSON.parse(json)['@graph']?.find(
      (item: Record<string, unknown>) => item.address ?? item.areaServed
    )
  }
  return { get, readMarkdown, node }
}

t.test('a service area › has its places or its country in one line, and in JSON-LD', async (t) => {
  const area = async (service_area: object) => {
    const { node, readMarkdown } = await open(t, { address, service_area })
    const [, text] = /Where we work: (.*)/.exec(await readMarkdown('/contact/')) ?? []
    return { text, served: (await node('/for-ai/')).areaServed }
  }
  t.same(await area({ places: ['York', 'Leeds'] }), { text: 'York and Leeds', served: ['York', 'Leeds'] })
  t.same(await area({ country: 'GB' }), { text: 'United Kingdom', served: 'GB' })
  t.same(await area({ hours_by_train: 2 }), { text: undefined, served: undefined })
})

t.test('locations › are on the contact page and in its JSON-LD', async (t) => {
  const phone = '+44 113 496 0002'
  const locations = [{ id: 'harbour', name: 'Harbour', address, phone }]
  const { readMarkdown, get, node } = await open(t, { address, locations })
  t.match(await readMarkdown('/contact/'), /### Harbour\n[\s\S]*\[\+44 113 496 0002\]\(tel:\+441134960002\)/)
  t.match((await node('/contact/')).subOrganization, [
    { '@id': `${baseUrl}/contact/#harbour`, name: 'Harbour', telephone: phone }
  ])
  for (const path of ['/locations/harbour/', '/api/v1/locations/harbour.json'])
    t.equal((await get(path)).statusCode, 404, path)
})
