import { encodePath } from '../http/link.ts'
import { agentResources } from '../surfaces/agent-resources.ts'
import { apiUrl } from '../surfaces/surface-context.ts'
import { type DiscoveryDocument, markdownType } from './document.ts'
import { formatEntry, toMarkdownLine } from './prose.ts'

const maxItems = 100

/**
 * Lists every page with its URL and, if it is known, the date of its last change, then the JSON documents and llms.txt, as
 * Markdown.
 */
export const sitemapMarkdown: DiscoveryDocument = {
  paths: [agentResources.sitemapText.path],
  mediaType: markdownType,
  create: async (context) => {
    const { business, baseUrl, pages, operations } = context
    const lines = (await pages.entries()).map(({ path, markdownPath, title, modified }) => {
      const changed = modified === undefined ? '' : `changed ${modified.toISOString().slice(0, 10)}; `
      const note = `${changed}as Markdown: <${baseUrl}${encodePath(markdownPath)}>`
      return formatEntry(title, baseUrl + encodePath(path), note)
    })
    const bodies = operations.flatMap((operation) => {
      const { ids, summary } = operation
      const items = ids?.(business)
      if (items === undefined) return formatEntry(summary, apiUrl(context, operation), 'JSON')
      // The pages list the items of a large catalogue.
      if (items.length > maxItems) return []
      return items.map((id) =>
        formatEntry(`${summary}: ${id}`, apiUrl(context, operation, encodeURIComponent(id)), 'JSON')
      )
    })
    const documents = [
      formatEntry('llms.txt', baseUrl + agentResources.llms.path, 'table of contents for language models'),
      formatEntry('llms-full.txt', baseUrl + agentResources.llmsFull.path, 'the text of the pages'),
      formatEntry('OpenAPI', baseUrl + agentResources.openapi.path, 'every operation of the API'),
      ...bodies
    ]
    const name = toMarkdownLine(business.profile.name)
    return ['# Sitemap', '', `## ${name}`, '', ...lines, '', '## For programs', '', ...documents, ''].join(
      '\n'
    )
  }
}
