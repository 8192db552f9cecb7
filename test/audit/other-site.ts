import type { Test } from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { factChecks } from '../../src/audit/facts/checks.ts'
import type { Limits } from '../../src/audit/limits.ts'
import { listen } from '../helper.ts'

/** A response: a text, a value for JSON, or a response with headers. */
export type Body = string | object | ((request: { accept: string; body: string }) => Answer)
interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
}

/** Serves documents by their paths, with HTML for texts. `{origin}` in them is the origin of the site. */
const serve = (t: Test, documents: Record<string, Body>) =>
  listen(t, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const origin = `http://${request.headers.host}`
      const document = documents[`${request.url}`]
      const found = { accept: `${request.headers.accept}`, body: Buffer.concat(chunks).toString() }
      const answer: Answer =
        typeof document === 'function'
          ? document(found)
          : document === undefined
            ? { status: 404 }
            : typeof document === 'string'
              ? { headers: { 'content-type': 'text/html' }, body: document }
              : { body: JSON.stringify(document) }
      response.writeHead(answer.status ?? 200, answer.headers)
      response.end(answer.body?.replaceAll('{origin}', origin))
    })
  })

/** Audits the facts of a site of other software, and returns the report and the outcome of each surface. */
export async function auditFacts(t: Test, documents: Record<string, Body>, limits: Partial<Limits> = {}) {
  const origin = await serve(t, documents)
  const report = await audit(origin, { checks: factChecks, sampleSize: 1, limits })
  const [api, html, jsonLd, markdown, llmsFull, tools, search] = report.results.map(({ outcome }) =>
    outcome.status === 'fail' && outcome.differences !== undefined
      ? outcome.differences.map(
          ({ problem, url, fact, found }) =>
            `${problem} ${url.replace(origin, '')}: ${fact}, ${found || 'nothing'}`
        )
      : outcome
  )
  return { report, api, html, jsonLd, markdown, llmsFull, tools, search }
}

export const describe = (...paths: string[]) => ({
  servers: [{ url: '/' }],
  paths: Object.fromEntries(paths.map((path) => [path, { get: {} }]))
})

export const profile = {
  name: 'Corner Shop',
  contact: { email: 'hello@corner.example', phone: '*2700' },
  address: { street: '1 Corner', locality: 'Town' },
  opening_hours: [
    ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
      day,
      opens: '09:00',
      closes: '17:00'
    })),
    { day: 'saturday', opens: '18:00', closes: '24:00' }
  ],
  special_hours: [
    { from: '2020-01-01' },
    { from: '2999-07-01', opens: '10:00', closes: '11:00' },
    { from: '2999-99-99', to: '2999-99-99' },
    { name: 'Fair', from: '2999-06-01', to: '2999-06-03' }
  ]
}
