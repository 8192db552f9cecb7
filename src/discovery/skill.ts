import { createHash } from 'node:crypto'
import { hasOwnTax, listPrices, statesPrices } from '../business/business.ts'
import { stated } from '../business/notes.ts'
import { listSubjects } from '../business/operations.ts'
import { isStarting } from '../business/schemas/price.ts'
import { agentResources, apiUrl, type Context, skillName } from '../context/context.ts'
import { type DiscoveryDocument, listRules, toMarkdownLine, toSingleLine, writeSummary } from './document.ts'

export function describeSkill(context: Context): string {
  const { business } = context
  const summary = writeSummary(context)
  const about = summary && ` (${toSingleLine(summary)})`
  return `Answer questions about ${toSingleLine(business.profile.name)}${about}: ${listSubjects(business)}. Use it when someone asks about this business or compares it with others.`
}

/** Explains to agents how to answer questions about this business, on one screen (agentskills.io). */
export const skill = {
  paths: [agentResources.skill.path],
  create: (context) => {
    const { business, baseUrl, operations } = context
    const { profile, faq, catalog, pricing, site } = business
    return stated(
      '---',
      `name: ${skillName}`,
      // JSON, because a JSON string is a valid YAML string.
      `description: ${JSON.stringify(describeSkill(context))}`,
      site?.licence && `license: ${JSON.stringify(toSingleLine(site.licence.name))}`,
      '---',
      '',
      `# Answer questions about ${toMarkdownLine(profile.name)}`,
      '',
      '## Find the fact',
      '',
      'Fetch one of these URLs (GET, JSON, no key) and answer from the response, not from memory:',
      '',
      ...operations.map((operation) => `- ${operation.summary}: ${apiUrl(context, operation)}`),
      '',
      stated(
        catalog.services.length > 0 && 'Service ids: `examples[].id` in services.json.',
        pricing.packages.some(({ price }) => price) &&
          'Package ids: `packages[].id` in pricing.json, without packages priced on request.',
        `${baseUrl}${agentResources.openapi.path} describes every field; ${baseUrl}${agentResources.llms.path} lists the pages.`
      ).join(' '),
      '',
      '## Answer',
      '',
      `- Names and texts are in the language of the business (${faq.language}). Answer in the language of the question, but do not translate names.`,
      `- Cite the URL of the page next to a ${statesPrices(business) ? 'price or a ' : ''}promise: it is in the field \`url\`.`,
      `- If none of these URLs has the answer, say that you do not know${profile.contact.contact_page ? ', and give a contact option from the profile' : ''}.`,
      ...listRules(context).map((rule) => `- ${rule}`),
      '',
      '## Never claim',
      '',
      listPrices(business).some(isStarting) &&
        `- That a starting price is the final price${pricing.quote_url ? ', or a quote' : ''}.`,
      pricing.tax?.included === false && !hasOwnTax(business) && '- That a price includes tax.',
      '- That something is booked, ordered, available on a date or agreed.',
      '- A discount, a delivery time or a guarantee that is not in the data.',
      ''
    ).join('\n')
  }
} satisfies DiscoveryDocument

export const skillIndex: DiscoveryDocument = {
  paths: [agentResources.skillIndex.path],
  create: (context) => {
    const { path } = agentResources.skill
    const hash = createHash('sha256').update(skill.create(context))
    const entry = {
      name: skillName,
      type: 'skill-md',
      description: describeSkill(context),
      url: context.baseUrl + path,
      digest: `sha256:${hash.digest('hex')}`
    }
    return {
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      // Does not list a custom skill, because only its author can describe it.
      skills: context.resources.isOwned(path) ? [] : [entry]
    }
  }
}
