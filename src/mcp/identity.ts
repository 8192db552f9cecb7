import { languageName } from '../business/values.ts'
import { clip } from './clip.ts'
import type { Source } from './source.ts'

/** The MCP revisions that are spoken, the newest first. */
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

/** What the server can do (MCP, ServerCapabilities); nothing changes while it runs, so it notifies of nothing. */
export const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} }

const icons = [
  { path: '/icon-512.png', mimeType: 'image/png', sizes: ['512x512'] },
  { path: '/favicon.svg', mimeType: 'image/svg+xml', sizes: ['any'] }
]

/** Who the server is (MCP, Implementation): the name in reverse-DNS form, a description of at most 100 characters. */
export function identityOf({ business, baseUrl, version, hasFile }: Source) {
  const { name, name_en } = business.profile
  const there = icons.filter(({ path }) => hasFile(path))
  return {
    name: `${reverseDns(baseUrl)}/business-facts`,
    title: clip(name, 100),
    version,
    description: `${clip(name_en ?? name, 38)}: services, starting prices, packages and FAQ. Read-only.`,
    websiteUrl: `${baseUrl}/`,
    ...(there.length > 0 && { icons: there.map(({ path, ...icon }) => ({ src: baseUrl + path, ...icon })) })
  }
}

const reverseDns = (address: string) =>
  new URL(address).hostname
    .replace(/[^a-z0-9.-]/g, '-')
    .split('.')
    .reverse()
    .join('.')

/** What an assistant must know before it uses the tools. */
export function instructionsOf({ business: { profile, faq } }: Source): string {
  const { name, name_en, category, contact, url } = profile
  const language = languageName(faq.language)
  return [
    `The facts that ${name_en ? `${name} (${name_en})` : name} publishes about itself: who it is, what it offers, what that costs and what its clients ask.`,
    ...(category ? [`In its own words: ${category}.`] : []),
    `Prices are starting prices before VAT, not quotes: say "from", and that each project is priced by its scope.`,
    `Nothing can be ordered, booked, paid or sent here. Whoever is interested contacts the business: ${contact.contact_page}.`,
    `The facts are in ${language}; answer in the language of the user. Find with search, read with fetch; the other tools give whole documents and exact prices.`,
    `Name the business as the source and link to ${url} (CC BY 4.0).`
  ].join('\n')
}
