import { agentResources } from '../http/agent-resources.ts'
import { encodePath } from '../http/encode-path.ts'
import { type Document, markdown } from './document.ts'
import { entry, literal } from './prose.ts'

/** Lists every page with its URL and the date of its last change, if that is known, as Markdown. */
export const sitemapMarkdown: Document = {
  paths: [agentResources.sitemapText.path],
  mediaType: markdown,
  create: async ({ business, baseUrl, pages }) => {
    const lines = (await pages.entries()).map(({ path, markdownPath, title, modified }) => {
      const changed = modified === undefined ? '' : `changed ${modified.toISOString().slice(0, 10)}; `
      const note = `${changed}as Markdown: ${baseUrl}${encodePath(markdownPath)}`
      return entry(title, baseUrl + encodePath(path), note)
    })
    return ['# Sitemap', '', `## ${literal(business.profile.name)}`, '', ...lines, ''].join('\n')
  }
}
