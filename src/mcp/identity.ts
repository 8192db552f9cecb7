import { englishName } from '../business/business.ts'
import { languageName } from '../business/language.ts'
import { listHoursNotes, listPriceNotes, listSubjects, listTerms } from '../business/notes.ts'
import { statesPrices } from '../business/price-range.ts'
import { agentResources } from '../surfaces/agent-resources.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import { clip } from './wording.ts'

/** The supported MCP revisions, the newest first. */
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

/** Returns whether the site has a generated skill; only its author can describe that of SITE_DIR. */
export const hasSkill = ({ hasFile }: SurfaceContext) => !hasFile(agentResources.skill.path)

/** Returns the server's capabilities (MCP, ServerCapabilities). Its lists never change, so it sends no notifications. */
export const listCapabilities = (context: SurfaceContext) => ({
  tools: {},
  resources: {},
  prompts: {},
  completions: {},
  ...(hasSkill(context) && { extensions: { 'io.modelcontextprotocol/skills': {} } })
})

const iconFiles = [
  { path: '/icon-512.png', mimeType: 'image/png', sizes: ['512x512'] },
  { path: '/favicon.svg', mimeType: 'image/svg+xml', sizes: ['any'] }
]

/** Returns the icons of the business that exist (MCP, Icon). */
export const listIcons = ({ baseUrl, hasFile }: SurfaceContext) =>
  iconFiles.filter(({ path }) => hasFile(path)).map(({ path, ...icon }) => ({ src: baseUrl + path, ...icon }))

/** Returns the server's name in reverse-DNS form, its title, icons and more (MCP, Implementation). */
export function describeServer(context: SurfaceContext) {
  const { business, baseUrl, version } = context
  const icons = listIcons(context)
  return {
    name: `${reverseHostname(baseUrl)}/business-facts`,
    title: clip(business.profile.name, 100),
    version,
    // At most 100 characters (server card schema).
    description: `${clip(englishName(business), 30)}: ${listSubjects(business, 'contact details')}. Read-only.`,
    websiteUrl: `${baseUrl}/`,
    ...(icons.length > 0 && { icons })
  }
}

const reverseHostname = (url: string) =>
  new URL(url).hostname
    .replace(/[^a-z0-9.-]/g, '-')
    .split('.')
    .reverse()
    .join('.')

/** Returns the instructions that an assistant reads before it uses the tools. */
export function writeInstructions({ business, changed }: SurfaceContext): string {
  const { profile, faq, services } = business
  const { name, name_en, category, contact } = profile
  const language = languageName(faq.language)
  return [
    `Facts that ${name_en ? `${name} (${name_en})` : name} publishes about itself: ${listSubjects(business, 'identity', 'contact details')}.`,
    ...(category ? [`In its own words: ${category}.`] : []),
    ...listPriceNotes(business),
    ...(services.pricing_note
      ? [`The business says this about its prices: ${clip(services.pricing_note, 500)}`]
      : []),
    `This server is read-only: you cannot book, order, pay or submit anything. To go ahead, contact the business directly: ${contact.contact_page}.`,
    `The facts are in ${language}; answer in the user's language. Find documents with search and read them with fetch. The other tools return the data of the API${statesPrices(business) ? ', with exact prices' : ''}; if they shorten a list, their field \`note\` has the total and the URL of the complete list.`,
    ...listTerms(business),
    ...listHoursNotes(business),
    ...(changed ? [`The facts last changed on ${changed.toISOString().slice(0, 10)}.`] : [])
  ].join('\n')
}
