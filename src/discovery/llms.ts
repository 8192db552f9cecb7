import { languageName } from '../business/language.ts'
import { statesPrices } from '../business/price-range.ts'
import { encodePath } from '../http/link.ts'
import { agentResources } from '../surfaces/agent-resources.ts'
import { markdownPathOf, type PageEntry } from '../surfaces/page-list.ts'
import { apiUrl, type SurfaceContext } from '../surfaces/surface-context.ts'
import { type DiscoveryDocument, textType } from './document.ts'
import { maxTextLength } from './llms-full.ts'
import { formatEntry, listRules, maxSummary, toMarkdownLine, toSingleLine, writeSummary } from './prose.ts'

const maxFullText = maxTextLength.toLocaleString('en')

/** The length in characters at which most agents truncate a file. */
const maxLength = 30_000

// An entry for a URL that is not a page links to the page that explains it, because some agents follow only Markdown.
// It has no fragment, because agents would fetch one document several times.
const documentation = agentResources.documentationText.path
const explanation = markdownPathOf(agentResources.facts.path)

/** The table of contents of the site for language models (llmstxt.org). */
export const llms: DiscoveryDocument = {
  paths: [agentResources.llms.path, '/.well-known/llms.txt'],
  mediaType: textType,
  create: async (context) => {
    const start = [...writeHead(context), '', '## Pages', '']
    const end = ['', ...writeInterfaces(context), ''].join('\n')
    const pages = listPages(
      sortPages(await context.pages.entries()),
      maxLength - start.join('\n').length - end.length,
      context
    )
    return [...start, ...pages, end].join('\n')
  }
}

function writeHead(context: SurfaceContext): string[] {
  const { business, baseUrl } = context
  const { name } = business.profile
  const language = languageName(business.faq.language)
  return [
    `# ${toMarkdownLine(name)}`,
    '',
    `> ${toMarkdownLine(writeSummary(context), maxSummary)}`,
    '',
    `The facts about one business, in ${language}; amounts are in ${business.pricing.currency}. The API and the MCP server are generated from the same data.`,
    '',
    '- To answer a question in words, read the pages below, beginning with the home page and the facts: each link leads to a page as Markdown.',
    `- For an exact ${statesPrices(business) ? 'price, id or ' : ''}contact detail, call the JSON API, which ${baseUrl}${agentResources.openapi.path} describes.`,
    `- To call tools, connect to ${baseUrl}${agentResources.mcp.path} with the Model Context Protocol.`,
    `- To read the pages at once, fetch ${baseUrl}${agentResources.llmsFull.path}, which has up to ${maxFullText} characters of text and links to the pages that do not fit.`,
    ...listRules(context).map((rule) => `- ${rule}`)
  ]
}

/** Returns the pages with the home page and the facts on one page first, and those that are not about the business last. */
function sortPages(entries: PageEntry[]): PageEntry[] {
  const first: string[] = ['/', agentResources.facts.path]
  const placeOf = ({ path, subject }: PageEntry) =>
    first.includes(path) ? first.indexOf(path) : first.length + Number(subject !== 'business')
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Returns the entries of the pages that fit, and a link to the list of all pages if some do not. */
function listPages(entries: PageEntry[], space: number, { baseUrl }: SurfaceContext): string[] {
  const rest = formatEntry(
    'All pages',
    baseUrl + agentResources.sitemapText.path,
    `${entries.length} pages, including those omitted here`
  )
  const lines = entries.map(({ title, markdownPath, description }) =>
    formatEntry(title, baseUrl + encodePath(markdownPath), toMarkdownLine(description))
  )
  let remaining = space - rest.length - 2
  const end = lines.findIndex((item) => {
    remaining -= item.length + 1
    return remaining < 0
  })
  return end === -1 ? lines : [...lines.slice(0, end), rest]
}

function writeInterfaces(context: SurfaceContext): string[] {
  const { baseUrl, operations } = context
  const documentationUrl = baseUrl + documentation
  return [
    '## API',
    '',
    ...operations.map((operation) => {
      const { summary, description } = operation
      const note = toSingleLine(`GET <${apiUrl(context, operation)}>. ${description}`)
      return formatEntry(summary, documentationUrl, note)
    }),
    '',
    '## Specification',
    '',
    formatEntry(
      'OpenAPI 3.1',
      documentationUrl,
      `GET <${baseUrl}${agentResources.openapi.path}>. Every operation with its schemas and examples.`
    ),
    '',
    '## MCP server',
    '',
    formatEntry(
      'Model Context Protocol',
      documentationUrl,
      `<${baseUrl}${agentResources.mcp.path}>. The same operations as read-only tools, over Streamable HTTP, without a key.`
    ),
    '',
    '## Not offered',
    '',
    formatEntry(
      'Booking, ordering, paying or submitting anything',
      baseUrl + explanation,
      'No endpoint or tool does this, and there are no accounts or keys.'
    )
  ]
}
