import { imageSize } from 'image-size'
import t from 'tap'
import { introduce } from '../../src/mcp/identity.ts'
import { baseUrl, build, dataWith, type Edits, facts, folderWith, listen } from '../helper.ts'
import { connect, revisions } from './connect.ts'
import { contextWith } from './context.ts'

const paths = ['/.well-known/mcp', '/.well-known/mcp.json', '/.well-known/mcp/server-card.json']

t.test('the discovery documents', async (t) => {
  const app = await build(t)
  const client = await connect(t, await listen(t, app.routing), '2026-07-28')
  const response = await app.inject('/mcp/server-card')
  const card = response.json()

  t.test('include a server card with exactly the fields of the schema', async (t) => {
    t.equal(response.headers['content-type'], 'application/mcp-server-card+json')
    t.same(card, {
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      name: 'example.nahat/business-facts',
      version: '1.0.0',
      title: 'נחת אוטומציות',
      description: 'Nahat Automations: contact details, services, prices, packages and FAQ. Read-only.',
      websiteUrl: `${baseUrl}/`,
      icons: [
        { src: `${baseUrl}/icon-512.png`, mimeType: 'image/png', sizes: ['512x512'] },
        { src: `${baseUrl}/favicon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }
      ],
      remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp`, supportedProtocolVersions: revisions }]
    })
  })

  t.test('match the server that they describe', async (t) => {
    const { $schema, remotes, ...identity } = card
    t.same(client.getServerVersion(), identity)
    for (const path of paths) {
      t.same((await app.inject(path)).json(), {
        ...card,
        protocolVersion: revisions[0],
        serverInfo: { name: card.name, title: card.title, version: card.version },
        serverUrl: `${baseUrl}/mcp`,
        endpoint: `${baseUrl}/mcp`,
        transport: { type: 'streamable-http', endpoint: '/mcp', url: `${baseUrl}/mcp` },
        capabilities: client.getServerCapabilities(),
        authentication: { required: false },
        instructions: client.getInstructions(),
        tools: (await client.listTools()).tools
      })
    }
  })

  t.test('respect the limits of the schema, and list icons that are drawn', async (t) => {
    const name = 'נ'.repeat(200)
    const edits = { 'profile#/name': name, 'profile#/name_en': undefined, 'profile#/category': undefined }
    const business = await facts(dataWith(t, edits), undefined, 'http://[::1]:3000')
    const siteDir = folderWith(t, { 'index.html': '<title>Mine</title>' })
    const other = await build(t, { business }, { siteDir })
    const { title, description, icons, name: own } = (await other.inject('/mcp/server-card')).json()
    t.ok(title.length <= 100 && description.length <= 100)
    t.match(own, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    t.equal(icons.length, 2)
    for (const { src, mimeType, sizes } of icons) {
      const { statusCode, headers, rawPayload } = await other.inject(new URL(src).pathname)
      const { type, width, height } = imageSize(rawPayload)
      t.same([statusCode, headers['content-type']], [200, mimeType], src)
      t.same(sizes, [type === 'svg' ? 'any' : `${width}x${height}`], src)
    }
    const { instructions } = (await other.inject('/.well-known/mcp')).json()
    t.match(instructions, name)
    t.notMatch(instructions, /In its own words/)
  })

  t.test('have at most 2,000 characters of instructions, cut at a sentence of the owner', async (t) => {
    const context = await contextWith(['/'], () => '')
    const read = async (edits: Edits) => {
      const business = await facts(dataWith(t, edits))
      return introduce({ ...context, business, factsChanged: new Date() }).options.instructions
    }
    const sentence = 'We mend all that has wheels, at the time we say.'
    const longTexts = {
      'profile#/name': 'נ'.repeat(200),
      'profile#/name_en': 'N'.repeat(200),
      'profile#/category': Array(100).fill(sentence).join(' '),
      'services#/pricing_note': Array(100).fill(sentence).join(' ')
    }
    const cut = await read({ ...longTexts, 'profile#/name': 'N', 'profile#/name_en': 'N' })
    t.ok(cut.length <= 2000, `${cut.length}`)
    t.match(cut, `prices: ${sentence} `)
    t.match(cut, `${sentence} … (list_services has the rest.)`)
    for (const line of [`words: ${sentence} `, 'read-only: you cannot book', 'The facts last changed on'])
      t.match(cut, line)
    t.ok(cut.indexOf('The facts last changed on') < cut.indexOf(sentence), 'the long texts are last')
    t.match(cut, `${sentence} … (get_business_profile has the rest.)`)
    const url = `https://nahat.example/${'q'.repeat(1900)}`
    for (const edits of [
      longTexts,
      { ...longTexts, 'profile#/category': '😀'.repeat(2500) },
      { ...longTexts, 'profile#/contact/contact_page': url }
    ])
      t.ok((await read(edits)).length <= 2000)
  })
})
