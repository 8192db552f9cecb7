import { encodePath } from '../http/encode-path.ts'
import { type Document, text } from './document.ts'
import { entry, line, rules, summary } from './prose.ts'

/** Characters after which pages are only named: a reader, and the memory of the server, has an end too. */
const most = 4_000_000

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
      const markdown = size < most ? await pages.markdown(path) : undefined
      if (markdown === undefined) rest.push(entry(title, address, description))
      else parts.push(`Source: ${address}`, lower(bodyOf(markdown)).trim())
      size += markdown?.length ?? 0
    }
    if (rest.length > 0) parts.push('## Pages that are not in this file', rest.join('\n'))
    return `${parts.join('\n\n')}\n`
  }
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
