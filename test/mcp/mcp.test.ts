import { Type } from '@sinclair/typebox'
import { pino } from 'pino'
import t from 'tap'
import type { Operation } from '../../src/business/operations.ts'
import { baseUrl, build, config, dataWith, facts, listen, readSite } from '../helper.ts'
import { connect, revisions } from './connect.ts'

t.test('the MCP server', async (t) => {
  const business = await facts()
  const app = await build(t)
  const address = await listen(t, app.routing)
  const services = business.services.examples.map(({ id }) => id)
  const packages = business.pricing.packages.map(({ id }) => id)
  const pages = await (await readSite(config, business)).pages.entries()

  for (const revision of revisions) {
    t.test(`speaks ${revision}`, async (t) => {
      const client = await connect(t, address, revision)

      t.test('says who it is, what it can do and what to know before', async (t) => {
        t.equal(client.getNegotiatedProtocolVersion(), revision)
        t.same(client.getServerCapabilities(), { tools: {}, resources: {}, prompts: {}, completions: {} })
        t.match(client.getServerVersion(), {
          name: 'example.nahat/business-facts',
          title: business.profile.name,
          version: '1.0.0',
          websiteUrl: `${baseUrl}/`,
          icons: [{ src: `${baseUrl}/icon-512.png` }, { src: `${baseUrl}/favicon.svg` }]
        })
        const instructions = String(client.getInstructions())
        t.match(instructions, business.profile.name)
        t.match(instructions, /starting prices before VAT, not quotes/)
        t.match(instructions, /Nothing can be ordered/)
        t.match(instructions, `${baseUrl}/contact/`)
      })

      t.test('lists its tools with title, use, schemas and all annotations', async (t) => {
        const { tools } = await client.listTools()
        const names = ['get_business_profile', 'list_services', 'get_pricing', 'list_faq', 'get_service']
        t.same(
          tools.map(({ name }) => name),
          [...names, 'get_package', 'search', 'fetch']
        )
        for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
          t.match(description, /\. Use it /)
          t.equal(inputSchema.additionalProperties, false)
          t.equal(outputSchema?.type, 'object')
          t.notMatch(JSON.stringify(outputSchema), /"\$id"/)
          t.same(annotations, {
            title,
            readOnlyHint: true,
            destructiveHint: false,
            idempotentHint: true,
            openWorldHint: false
          })
        }
        const idsOf = (name: string) =>
          Object(tools.find((tool) => tool.name === name)?.inputSchema.properties).id.enum
        t.same(idsOf('get_service'), services)
        t.same(idsOf('get_package'), packages)
      })

      t.test('gives by its tools what the API gives, byte for byte', async (t) => {
        const calls: [name: string, args: Record<string, string>, path: string][] = [
          ['get_business_profile', {}, '/profile.json'],
          ['list_services', {}, '/services.json'],
          ['get_pricing', {}, '/pricing.json'],
          ['list_faq', {}, '/faq.json'],
          ...services.map((id): [string, Record<string, string>, string] => [
            'get_service',
            { id },
            `/services/${id}.json`
          ]),
          ...packages.map((id): [string, Record<string, string>, string] => [
            'get_package',
            { id },
            `/packages/${id}.json`
          ])
        ]
        for (const [name, args, path] of calls) {
          const { body } = await app.inject(`/api/v1${path}`)
          const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
          t.equal(JSON.stringify(structuredContent), body, path)
          t.same(content, [{ type: 'text', text: body }])
          t.notOk(isError)
        }
      })

      t.test('finds and reads documents in the shape that connectors expect', async (t) => {
        const found = await client.callTool({ name: 'search', arguments: { query: 'תזכורת לתור', limit: 2 } })
        const results = Object(found.structuredContent).results
        t.same(results[0], {
          id: 'services/reminders',
          title: 'תזכורות לפני תור',
          url: `${baseUrl}/services/reminders/`
        })
        t.equal(results.length, 2)
        t.same(found.content, [{ type: 'text', text: JSON.stringify({ results }) }])
        const read = await client.callTool({ name: 'fetch', arguments: { id: results[0].id } })
        const { body } = await app.inject('/api/v1/services/reminders.json')
        t.same(read.structuredContent, {
          ...results[0],
          text: body,
          metadata: {
            kind: 'item',
            topic: 'Services',
            api: `${baseUrl}/api/v1/services/reminders.json`
          }
        })
        t.same(read.content, [{ type: 'text', text: JSON.stringify(read.structuredContent) }])
      })

      t.test('says in the result what is wrong with a call', async (t) => {
        const call = async (name: string, args: Record<string, unknown> = {}) => {
          const { isError, content } = await client.callTool({ name, arguments: args })
          t.equal(isError, true)
          return Object(content)
            .map(({ text }: { text: string }) => text)
            .join()
        }
        t.match(await call('get_service', { id: 'nope' }), `The ids are: ${services.join(', ')}.`)
        t.match(await call('get_service'), `The ids are: ${services.join(', ')}.`)
        t.match(await call('get_package', { id: 7 }), `The ids are: ${packages.join(', ')}.`)
        t.match(await call('list_services', { page: 2 }), /additional properties/)
        t.match(await call('search', { query: '' }), /Give `query`/)
        t.match(await call('search', { query: 'x', limit: 1000 }), /`limit`, 1 to 50/)
        t.match(await call('fetch', { id: 'services/nope' }), /Take `id` from the results of search/)
        await t.rejects(client.callTool({ name: 'order_service' }), { code: -32602 })
      })

      t.test('lists the documents and pages as resources, each at its address', async (t) => {
        const { resources } = await client.listResources()
        const json = ['profile', 'services', 'pricing', 'faq']
          .concat(services.map((id) => `services/${id}`))
          .concat(packages.map((id) => `packages/${id}`))
        t.same(
          resources.map(({ uri, mimeType }) => [uri, mimeType]).toSorted(),
          [
            ...json.map((name) => [`${baseUrl}/api/v1/${name}.json`, 'application/json']),
            ...pages.map(({ markdownPath }) => [baseUrl + markdownPath, 'text/markdown'])
          ].toSorted()
        )
        for (const { uri, mimeType, title, description } of resources) {
          t.ok(title && description, uri)
          const response = await app.inject(uri.slice(baseUrl.length))
          t.same((await client.readResource({ uri })).contents, [{ uri, mimeType, text: response.body }])
        }
        const unknown = `${baseUrl}/api/v1/services/nope.json`
        await t.rejects(client.readResource({ uri: unknown }), { code: -32602, message: new RegExp(unknown) })
      })

      t.test('has a template for what is read by id, and completes the id', async (t) => {
        const { resourceTemplates } = await client.listResourceTemplates()
        const uris = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
        t.same(uris, [`${baseUrl}/api/v1/services/{id}.json`, `${baseUrl}/api/v1/packages/{id}.json`])
        const complete = async (uri: string, value: string) =>
          (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name: 'id', value } }))
            .completion
        const values = ['reminders', 'reports', 'reviews', 'store']
        t.same(await complete(String(uris[0]), 're'), { values, total: 4, hasMore: false })
        t.same((await complete(String(uris[1]), '')).values, packages)
        await t.rejects(complete(`${baseUrl}/{id}`, ''), { code: -32602 })
      })

      t.test('offers two prompts', async (t) => {
        const { prompts } = await client.listPrompts()
        t.same(
          prompts.map(({ name, arguments: args }) => [name, args?.map((argument) => argument.name)]),
          [
            ['compare_packages', ['need']],
            ['first_message', ['need', 'topic']]
          ]
        )
        const text = async (name: string, args: Record<string, string>) => {
          const { messages } = await client.getPrompt({ name, arguments: args })
          t.equal(messages.length, 1)
          return String(Object(messages[0]?.content).text)
        }
        const need = 'מענה בוואטסאפ לקליניקה'
        const compare = await text('compare_packages', { need })
        t.match(compare, need)
        t.match(compare, (await app.inject('/api/v1/pricing.json')).body)
        const message = await text('first_message', { need, topic: 'bot-starter' })
        t.match(message, (await app.inject('/api/v1/packages/bot-starter.json')).body)
        t.match(message, 'Write it in Hebrew')
        t.match(message, String(business.profile.contact.whatsapp))
        t.notMatch(await text('first_message', { need }), 'It is about this')
        await t.rejects(client.getPrompt({ name: 'first_message' }), {
          code: -32602,
          message: /argument need/
        })
        await t.rejects(text('first_message', { need, topic: 'nope' }), { code: -32602, message: /bot-full/ })
        await t.rejects(client.getPrompt({ name: 'order', arguments: {} }), { code: -32602 })
        const complete = async (name: string, value: string) =>
          (
            await client.complete({
              ref: { type: 'ref/prompt', name: 'first_message' },
              argument: { name, value }
            })
          ).completion.values
        t.same(await complete('topic', 'bot'), packages)
        t.same(await complete('need', ''), [])
      })
    })
  }

  t.test('answers the same again and to another client, but for the id', async (t) => {
    for (const revision of revisions) {
      const [one, other] = [await connect(t, address, revision), await connect(t, address, revision)]
      t.same(await one.listTools(), await other.listTools())
      const call = { name: 'search', arguments: { query: 'בוט' } }
      t.same(await one.callTool(call), await other.callTool(call))
    }
  })

  t.test('says of a package without a price that it is priced on request', async (t) => {
    const dataDir = dataWith(t, { 'pricing#/packages/2/one_time_ils': null })
    const asked = await build(t, { business: await facts(dataDir) })
    const client = await connect(t, await listen(t, asked.routing), '2026-07-28')
    const { isError, content } = await client.callTool({ name: 'get_package', arguments: { id: 'bot-full' } })
    t.equal(isError, true)
    t.match(JSON.stringify(content), /priced on request.*The ids are: bot-starter, bot-business/)
  })

  t.test('has whatever stands in the table of operations', async (t) => {
    const row: Operation = {
      operationId: 'getBranchOffice',
      path: '/offices/{id}.json',
      tag: 'Offices',
      summary: 'Get one office',
      description: 'One office. Use it for the address of an office.',
      schema: Type.Object({}),
      ids: () => ['haifa'],
      read: () => ({ floor: 3 })
    }
    const other = await build(t, { versions: [{ name: 'v1', operations: [row] }] })
    const client = await connect(t, await listen(t, other.routing), '2026-07-28')
    const called = await client.callTool({ name: 'get_branch_office', arguments: { id: 'haifa' } })
    t.same(called.structuredContent, { floor: 3 })
    const found = await client.callTool({ name: 'search', arguments: { query: 'haifa', limit: 1 } })
    const url = `${baseUrl}/api/v1/offices/haifa.json`
    t.same(found.structuredContent, { results: [{ id: 'offices/haifa', title: 'haifa', url }] })
    const [first] = (await client.listResources()).resources
    t.match(first, { uri: url, title: 'haifa' })
  })

  t.test('gives a large catalogue in parts, and its ids not in every schema', async (t) => {
    const [example] = business.services.examples
    const examples = Array.from({ length: 450 }, (_, index) => ({ ...example, id: `s${index}` }))
    const dataDir = dataWith(t, { 'services#/examples': examples })
    const large = await build(t, { business: await facts(dataDir) })
    const client = await connect(t, await listen(t, large.routing), '2025-11-25')
    const { resources } = await client.listResources()
    t.equal(resources.length, 450 + 4 + 3 + 450 + 10)
    const { tools } = await client.listTools()
    t.notMatch(JSON.stringify(tools), 's449')
    const { content } = await client.callTool({ name: 'get_service', arguments: { id: 'nope' } })
    t.match(JSON.stringify(content), 'The id is not known.')
    const uri = `${baseUrl}/api/v1/services/{id}.json`
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri },
      argument: { name: 'id', value: 's' }
    })
    t.match(completion, { total: 450, hasMore: true })
    t.equal(completion.values.length, 100)
    const prompt = { name: 'first_message', arguments: { need: 'x', topic: 'nope' } }
    await t.rejects(client.getPrompt(prompt), { message: /s0, .*, s19 and 433 more\./ })
  })

  t.test('gives a result of more than a megabyte once, without its text', async (t) => {
    const items = Array.from({ length: 300 }, (_, index) => ({
      question: `${index}?`,
      answer: 'x'.repeat(4000)
    }))
    const dataDir = dataWith(t, { 'faq#/categories': [{ name: 'all', items }] })
    const large = await build(t, { business: await facts(dataDir) })
    const client = await connect(t, await listen(t, large.routing), '2026-07-28')
    const { structuredContent, content } = await client.callTool({ name: 'list_faq' })
    t.same(structuredContent, (await large.inject('/api/v1/faq.json')).json())
    t.match(content, [{ type: 'text', text: /search, or read structuredContent/ }])
  })

  t.test('serves a business without services', async (t) => {
    const bare = await build(t, { business: await facts(dataWith(t, { 'services#/examples': [] })) })
    const client = await connect(t, await listen(t, bare.routing), '2025-11-25')
    const { tools } = await client.listTools()
    t.match(tools.find(({ name }) => name === 'get_service')?.inputSchema, { required: ['id'] })
    t.ok((await client.callTool({ name: 'get_service', arguments: { id: 'leads' } })).isError)
  })

  t.test('is in the access log, with its bytes', async (t) => {
    const lines: string[] = []
    const logger = pino({}, { write: (line: string) => lines.push(line) })
    const logging = await build(t, { logger }, { accessLog: true })
    const payload = { jsonrpc: '2.0', id: 'א', method: 'tools/list' }
    for (const _ of ['made', 'kept']) {
      const response = await logging.inject({ method: 'POST', url: '/mcp', payload })
      t.equal(response.headers['content-length'], String(response.rawPayload.length))
      t.match(JSON.parse(String(lines.at(-1))), {
        method: 'POST',
        url: '/mcp',
        status: 200,
        bytes: response.rawPayload.length
      })
    }
  })
})
