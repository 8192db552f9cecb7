import t from 'tap'
import { baseUrl, buildWhole, facts } from '../helper.ts'
import { listBusinesses } from './businesses.ts'
import { holdContract } from './contract.ts'
import type { Ask } from './exchange.ts'

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const

t.test('the app holds the contract', async (t) => {
  // The process holds it for the other one.
  for (const business of listBusinesses(t).filter(({ isOwn }) => !isOwn)) {
    const { dataDir, siteDir } = business
    const options = { business: await facts(dataDir, undefined, baseUrl, siteDir) }
    const { fastify } = await buildWhole(t, options, { dataDir, siteDir })
    const ask: Ask = async ({ path: url, headers = {}, body: payload, ...request }) => {
      const method = methods.find((name) => name === request.method) ?? 'GET'
      const reply = await fastify.inject({ method, url, headers, ...(payload && { payload }) })
      const { 'set-cookie': cookies, ...others } = reply.headers
      const texts = Object.entries(others).map(([name, value]) => [name, String(value)])
      const received = { ...Object.fromEntries(texts), ...(cookies && { 'set-cookie': [cookies].flat() }) }
      return { status: reply.statusCode, headers: received, body: reply.rawPayload.toString('latin1') }
    }
    await holdContract(t, { name: 'app', ask }, business)
  }
})
