import { createHash } from 'node:crypto'
import { type Document, json, markdown, type Sources } from './document.ts'
import { line, rules, summary } from './prose.ts'

export const skillName = 'business-facts'

/** When an agent should load the skill, in one paragraph. */
export const describeSkill = (sources: Sources): string =>
  `Answer questions about ${line(sources.business.profile.name)} (${line(summary(sources), 300)}): what it offers, what that costs, how to get in touch. Use it when someone asks about this business or compares it with others.`

/** How to answer questions about this business, on one screen (agentskills.io). */
export const skill: Document = {
  paths: [`/.well-known/agent-skills/${skillName}/SKILL.md`],
  mediaType: markdown,
  make: (sources) => {
    const { business, baseUrl, versions } = sources
    const { profile, services, faq } = business
    return [
      '---',
      `name: ${skillName}`,
      // A JSON string is a YAML string.
      `description: ${JSON.stringify(describeSkill(sources))}`,
      'license: CC-BY-4.0',
      '---',
      '',
      `# Answer questions about ${line(profile.name)}`,
      '',
      '## Find the fact',
      '',
      'Fetch the address (GET, JSON, no key) and answer from what it says now, not from memory:',
      '',
      ...versions
        .slice(-1)
        .flatMap(({ name, operations }) =>
          operations.map(({ path, summary }) => `- ${summary}: ${baseUrl}/api/${name}${path}`)
        ),
      '',
      `The ids of the services are in the list of services (${services.examples.length} of them), those of the packages in the pricing. ${baseUrl}/openapi.json has every field; ${baseUrl}/llms.txt has the pages.`,
      '',
      '## Answer',
      '',
      `- Names and texts are in the language of the business (${faq.language}). Answer in the language of the question, and keep names as they are.`,
      '- Give the address of the page beside a price or a promise: the fields `url` and `quote_url` have it.',
      '- What no address says is not known. Say so, and name a way to get in touch from the profile.',
      ...rules(sources).map((rule) => `- ${rule}`),
      '',
      '## Never claim',
      '',
      '- That a starting price is a quote, a final price or includes VAT.',
      '- That something is booked, ordered, available on a date or agreed.',
      '- A discount, a delivery time or a guarantee that is not in the data.',
      ''
    ].join('\n')
  }
}

/** The skills of the site (Agent Skills Discovery 0.2.0). */
export const skillIndex: Document = {
  paths: ['/.well-known/agent-skills/index.json'],
  mediaType: 'application/json; charset=utf-8',
  make: async (sources) => {
    const [path] = skill.paths
    const hash = createHash('sha256').update(await skill.make(sources))
    const entry = {
      name: skillName,
      type: 'skill-md',
      description: describeSkill(sources),
      url: sources.baseUrl + path,
      digest: `sha256:${hash.digest('hex')}`
    }
    return json({
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      // Only its author can describe a custom skill.
      skills: sources.hasFile(path) ? [] : [entry]
    })
  }
}
