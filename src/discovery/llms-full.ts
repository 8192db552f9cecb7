import { encodePath } from '../http/link.ts'
import { agentResources } from '../surfaces/agent-resources.ts'
import { type DiscoveryDocument, textType } from './document.ts'
import { formatEntry, listRules, maxSummary, toMarkdownLine, writeSummary } from './prose.ts'

/** The maximum length in characters of the text of all pages. */
export const maxTextLength = 1_000_000
// In characters: the list of the pages that do not fit.
const maxListLength = 100_000

/** The whole text of the site in one file: the Markdown of every page with its headings one level down. */
export const llmsFull: DiscoveryDocument = {
  paths: [agentResources.llmsFull.path],
  mediaType: textType,
  // It contains the text of pages.
  expires: ({ pagesExpire }, now) => pagesExpire(now),
  create: async (context) => {
    const { business, baseUrl, pages } = context
    const parts = [
      `# ${toMarkdownLine(business.profile.name)}`,
      `> ${toMarkdownLine(writeSummary(context), maxSummary)}`,
      listRules(context)
        .map((rule) => `- ${rule}`)
        .join('\n')
    ]
    const rest: string[] = []
    let size = 0
    for (const { path, markdownPath, title, description } of await pages.entries()) {
      const url = baseUrl + encodePath(markdownPath)
      const markdown = size < maxTextLength ? await pages.markdown(path) : undefined
      const isIncluded = markdown !== undefined && size + markdown.length <= maxTextLength
      if (isIncluded) parts.push(`Source: ${url}`, lowerHeadings(removeFrontMatter(markdown)).trim())
      else rest.push(formatEntry(title, url, toMarkdownLine(description)))
      size += markdown?.length ?? 0
    }
    if (rest.length > 0) parts.push('## Pages that are not in this file', list(rest, baseUrl))
    return `${parts.join('\n\n')}\n`
  }
}

/** Returns the entries that fit, and a link to the list of all pages if some do not. */
function list(entries: string[], baseUrl: string): string {
  const text = entries.join('\n')
  if (text.length <= maxListLength) return text
  const fitting = text.slice(0, text.lastIndexOf('\n', maxListLength))
  const more = entries.length - fitting.split('\n').length
  return `${fitting}\n${formatEntry('All pages', baseUrl + agentResources.sitemapText.path, `${more} more pages`)}`
}

/** Returns the Markdown without its front matter. */
const removeFrontMatter = (markdown: string) => markdown.replace(/^---\n.*?\n---\n/s, '')

/** Moves every heading one level down, except in code blocks. */
function lowerHeadings(markdown: string): string {
  let fence = ''
  return markdown.replace(/^(?: {0,3}(`{3,}|~{3,})(.*)|#{1,5} )/gm, (text, mark?: string, rest = '') => {
    if (mark === undefined) return fence === '' ? `#${text}` : text
    if (fence === '') fence = mark
    else if (mark.startsWith(fence) && rest.trim() === '') fence = ''
    return text
  })
}
