import t, { type Test } from 'tap'
import { fieldOf, getString } from '../../src/base/json-value.ts'
import type { Business } from '../../src/business/business.ts'
import { type Operation, operations, operationsOf } from '../../src/business/operations.ts'
import { v2 } from '../api/v2/version.ts'
import {
  baseUrl,
  build,
  collectLog,
  config,
  dataWith,
  type Edits,
  facts,
  listen,
  readSite,
  versions
} from '../helper.ts'
import { callTool, sendMcp } from '../requests.ts'
import { connect, revisions } from './connect.ts'
import { repeatService } from './context.ts'
import { buildBoth } from './edge.ts'

// Each page as Markdown ends with a link to the sitemap, which the list of resources makes superfluous.
const withoutMap = (text: string) => text.replace(/\n## Sitemap\n\n.*\n$/, '')

const toolOf = ({ operationId }: Operation) =>
  operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isText = (value: unknown) => typeof value === 'string'

/** Every read of the API: an operation, its id if it takes one, and the path. */
const readsOf = (business: Business) =>
  operationsOf(operations, business).flatMap((operation) =>
    (operation.ids?.(business) ?? [undefined]).map((id) => ({
      operation,
      id,
      path: `/api/v1${operation.path.replace('{id}', String(id))}`
    }))
  )

const readPages = async (business: Business) =>
  (await readSite(config, business)).context.resources.listPages()

t.test('the MCP server', async (t) => {
  const business = await facts()
  const app = await build(t)
  const address = await listen(t, app.routing)
  const services = business.catalog.services.map(({ id }) => id)
  const packages = business.pricing.packages.map(({ id }) => id)
  const pages = await readPages(business)
  /** Connects a client to the server of a business with these changes. */
  const connectTo = async (t: Test, edits: Edits, revision: (typeof revisions)[number] = revisions[0]) => {
    const other = await build(t, { business: await facts(dataWith(t, edits)) })
    return connect(t, await listen(t, other.routing), revision)
  }

  for (const revision of revisions) {
    t.test(`supports ${revision}`, async (t) => {
      const client = await connect(t, address, revision)

      t.test('describes itself, its capabilities and how to use it', async (t) => {
        t.equal(client.getNegotiatedProtocolVersion(), revision)
        t.match(client.getServerCapabilities(), { tools: {}, resources: {}, prompts: {}, completions: {} })
        t.match(client.getServerVersion(), { name: 'example.nahat/business-facts' })
        const instructions = String(client.getInstructions())
        t.match(instructions, business.profile.name)
        t.match(instructions, /A price of the kind "from" is a starting price: say "from"/)
        t.match(instructions, 'The facts are in Hebrew: search in Hebrew, and answer in the')
        t.match(instructions, /Prices exclude tax \(מע״מ\)/)
        t.match(instructions, /starting price or on request, it is not a quote: ask for one at http/)
        t.match(instructions, String(business.catalog.pricing_note))
        t.match(instructions, /read-only: you cannot book, order, pay/)
        t.match(instructions, `${baseUrl}/contact/`)
      })

      // Those between differ in the handshake only.
      if (revision !== revisions[0] && revision !== revisions.at(-1)) return

      t.test('lists its tools with title, description, schemas and annotations', async (t) => {
        const { tools } = await client.listTools()
        const names = operationsOf(operations, business).map(toolOf)
        t.same(
          tools.map(({ name }) => name),
          [...names, 'search', 'fetch']
        )
        for (const { describe } of operations) t.match(describe(business), /\. (Use|Read) it /)
        for (const { title, description, inputSchema, outputSchema, annotations, icons } of tools) {
          t.same(icons, client.getServerVersion()?.icons)
          t.match(description, /\. (Use|Read) it /)
          t.notMatch(JSON.stringify(inputSchema), /additionalProperties|format/)
          t.equal(outputSchema?.type, 'object')
          t.notMatch(JSON.stringify(outputSchema), /"\$id"/)
          const [readOnlyHint, destructiveHint, idempotentHint, openWorldHint] = [true, false, true, false]
          t.same(annotations, { title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint })
        }
        const idsOf = (name: string) =>
          fieldOf(tools.find((tool) => tool.name === name)?.inputSchema.properties?.id, 'enum')
        t.same(idsOf('get_service'), services)
        t.same(idsOf('get_package'), packages)
        const search = tools.find(({ name }) => name === 'search')
        t.match(search?.description, 'in Hebrew: contact details, services, prices, packages and FAQ.')
      })

      t.test('returns from each tool the same bytes as the API', async (t) => {
        for (const { operation, id, path } of readsOf(business)) {
          const { body } = await app.inject(path)
          const call = { name: toolOf(operation), arguments: id === undefined ? {} : { id } }
          const { content, structuredContent, isError } = await client.callTool(call)
          t.equal(JSON.stringify(structuredContent), body, path)
          t.same(content, [{ type: 'text', text: body }])
          t.notOk(isError)
        }
      })

      // Other tests send their messages in an older revision.
      if (revision !== revisions[0]) return

      t.test('finds and reads documents in the shape that connectors expect', async (t) => {
        const found = await client.callTool({ name: 'search', arguments: { query: 'תזכורת לתור', limit: 2 } })
        const results = fieldOf(found.structuredContent, 'results')
        const first = {
          id: 'services/reminders',
          title: 'תזכורות לפני תור',
          url: `${baseUrl}/services/reminders/`
        }
        t.same(fieldOf(results, '0'), first)
        t.equal(fieldOf(results, 'length'), 2)
        const read = await client.callTool({ name: 'fetch', arguments: { id: first.id } })
        const { body } = await app.inject('/api/v1/services/reminders.json')
        t.same(read.structuredContent, {
          ...first,
          text: body,
          metadata: {
            kind: 'item',
            topic: 'Services',
            api: `${baseUrl}/api/v1/services/reminders.json`,
            modified: fieldOf(fieldOf(read.structuredContent, 'metadata'), 'modified')
          }
        })
      })

      t.test('lists the documents and pages as resources, and reads each by its URL', async (t) => {
        const { resources } = await client.listResources()
        t.same(
          resources.map(({ uri, mimeType }) => [uri, mimeType]).toSorted(),
          [
            ...readsOf(business).map(({ path }) => [baseUrl + path, 'application/json']),
            ...pages.map(({ markdownPath }) => [baseUrl + markdownPath, 'text/markdown'])
          ].toSorted()
        )
        for (const { uri, mimeType, title, description } of resources) {
          t.ok(title && description, uri)
          const response = await app.inject(uri.slice(baseUrl.length))
          t.same((await client.readResource({ uri })).contents, [
            { uri, mimeType, text: withoutMap(response.body) }
          ])
        }
        const unknown = `${baseUrl}/api/v1/services/nope.json`
        await t.rejects(client.readResource({ uri: unknown }), { code: -32602, message: new RegExp(unknown) })
      })

      t.test('lists a template for each operation with an id, and completes the id', async (t) => {
        const { resourceTemplates } = await client.listResourceTemplates()
        const uris = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
        const paths = operationsOf(operations, business).flatMap(({ ids, path }) => (ids ? [path] : []))
        t.same(
          uris,
          paths.map((path) => `${baseUrl}/api/v1${path}`)
        )
        const complete = async (uri: string, value: string) =>
          (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name: 'id', value } }))
            .completion
        const values = ['reminders', 'reports', 'reviews', 'store']
        t.same(await complete(String(uris[0]), 're'), { values, total: 4, hasMore: false })
        t.same((await complete(String(uris[1]), '')).values, packages)
        await t.rejects(complete(`${baseUrl}/{id}`, ''), { code: -32602 })
      })

      t.test('lists and writes its prompts', async (t) => {
        const { prompts } = await client.listPrompts()
        t.same(
          prompts.map(({ name, arguments: args }) => [name, args?.map((argument) => argument.name)]),
          [
            ['compare_packages', ['need']],
            ['first_message', ['need', 'topic']]
          ]
        )
        t.match(prompts[1]?.arguments?.[1]?.description, 'Id of the service or package that')
        const text = async (name: string, args: Record<string, string>) => {
          const { messages } = await client.getPrompt({ name, arguments: args })
          t.equal(messages.length, 1)
          return getString(messages[0]?.content, 'text')
        }
        const need = 'מענה בוואטסאפ לקליניקה'
        const compare = await text('compare_packages', { need })
        t.match(compare, need)
        const { packages: offers, model, notes } = (await app.inject('/api/v1/pricing.json')).json()
        const details = offers.flatMap(({ price_display, ...item }: object & { price_display: string }) =>
          Object.values(item).filter(isText)
        )
        for (const fact of [model, ...notes, ...details]) t.match(compare, JSON.stringify(fact), fact)
        t.match(compare, /"price":"החל מ־[^"]*6,900[^"]*לפני מע״מ"/)
        t.notMatch(compare, 'one_time_ils')
        const message = await text('first_message', { need, topic: 'bot-starter' })
        t.match(message, /"id":"bot-starter","name":"בוט בסיסי".*"price":"[^"]*2,900[^"]*לפני מע״מ"/)
        t.notMatch(message, 'ask for a quote', 'its price is fixed')
        t.match(await text('first_message', { need, topic: 'leads' }), 'my name, and ask for a quote.')
        t.match(message, 'Write it in Hebrew')
        t.match(message, String(business.profile.contact.whatsapp))
        const general = await text('first_message', { need })
        t.match(general, 'ask for a quote if the price is only a starting price')
        t.notMatch(general, 'The message is about this')
        for (const [name, args, message] of [
          ['first_message', {}, /need is missing; it must be a string/],
          ['first_message', { need, topic: 'nope' }, /topic must be one of: .*bot-full/],
          ['order', {}, /Unknown prompt: order/]
        ] as const)
          await t.rejects(client.getPrompt({ name, arguments: args }), { code: -32602, message })
        const ref = { type: 'ref/prompt', name: 'first_message' } as const
        const complete = async (name: string, value: string) =>
          (await client.complete({ ref, argument: { name, value } })).completion.values
        t.same(await complete('topic', 'bot'), packages)
        t.same(await complete('need', ''), [])
      })
    })
  }

  t.test('reads a page by each spelling of its URL', async (t) => {
    const siteDir = t.testdir({
      'index.html': '<title>Home</title><main>Home</main>',
      'קפה & תה': { 'index.html': '<title>Tea</title><main>Tea</main>' }
    })
    const both = await buildBoth(t, {}, { siteDir })
    const read = async (uri: string) =>
      (await sendMcp(both, 'resources/read', { uri })).result?.contents[0].text
    const path = '/קפה & תה.md'
    const text = await read(baseUrl + encodeURI(path))
    t.match(text, /Tea/)
    for (const other of [
      path,
      encodeURI(path).toLowerCase(),
      encodeURI(path).replace('&', '%26'),
      path.replace(' ', '%20').replace('md', '%6Dd?a=b#c'),
      ...['', '/', '/#menu', '/index.html', '/index.html.md'].map((end) => path.replace('.md', end))
    ])
      t.equal(await read(baseUrl + other), text, other)
    const home = await read(`${baseUrl}/index.md`)
    for (const end of ['', '/', '/?from=a', '/index.html', '/index.html.md'])
      t.equal(await read(baseUrl + end), home, end)
    t.equal(await read(`HTTPS://Nahat.Example:443${encodeURI(path)}`), text)
    t.ok(await read(`${baseUrl}/api/v1/%70rofile.json`))
    const others = [
      `http://nahat.example${path}`,
      'https://evil.example/index.md',
      '/index.md',
      `${baseUrl}/%`
    ]
    for (const unknown of others) t.equal(await read(unknown), undefined, unknown)
  })

  t.test('reports that a package without a price is priced on request', async (t) => {
    const edits = { 'pricing#/packages/2/one_time_ils': null, 'pricing#/packages/2/price': undefined }
    const client = await connectTo(t, edits)
    const { isError, content } = await client.callTool({ name: 'get_package', arguments: { id: 'bot-full' } })
    t.equal(isError, true)
    t.match(
      getString(content[0], 'text'),
      /^id must be one of: bot-starter, bot-business; got "bot-full"\. .*priced on request/
    )
  })

  t.test('prepares a message about a service and a package that have the same id', async (t) => {
    const [service] = business.catalog.services
    const topic = `${service?.id}`
    const client = await connectTo(t, { 'pricing#/packages/0/id': topic })
    const { messages } = await client.getPrompt({ name: 'first_message', arguments: { need: 'x', topic } })
    const text = getString(messages[0]?.content, 'text')
    for (const name of [service?.name, business.pricing.packages[0]?.name])
      t.match(text, JSON.stringify(name))
  })

  t.test('has a tool and resources for each operation of the table', async (t) => {
    const office = { operationId: 'getBranchOffice', path: '/offices/{id}.json', ids: () => ['haifa'] }
    const rows = operations.slice(0, 1).map((row) => ({ ...row, ...office, read: () => ({ floor: 3 }) }))
    const other = await build(t, { versions: [{ name: 'v1', operations: rows }] })
    t.same(await callTool(other, 'get_branch_office', { id: 'haifa' }), { floor: 3 })
    const result = { id: 'offices/haifa', title: 'haifa', url: `${baseUrl}/contact/` }
    t.same(await callTool(other, 'search', { query: 'haifa', limit: 1 }), { results: [result] })
    const { resources } = (await sendMcp(other, 'resources/list')).result
    t.match(resources[0], { uri: `${baseUrl}/api/v1/offices/haifa.json`, title: 'haifa' })
  })

  t.test('lists a large catalogue in pages, without its ids in the tool schemas', async (t) => {
    const edits = { 'services#/examples': await repeatService(450) }
    const client = await connectTo(t, edits, '2025-11-25')
    const { resources } = await client.listResources()
    const large = await facts(dataWith(t, edits))
    t.equal(resources.length, readsOf(large).length + (await readPages(large)).length)
    const { tools } = await client.listTools()
    t.notMatch(JSON.stringify(tools), 's449')
    const uri = `${baseUrl}/api/v1/services/{id}.json`
    const ref = { type: 'ref/resource', uri } as const
    const { completion } = await client.complete({ ref, argument: { name: 'id', value: 's' } })
    t.match(completion, { total: 450, hasMore: true })
    t.equal(completion.values.length, 100)
  })

  t.test('lists the tools in at most 24 KB, with the components of the OpenAPI document', async (t) => {
    const guesthouse = await facts('test/fixtures/guesthouse')
    const others = [{ versions: [...versions, v2] }, { business: guesthouse }]
    for (const one of [app, ...(await Promise.all(others.map((options) => build(t, options))))]) {
      const { components } = (await one.inject('/openapi.json')).json()
      const { result } = await sendMcp(one, 'tools/list')
      const text = JSON.stringify(result)
      t.ok(Buffer.byteLength(text) <= 24_000, `${Buffer.byteLength(text)} bytes`)
      const found = Array.from(text.matchAll(/"As in #\/components\/schemas\/(\w+)(?: of ([^"]+))?"/g))
      const names = found.map(([, name]) => String(name))
      t.same(new Set(found.map(([, , url]) => url)), new Set([`${baseUrl}/openapi.json`, undefined]))
      t.ok(names.some((name) => name.startsWith('Profile')) && names.some((name) => name.startsWith('Price')))
      for (const name of names) t.ok(Object.hasOwn(components.schemas, name), name)
    }
  })

  t.test('serves a business without services', async (t) => {
    const client = await connectTo(t, { 'services#/examples': [] }, '2025-11-25')
    const { tools } = await client.listTools()
    const { properties } = tools.find(({ name }) => name === 'get_service')?.inputSchema ?? {}
    t.same(properties, { id: { type: 'string', description: 'Id of the item.' } }, 'without an empty list')
    t.match(tools.find(({ name }) => name === 'list_services')?.description, 'The categories of services.')
    const messages = await client.listPrompts()
    t.match(messages.prompts[1]?.arguments?.[1]?.description, 'Id of the package that')
    t.ok((await client.callTool({ name: 'get_service', arguments: { id: 'leads' } })).isError)
  })

  t.test('logs the bytes of each response in the access log', async (t) => {
    const { logger, lines } = collectLog()
    const logging = await build(t, { logger }, { accessLog: true })
    // Over a socket, because `inject` gives the headers of `writeHead` to the log.
    const url = new URL('/mcp', await listen(t, logging.routing))
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'א', method: 'tools/list' })
    for (const _ of ['new', 'cached']) {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' }
      })
      const bytes = (await response.arrayBuffer()).byteLength
      t.equal(response.headers.get('content-length'), String(bytes))
      t.match(lines.at(-1), { method: 'POST', url: '/mcp', status: 200, bytes })
    }
  })
})
