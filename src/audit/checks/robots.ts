import { findSitemapUrls } from '../audited-site.ts'
import { type Check, checkDocument, checkText } from '../check.ts'
import { listOperations } from '../operation-paths.ts'
import { describeContentType, expect, notApplicable } from '../problems.ts'

type Rule = [name: string, value: string]

/** The groups of rules in robots.txt by user agent, in lower case (RFC 9309). Agents of one group share its rules. */
type Groups = Map<string, Rule[][]>

// A parser must read at least so much (RFC 9309, section 2.5); crawlers ignore the rest.
const maxRobotsSize = 500 * 1024
// Each operation, and each group for its Content-Signal, is compared with every rule, which may be 40,000.
const maxOperations = 200
const maxGroups = 1000

export function parseRobots(text: string): Groups {
  const groups: Groups = new Map()
  let rules: Rule[] = []
  for (const line of text.slice(0, maxRobotsSize).split(/[\r\n]+/)) {
    const [name, value] = parseRule(line)
    if (name === 'user-agent') {
      // Rules end the list of agents before them.
      if (rules.length > 0) rules = []
      const agent = readProductToken(value)
      const own = groups.get(agent) ?? []
      if (own.at(-1) !== rules) own.push(rules)
      groups.set(agent, own)
    } else if (!isOutsideGroups(name)) rules.push([name, value])
  }
  return groups
}

/** Returns a line without its comment as a name and a value; the name is empty if the line has no colon. */
function parseRule(line: string): Rule {
  const [statement = ''] = line.split('#', 1)
  const [name = '', ...values] = statement.split(':')
  return values.length === 0 ? ['', ''] : [name.trim().toLowerCase(), values.join(':').trim()]
}

/** Returns whether a line belongs to no group, and ends none (RFC 9309, section 2.2.4). */
const isOutsideGroups = (name: string) => name === '' || name === 'sitemap'

/** Returns the name of a crawler without its version, in lower case. */
const readProductToken = (value: string) => (/^[\w-]+/.exec(value)?.[0] ?? value).toLowerCase()

/** Returns the paths that an agent may not fetch: the longest matching rule decides, and Allow wins a tie. */
export function findForbidden(groups: Groups, agent: string, paths: string[]): string[] {
  const rules = (groups.get(agent.toLowerCase()) ?? groups.get('*') ?? [])
    .flat()
    .filter(([name, value]) => /^(dis)?allow$/.test(name) && value !== '')
    .sort(
      ([nameA, a], [nameB, b]) =>
        b.length - a.length || Number(nameA === 'disallow') - Number(nameB === 'disallow')
    )
    .map(([name, value]) => ({ name, ...parsePath(value) }))
  return paths.filter((path) => rules.find((rule) => matches(rule, path))?.name === 'disallow')
}

interface PathRule {
  start: string
  /** The texts after each `*`. */
  parts: string[]
  /** Whether the rule ends with `$`. */
  isWhole: boolean
}

function parsePath(value: string): PathRule {
  const isWhole = value.endsWith('$')
  const [start = '', ...parts] = (isWhole ? value.slice(0, -1) : value).split(/\*+/)
  return { start, parts, isWhole }
}

/** Returns whether a rule matches a path. Not a pattern: many stars would take hours. */
function matches({ start, parts: all, isWhole }: PathRule, path: string): boolean {
  if (!path.startsWith(start)) return false
  const parts = [...all]
  const last = isWhole ? parts.pop() : ''
  let position = start.length
  for (const part of parts) {
    const index = path.indexOf(part, position)
    if (index === -1) return false
    position = index + part.length
  }
  // Without a star, the rule is the whole path.
  if (last === undefined) return path.length === position
  return path.length - last.length >= position && path.endsWith(last)
}

const signalOf = (rules: Rule[]) => rules.find(([name]) => name === 'content-signal')?.[1]

const isSignal = (signal: string) =>
  signal.split(',').every((part) => /^(search|ai-input|ai-train)=(yes|no)$/.test(part.trim()))

/** The crawlers that scanners look for; not the server's list, which would make the check compare a list with itself. */
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

export const robots: Check[] = [
  {
    name: 'robots.txt exists and is plain text',
    fetches: '/robots.txt',
    asks: { isitagentready: ['robotsTxt'], a14y: ['robots-txt.exists'], standards: ['RFC 9309'] },
    fix: 'Publish /robots.txt as text/plain with a User-agent line.',
    ownFix: 'Forward /robots.txt to the server, or serve your own as text/plain.',
    run: checkDocument('/robots.txt', ({ type, text }) => [
      ...expect(/^text\/plain/.test(type), `/robots.txt ${describeContentType(type)}`),
      ...expect(parseRobots(text).size > 0, '/robots.txt has no User-agent line')
    ])
  },
  {
    name: 'robots.txt lets AI crawlers read the pages, llms.txt and the API',
    fetches: '/robots.txt, /developers/ and the paths in /openapi.json',
    asks: { a14y: ['robots-txt.allows-ai-bots', 'robots-txt.allows-llms-txt'] },
    fix: 'Remove the Disallow rules from robots.txt, or from the one that a CDN adds.',
    ownFix: 'Remove the Disallow rules from robots.txt in SITE_DIR, or from the one that a CDN adds.',
    run: checkText('robots.txt', async (text, site) => {
      const groups = parseRobots(text)
      const operations = (await listOperations(site)).slice(0, maxOperations)
      const documentation = (await site.get('/developers/')).status === 200 ? ['/developers/'] : []
      const paths = [site.homePath, '/llms.txt', '/.well-known/llms.txt', ...documentation, ...operations]
      return ['*', ...crawlers].flatMap((agent) =>
        findForbidden(groups, agent, paths).map((path) => `${agent} may not fetch ${path}`)
      )
    })
  },
  {
    name: 'robots.txt has a group for each AI crawler that scanners look for',
    fetches: '/robots.txt',
    asks: { isitagentready: ['robotsTxtAiRules'] },
    fix: `Add groups to your robots.txt: ${crawlers.join(', ')}.`,
    run: checkText('robots.txt', (text) => {
      const groups = parseRobots(text)
      return crawlers.flatMap((agent) =>
        expect(groups.has(agent.toLowerCase()), `/robots.txt has no group for ${agent}`)
      )
    })
  },
  {
    name: 'every group in robots.txt has the same Content-Signal, if one has any',
    fetches: '/robots.txt',
    asks: { isitagentready: ['contentSignals'] },
    fix: 'Give every group the same Content-Signal, such as search=yes, ai-train=no (contentsignals.org).',
    ownFix:
      'Set ai_use in site.json of DATA_DIR, and remove other Content-Signal lines, such as those of a CDN.',
    run: checkText('robots.txt', (text) => {
      const groups = [...parseRobots(text)].slice(0, maxGroups).map(([agent, rules]) => ({
        agent,
        signal: signalOf(rules.flat())
      }))
      const stated = groups.find(({ signal }) => signal !== undefined)?.signal
      if (stated === undefined)
        return notApplicable('robots.txt has no Content-Signal: the owner states no use of the content')
      return [
        ...expect(
          isSignal(stated),
          `the Content-Signal "${stated}" is not a list such as search=yes, ai-train=no`
        ),
        ...groups.flatMap(({ agent, signal }) =>
          expect(signal === stated, `the group for ${agent} has no Content-Signal: ${stated}`)
        )
      ]
    })
  },
  {
    name: 'robots.txt lists a sitemap on this site',
    fetches: '/robots.txt and the sitemaps in it',
    asks: { isitagentready: ['sitemap'], standards: ['sitemaps.org'] },
    fix: 'Add a Sitemap line with the full URL on this site.',
    ownFix:
      'Set BASE_URL to the public URL of the site. Add a Sitemap line to robots.txt in SITE_DIR, if it exists.',
    run: checkText('robots.txt', async (text, site) => {
      const urls = findSitemapUrls(text)
      return [...expect(urls.length > 0, '/robots.txt has no Sitemap line'), ...(await site.checkUrls(urls))]
    })
  }
]
