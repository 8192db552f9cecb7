type Rule = [name: string, value: string]

/** The rules of robots.txt by the agent, in lower case, that they are for (RFC 9309). */
export type Groups = Map<string, Rule[]>

const groupPattern = /((?:^user-agent:.*\n\s*)+)((?:^(?!user-agent:).*\n?)*)/gim

export function parseRobots(text: string): Groups {
  const plain = `${text.replace(/\r\n?/g, '\n').replace(/[ \t]*#.*/g, '')}\n`
  const groups: Groups = new Map()
  for (const [, heads = '', lines = ''] of plain.matchAll(groupPattern)) {
    for (const [, agent] of rulesIn(heads)) {
      const known = groups.get(agent.toLowerCase()) ?? []
      groups.set(agent.toLowerCase(), [...known, ...rulesIn(lines)])
    }
  }
  return groups
}

const rulesIn = (lines: string) =>
  Array.from(
    lines.matchAll(/^\s*([\w-]+)\s*:[ \t]*(.*?)[ \t]*$/gm),
    ([, name = '', value = '']): Rule => [name.toLowerCase(), value]
  )

/** Whether an agent may fetch a path: the longest rule that matches decides, and Allow where two are as long. */
export function isAllowed(groups: Groups, agent: string, path: string): boolean {
  const rules = groups.get(agent.toLowerCase()) ?? groups.get('*') ?? []
  const [decisive] = rules
    .filter(([name, value]) => /^(dis)?allow$/.test(name) && value !== '' && matches(value, path))
    .sort(([nameA, a], [nameB, b]) => b.length - a.length || nameA.localeCompare(nameB))
  return decisive?.[0] !== 'disallow'
}

function matches(rule: string, path: string): boolean {
  const pattern = rule.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${pattern}`).test(path)
}
