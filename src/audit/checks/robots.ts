import { type Check, notApplicable, type Outcome, unless, verdict } from '../check.ts'
import { type Groups, isAllowed, parseRobots } from '../robots-txt.ts'
import type { Subject } from '../subject.ts'

const crawlers = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'PerplexityBot',
  'Perplexity-User',
  'Google-Extended',
  'Applebot-Extended',
  'CCBot',
  'Bytespider',
  'Meta-ExternalAgent'
]

/** What a check says of robots.txt, where there is one. */
async function withRobots(subject: Subject, problemsOf: (groups: Groups) => string[]): Promise<Outcome> {
  const { status, text } = await subject.get('/robots.txt')
  if (status !== 200) return notApplicable('there is no robots.txt')
  return verdict(problemsOf(parseRobots(text)))
}

export const robots: Check[] = [
  {
    name: 'robots.txt is there, as text',
    fetches: '/robots.txt',
    asks: { isitagentready: ['robotsTxt'], a14y: ['robots-txt.exists'], standards: ['RFC 9309'] },
    fix: 'Let /robots.txt through to the server, or serve your own as text/plain.',
    run: async (subject) => {
      const { status, type, text } = await subject.get('/robots.txt')
      return verdict([
        ...unless(status === 200, `it answers ${status}`),
        ...unless(/^text\/plain/.test(type), `it is ${type}`),
        ...unless(/^user-agent:/im.test(text), 'it has no User-agent line')
      ])
    }
  },
  {
    name: 'robots.txt lets AI crawlers read everything that the sitemap lists',
    fetches: '/robots.txt',
    asks: { a14y: ['robots-txt.allows-ai-bots', 'robots-txt.allows-llms-txt'] },
    fix: 'Remove the Disallow rules from your robots.txt, or from the one that a CDN puts before it.',
    run: (subject) =>
      withRobots(subject, (groups) =>
        ['*', ...crawlers].flatMap((agent) =>
          ['/', '/llms.txt', '/.well-known/llms.txt', '/developers/', '/api/v1/profile.json'].flatMap(
            (path) => unless(isAllowed(groups, agent, path), `${agent} may not fetch ${path}`)
          )
        )
      )
  },
  {
    name: 'robots.txt has a group for each AI crawler that looks for one',
    fetches: '/robots.txt',
    asks: { isitagentready: ['robotsTxtAiRules'] },
    fix: `Add groups to your robots.txt: ${crawlers.join(', ')}.`,
    run: (subject) =>
      withRobots(subject, (groups) =>
        crawlers.flatMap((agent) => unless(groups.has(agent.toLowerCase()), `it has no group for ${agent}`))
      )
  },
  {
    name: 'robots.txt says in every group what the content may be used for',
    fetches: '/robots.txt',
    asks: { isitagentready: ['contentSignals'] },
    fix: 'Add Content-Signal with search, ai-input and ai-train to every group (contentsignals.org).',
    run: (subject) =>
      withRobots(subject, (groups) =>
        [...groups].flatMap(([agent, rules]) => {
          const signal = rules.find(([name]) => name === 'content-signal')?.[1] ?? ''
          return ['search', 'ai-input', 'ai-train'].flatMap((use) =>
            unless(
              new RegExp(`\\b${use}=(yes|no)\\b`).test(signal),
              `the group of ${agent} does not say ${use}`
            )
          )
        })
      )
  },
  {
    name: 'robots.txt names the sitemap, by an address of this site',
    fetches: '/robots.txt, the sitemap',
    asks: { isitagentready: ['sitemap'], standards: ['sitemaps.org'] },
    fix: 'Add a Sitemap line with the full address; where it names another site, set BASE_URL.',
    run: async (subject) => {
      const { status, text } = await subject.get('/robots.txt')
      if (status !== 200) return notApplicable('there is no robots.txt')
      const sitemaps = Array.from(text.matchAll(/^sitemap:\s*(\S+)/gim), ([, address = '']) => address)
      const problems = sitemaps.map(async (address) => {
        if (!address.startsWith(`${subject.origin}/`)) return [`it names ${address}`]
        const sitemap = await subject.get(subject.pathOf(address))
        return unless(sitemap.status === 200, `${address} answers ${sitemap.status}`)
      })
      return verdict([
        ...unless(sitemaps.length > 0, 'it has no Sitemap line'),
        ...(await Promise.all(problems)).flat()
      ])
    }
  }
]
