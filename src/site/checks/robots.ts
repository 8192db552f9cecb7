import { decodePath } from '../../base/url-path.ts'

const engines = ['Googlebot', 'Bingbot']

interface Group {
  agents: string[]
  rules: { allows: boolean; pattern: string }[]
}

/** Reads a robots.txt, and returns a function that names the search engines that may not read a path (RFC 9309, section 2.2). */
export function readRobots(text: string): (path: string) => string[] {
  const groups = readGroups(text)
  const groupsOf = (agent: string) => groups.filter(({ agents }) => agents.includes(agent))
  const rulesOf = (engine: string) => {
    const own = groupsOf(engine.toLowerCase())
    return (own.length > 0 ? own : groupsOf('*')).flatMap(({ rules }) => rules)
  }
  const rows = engines.map((engine) => ({ engine, rules: rulesOf(engine) }))
  return (path) => rows.filter(({ rules }) => !allowsPath(rules, path)).map(({ engine }) => engine)
}

/** Returns whether the rule with the longest pattern allows a path; of equally long ones, an Allow counts. An empty one has no effect. */
function allowsPath(rules: Group['rules'], path: string): boolean {
  const found = rules.filter(({ pattern }) => matches(pattern, path))
  const longest = Math.max(0, ...found.map(({ pattern }) => pattern.length))
  return longest === 0 || found.some(({ allows, pattern }) => allows && pattern.length === longest)
}

function readGroups(text: string): Group[] {
  const groups: Group[] = []
  for (const [, name = '', value = ''] of text.matchAll(/^[\ufeff\t ]*([\w-]+)[\t ]*:([^#\r\n]*)/gm)) {
    const last = groups.at(-1)
    const agent = value.trim().toLowerCase()
    if (/^user-agent$/i.test(name)) {
      if (last?.rules.length === 0) last.agents.push(agent)
      else groups.push({ agents: [agent], rules: [] })
    } else if (/^(?:dis)?allow$/i.test(name))
      last?.rules.push({ allows: /^a/i.test(name), pattern: decodePath(value.trim()).replace(/\*+/g, '*') })
  }
  return groups
}

/** Returns whether a path begins with a pattern, in which `*` is any text, and `$` at its end is the end. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  let end = 0
  for (const [index, part] of parts.entries()) {
    const isLast = isWhole && index > 0 && index === parts.length - 1
    const start = isLast ? path.length - part.length : path.indexOf(part, end)
    if (start < end || (index === 0 && start > 0) || !path.startsWith(part, start)) return false
    end = start + part.length
  }
  return !isWhole || end === path.length
}
