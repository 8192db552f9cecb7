import { createHash } from 'node:crypto'
import { formatLink } from '../base/url-path.ts'
import { englishName, hasOffer, hasOwnTax, listPrices, statesPrices } from '../business/business.ts'
import { listStated } from '../business/notes.ts'
import { listSubjects } from '../business/operations.ts'
import { isStarting } from '../business/schemas/price.ts'
import { agentResources, apiUrl, type Context, listAgentResources, skillName } from '../context/context.ts'
import { type DiscoveryDocument, listRules, toMarkdownLine, toSingleLine, writeSummary } from './document.ts'

const catalogResource = agentResources.apiCatalog

/** The current version of the API as a linkset (RFC 9727, RFC 9264). */
const apiCatalog: DiscoveryDocument = {
  paths: [catalogResource.path],
  mediaType: `${catalogResource.type}; profile="https://www.rfc-editor.org/info/rfc9727"`,
  // Identifies this document as the catalog for HEAD requests (RFC 9727, section 2).
  headers: { link: formatLink(catalogResource.path, catalogResource.pageRelation, catalogResource.type) },
  create: (context) => {
    const { baseUrl, operations, prefix, business } = context
    const { site } = business
    const list = (...relations: string[]) =>
      Object.fromEntries(
        relations.map((relation) => [
          relation,
          listAgentResources()
            .filter(({ apiRelation }) => apiRelation === relation)
            .map(({ path, type }) => ({ href: baseUrl + path, type }))
        ])
      )
    // The endpoints: the URL of the API itself, to which the anchor refers, has no content.
    const items = operations.filter(({ ids }) => !ids).map((operation) => apiUrl(context, operation))
    return {
      linkset: [
        {
          anchor: baseUrl + catalogResource.path,
          item: items.map((href) => ({ href, type: 'application/json' })),
          ...list('service-desc', 'service-doc')
        },
        {
          anchor: `${baseUrl}${prefix}/`,
          ...list('service-desc', 'service-doc', 'service-meta'),
          ...(context.hasServer && list('status')),
          ...(site?.licence && { license: [{ href: site.licence.url }] })
        }
      ]
    }
  }
}

/** The interfaces that agents can use, as entries of Agentic Resource Discovery 0.91, and of its predecessor, AI Catalog 1.0. */
function createManifest(context: Context) {
  const { business, baseUrl, factsChanged, resources } = context
  const { name } = business.profile
  const { hostname } = new URL(baseUrl)
  const { skill, serverCard, documentation } = agentResources
  // The types are from the specification, which has none for an API; the skill leads to it.
  const mcp = {
    kind: 'mcp',
    label: 'MCP',
    ...serverCard,
    description: writeSummary(context) || name
  }
  const skillEntry = {
    kind: 'skill',
    label: 'skill',
    path: skill.path,
    type: `${skill.type}; profile="urn:air:agent-skills"`,
    description: describeSkill(context)
  }
  // Only its author can describe a custom skill.
  const all = [...(context.hasServer ? [mcp] : []), ...(resources.isOwned(skill.path) ? [] : [skillEntry])]
  return {
    // ARD ignores the members except `entries`; AI Catalog requires them.
    specVersion: '1.0',
    host: {
      displayName: name,
      identifier: hostname,
      documentationUrl: baseUrl + documentation.path
    },
    entries: all.map(({ kind, label, path, type, description }) => ({
      identifier: `urn:air:${hostname}:${kind}:${skillName}`,
      displayName: `${name}: ${label}`,
      type,
      url: baseUrl + path,
      description,
      representativeQueries: listQueries(context),
      ...(factsChanged && { updatedAt: factsChanged.toISOString() })
    }))
  }
}

function listQueries({ business }: Context): string[] {
  const name = englishName(business)
  const faqQuestions = business.faq.categories.flatMap(({ items }) =>
    items.slice(0, 1).map(({ question }) => question)
  )
  const { contact_page } = business.profile.contact
  const own = listStated(
    hasOffer(business) && `What does ${name} offer?`,
    statesPrices(business) && `What does ${name} charge?`,
    contact_page && `How can I contact ${name}?`,
    `Who is ${name}?`
  )
  return [...own.slice(0, 2), ...faqQuestions.slice(0, 3)]
}

function describeSkill(context: Context): string {
  const { business } = context
  const summary = writeSummary(context)
  const about = summary && ` (${toSingleLine(summary)})`
  return `Answer questions about ${toSingleLine(business.profile.name)}${about}: ${listSubjects(business)}. Use it when someone asks about this business or compares it with others.`
}

/** Explains to agents how to answer questions about this business, on one screen (agentskills.io). */
function writeSkill(context: Context): string {
  const { business, baseUrl, operations } = context
  const { profile, faq, catalog, pricing, site } = business
  return listStated(
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
    listStated(
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

function describeSkills(context: Context) {
  const { path } = agentResources.skill
  const hash = createHash('sha256').update(writeSkill(context))
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

export const catalogs: DiscoveryDocument[] = [
  apiCatalog,
  { paths: [agentResources.ard.path], create: createManifest },
  {
    paths: [agentResources.aiCatalog.path],
    mediaType: agentResources.aiCatalog.type,
    create: createManifest
  },
  { paths: [agentResources.skillIndex.path], create: describeSkills },
  { paths: [agentResources.skill.path], create: writeSkill }
]
