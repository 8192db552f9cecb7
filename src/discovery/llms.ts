import { languageName } from '../business/values.ts'
import { encodePath } from '../http/encode-path.ts'
import type { PageEntry } from '../http/pages.ts'
import { type Document, type Sources, text } from './document.ts'
import { llmsFull } from './llms-full.ts'
import { entry, line, rules, summary } from './prose.ts'
import { sitemapMarkdown } from './sitemap-markdown.ts'

/** What most agents read of a file before they cut it off. */
const most = 30_000

// Where an address is no page, the link leads to the page that explains it: some readers follow only Markdown.
const documentation = '/developers.md'
const explanation = '/for-ai.md'

/** The table of contents of the site for language models (llmstxt.org). */
export const llms: Document = {
  paths: ['/llms.txt', '/.well-known/llms.txt'],
  mediaType: text,
  make: async (sources) => {
    const start = [...head(sources), '', '## Pages', '']
    const end = ['', ...machines(sources), ''].join('\n')
    const pages = fit(await sources.pages.entries(), most - start.join('\n').length - end.length, sources)
    return [...start, ...pages, end].join('\n')
  }
}

function head(sources: Sources): string[] {
  const { business, baseUrl } = sources
  const { name } = business.profile
  const language = languageName(business.faq.language)
  return [
    `# ${line(name)}`,
    '',
    `> ${summary(sources)}`,
    '',
    `The facts about one business, in ${language}; amounts are in ${business.pricing.currency}. The pages, the API and every other address here are made from the same data and say the same.`,
    '',
    '- To answer in words, read a page below: each address is the page as Markdown.',
    `- For an exact price, id or way to get in touch, read the JSON of the API, which ${baseUrl}/openapi.json describes.`,
    `- To call tools, connect to ${baseUrl}/mcp by the Model Context Protocol.`,
    `- To read every page at once, fetch ${baseUrl}${llmsFull.paths[0]}`,
    ...rules(sources).map((rule) => `- ${rule}`)
  ]
}

/** The pages that fit, and where the rest is listed. */
function fit(entries: PageEntry[], space: number, { baseUrl }: Sources): string[] {
  const rest = entry(
    'All pages',
    baseUrl + sitemapMarkdown.paths[0],
    `${entries.length} pages, with those left out here`
  )
  const lines = entries.map(({ title, markdownPath, description }) =>
    entry(title, baseUrl + encodePath(markdownPath), description)
  )
  let left = space - rest.length - 2
  const end = lines.findIndex((item) => {
    left -= item.length + 1
    return left < 0
  })
  return end === -1 ? lines : [...lines.slice(0, end), rest]
}

function machines({ baseUrl, versions }: Sources): string[] {
  const documented = baseUrl + documentation
  return [
    '## API',
    '',
    ...versions
      .slice(-1)
      .flatMap(({ name, operations }) =>
        operations.map(({ operationId, path, summary, description }) =>
          entry(
            summary,
            `${documented}#${operationId}`,
            `GET <${baseUrl}/api/${name}${path}>. ${description}`
          )
        )
      ),
    '',
    '## Specification',
    '',
    entry(
      'OpenAPI 3.1',
      documented,
      `GET <${baseUrl}/openapi.json>. Every operation with its schemas and examples`
    ),
    '',
    '## MCP server',
    '',
    entry(
      'Model Context Protocol',
      `${documented}#mcp`,
      `<${baseUrl}/mcp>. The same operations as read-only tools, over Streamable HTTP, without a key`
    ),
    '',
    '## Not offered',
    '',
    entry(
      'Booking, ordering, paying and writing',
      baseUrl + explanation,
      'There is no endpoint or tool for any of them, no account and no key; the page says how to get in touch'
    )
  ]
}
