import type { Test } from 'tap'
import type { Business } from '../../src/business/business.ts'
import { loadTemporal } from '../../src/business/opening-hours.ts'
import { operations, operationsOf } from '../../src/business/operations.ts'
import { writeCatalog } from '../../src/business/v1.ts'
import type { Context } from '../../src/context/context.ts'
import { createFastify } from '../../src/http/create-fastify.ts'
import { Errors } from '../../src/http/errors.ts'
import { createLimits } from '../../src/http/limits.ts'
import { ResponseCache } from '../../src/http/response-cache.ts'
import { createMcpServer, mcp } from '../../src/mcp/mcp.ts'
import { page, pagesOf } from '../discovery/discover.ts'
import { baseUrl, collectLog, facts } from '../helper.ts'
import { contextOf, versionsOf } from '../site/sample.ts'

type Markdown = (path: string) => string | undefined | Promise<string | undefined>

/** Returns a context with only these pages, which `markdown` converts. */
export async function contextWith(paths: string[], markdown: Markdown): Promise<Context> {
  const business = await facts()
  const resources = pagesOf(
    paths.map((path) =>
      page(path, { title: 'Page', description: 'A page.', language: 'en', modified: undefined })
    )
  )
  resources.readText = async (path) => markdown(path)
  const { operations = [] } = versionsOf(business)[0] ?? {}
  return contextOf(business, resources, {
    operations,
    factsExpire: () => undefined,
    pagesExpire: () => undefined
  })
}

/** Starts a server whose pages `markdown` converts; counts the conversions and collects the log. */
export async function startServer(
  t: Test,
  markdown: Markdown = () => '# Page',
  paths = ['/'],
  limits = createLimits({ warn: () => {} })
) {
  const { logger, lines } = collectLog()
  const errors = new Errors(baseUrl)
  const app = createFastify({ errors, logger })
  let conversions = 0
  const context = await contextWith(paths, (path) => {
    conversions += 1
    return markdown(path)
  })
  const server = createMcpServer(context, limits.mcp)
  const shared = { errors, cache: new ResponseCache({ now: () => new Date() }) }
  await app.register(mcp, { ...shared, context, server, limits })
  t.teardown(() => app.close())
  const post = (payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/mcp', payload, headers })
  return { app, post, lines, conversions: () => conversions, warmUp: server.warmUp }
}

/** Returns copies of the first service of the fixture, with ids from `s0` on, and other fields. */
export async function repeatService(count: number, others: (index: number) => object = () => ({})) {
  const [example] = writeCatalog((await facts()).catalog).examples
  return Array.from({ length: count }, (_, index) => ({ ...example, id: `s${index}`, ...others(index) }))
}

/** The edits of a business that is open on Sundays. */
export const openOnSunday = {
  'profile#/timezone': 'Asia/Jerusalem',
  'profile#/opening_hours': [{ day: 'sunday', opens: '09:00', closes: '17:00' }]
}

const now = new Date('2027-01-30T12:00:00Z')

/** Returns the tools of a business and a function that calls one of them by its name. */
export async function toolsOf(business: Business) {
  await loadTemporal()
  const base = await contextWith(['/'], () => '# Home')
  const context = { ...base, business, operations: operationsOf(operations, business), now: () => now }
  const { tools, respond } = createMcpServer(context, createLimits({ warn: () => {} }).mcp)
  const headers = { host: new URL(baseUrl).host, 'content-type': 'application/json' }
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const params = { name, arguments: args }
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const { body } = await respond({ method: 'POST', headers, readBody: async () => message })
    const json = typeof body === 'string' ? body : body[0] + Buffer.from(body[1])
    const { structuredContent, content, isError } = JSON.parse(json).result
    return { result: structuredContent, text: String(content[0].text), isError }
  }
  return { tools, call }
}
