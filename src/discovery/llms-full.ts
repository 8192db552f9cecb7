import { encodePath } from '../http/encode-path.ts'
import { type Document, text } from './document.ts'
import { entry, line, rules, summary } from './prose.ts'

/** In characters: the text of all pages, after which pages are only named; and the list of those. */
const maxLength = { text: 1_000_000, list: 100_000 }

/** The whole text of the site in one file: every page's Markdown with its headings one level down. */
export const llmsFull: Document = {
  paths: ['/llms-full.txt'],
  mediaType: text,
  make: async (sources) => {
    const { business, baseUrl, pages } = sources
    const parts = [
      `# ${line(business.profile.name)}`,
      `> ${summary(sources)}`,
      rules(sources)
        .map((rule) => `- ${rule}`)
        .join('\n')
    ]
    const rest: string[] = []
    let size = 0
    for (const { path, markdownPath, title, description } of await pages.entries()) {
      const address = baseUrl + encodePath(markdownPath)
      const markdown = size < maxLength.text ? await pages.markdown(path) : undefined
      const isFitting = markdown !== undefined && size + markdown.length <= maxLength.text
      if (isFitting) parts.push(`Source: ${address}`, lower(bodyOf(markdown)).trim())
      else rest.push(entry(title, address, description))
      size += markdown?.length ?? 0
    }
    if (rest.length > 0) parts.push('## Pages that are not in this file', list(rest, baseUrl))
    return `${parts.join('\n\n')}\n`
  }
}

/** The entries that fit, and where the others are. */
function list(entries: string[], baseUrl: string): string {
  const text = entries.join('\n')
  if (text.length <= maxLength.list) return text
  const fitting = text.slice(0, text.lastIndexOf('\n', maxLength.list))
  const more = entries.length - fitting.split('\n').length
  return `${fitting}\n${entry('All pages', `${baseUrl}/sitemap.md`, `${more} more pages`)}`
}

/** The Markdown without its front matter. */
const bodyOf = (markdown: string) => markdown.replace(/^---\n.*?\n---\n/s, '')

/** Every heading one level down, and no line of code. */
function lower(markdown: string): string {
  let fence = ''
  return markdown.replace(/^(?: {0,3}(`{3,}|~{3,})(.*)|#{1,5} )/gm, (text, mark?: string, rest = '') => {
    if (mark === undefined) return fence === '' ? `#${text}` : text
    if (fence === '') fence = mark
    else if (mark.startsWith(fence) && rest.trim() === '') fence = ''
    return text
  })
}
