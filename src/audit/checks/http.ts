import { type Check, notApplicable, unless, verdict } from '../check.ts'
import type { Subject } from '../subject.ts'

/** What every site here has, one of each kind. */
const samples = [
  '/',
  '/index.md',
  '/api/v1/profile.json',
  '/openapi.json',
  '/llms.txt',
  '/sitemap.xml',
  '/robots.txt'
]
const proxy = 'A proxy or CDN in front has to pass the header on.'

/** The problems of the samples that are there. */
async function ofSamples(subject: Subject, problemsOf: (path: string) => Promise<string[]>) {
  const problems = samples.map(async (path) =>
    (await subject.get(path)).status === 200 ? problemsOf(path) : []
  )
  return verdict((await Promise.all(problems)).flat())
}

export const http: Check[] = [
  {
    name: 'what does not exist is 404',
    fetches: 'addresses that do not exist',
    asks: { afdocs: ['http-status-codes'], standards: ['RFC 9110, 15.5.5'] },
    fix: 'Do not answer every address with the same page.',
    run: async (subject) => {
      const missing = [
        '/does-not-exist/',
        '/does-not-exist.md',
        '/.well-known/does-not-exist',
        '/does-not-exist.txt'
      ]
      const problems = missing.map(async (path) => {
        const { status } = await subject.get(path)
        return unless(status === 404, `${path} answers ${status}`)
      })
      return verdict((await Promise.all(problems)).flat())
    }
  },
  {
    name: 'answers may be kept for an hour at most, and say how long',
    fetches: samples.join(', '),
    asks: { afdocs: ['cache-header-hygiene'] },
    fix: proxy,
    run: (subject) =>
      ofSamples(subject, async (path) => {
        const header = (await subject.get(path)).headers.get('cache-control') ?? ''
        const age = Number(header.match(/max-age=(\d+)/)?.[1])
        return unless(age <= 3600 || /no-cache|no-store/.test(header), `${path} says "${header}"`)
      })
  },
  {
    name: 'what has not changed is not sent again',
    fetches: 'the same, with If-None-Match',
    asks: { standards: ['RFC 9110, 13.1.2'] },
    fix: 'A proxy or CDN in front has to keep the ETag.',
    run: (subject) =>
      ofSamples(subject, async (path) => {
        const etag = (await subject.get(path)).headers.get('etag')
        if (etag === null) return [`${path} has no ETag`]
        const { status } = await subject.get(path, { 'if-none-match': etag })
        return unless(status === 304, `${path} answers ${status} to its own ETag`)
      })
  },
  {
    name: 'HEAD answers as GET does, without the body',
    fetches: 'the same, with HEAD',
    asks: { standards: ['RFC 9110, 9.3.2'] },
    fix: 'Let HEAD through.',
    run: (subject) =>
      ofSamples(subject, async (path) => {
        const head = await subject.send(path, { method: 'HEAD' })
        const { type } = await subject.get(path)
        return [
          ...unless(head.status === 200, `${path} answers ${head.status}`),
          ...unless(head.type === type, `${path} has another type`)
        ]
      })
  },
  {
    name: 'texts are compressed for those who accept it',
    fetches: 'the same, with Accept-Encoding: br, then gzip',
    asks: { standards: ['RFC 9110, 12.5.3'] },
    fix: 'A proxy in front has to pass Accept-Encoding on, or compress by itself.',
    run: (subject) =>
      ofSamples(subject, async (path) => {
        const problems = ['br', 'gzip'].map(async (coding) => {
          const { headers } = await subject.get(path, { 'accept-encoding': coding })
          return unless(headers.get('content-encoding') === coding, `${path} is not there as ${coding}`)
        })
        return (await Promise.all(problems)).flat()
      })
  },
  {
    name: 'any origin may read what agents read',
    fetches: 'the same, but for the page',
    asks: { standards: ['Fetch, CORS'] },
    fix: proxy,
    run: (subject) =>
      ofSamples(subject, async (path) => {
        const { headers } = await subject.get(path)
        return unless(
          headers.get('access-control-allow-origin') === '*',
          `${path} is closed to other origins`
        )
      })
  },
  {
    name: 'agents are served as browsers are',
    fetches: '/ as ClaudeBot, GPTBot, PerplexityBot and as a browser',
    asks: { afdocs: ['bot-protection-interference', 'auth-gate-detection'] },
    fix: 'Let AI agents pass the bot protection of your CDN.',
    run: async (subject) => {
      const agents = ['ClaudeBot/1.0', 'GPTBot/1.2', 'PerplexityBot/1.0', 'Mozilla/5.0 (X11; Linux x86_64)']
      const problems = agents.map(async (agent) => {
        const { status } = await subject.get('/', { 'user-agent': agent, accept: 'text/html' })
        return unless(status === 200, `${agent} is answered ${status}`)
      })
      return verdict((await Promise.all(problems)).flat())
    }
  },
  {
    name: 'the site is served over HTTPS',
    fetches: 'the address',
    asks: { standards: ['RFC 9110, 4.2.2'] },
    fix: 'Put a proxy with a certificate in front, and set BASE_URL to the https address.',
    run: ({ origin }) => {
      const { protocol, hostname } = new URL(origin)
      if (/^(localhost|127\.|\[::1\])/.test(hostname)) return notApplicable('the address is of this machine')
      return verdict(unless(protocol === 'https:', `it is ${origin}`))
    }
  }
]
