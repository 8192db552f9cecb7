import { languageName } from '../base/language.ts'
import { escapeMarkdown } from '../base/text.ts'
import { encodePath } from '../base/url-path.ts'
import { statesPrices } from '../business/business.ts'
import { listStated } from '../business/notes.ts'
import { agentResources, apiUrl, type Context } from '../context/context.ts'
import { markdownPathOf, type Page } from '../resources/resources.ts'
import {
  type DiscoveryDocument,
  formatEntry,
  listRules,
  toMarkdownLine,
  toSingleLine,
  writeSummary
} from './document.ts'

// In characters: most agents truncate a longer file.
const maxLength = 30_000
// In characters: the text of all pages, and the list of the pages that do not fit.
const maxTextLength = 1_000_000
const maxListLength = 100_000

/** The table of contents of the site for language models (llmstxt.org). */
const llms: DiscoveryDocument = {
  paths: [agentResources.llms.path, '/.well-known/llms.txt'],
  create: async (context) => {
    const start = [...writeHead(context), '', '## Pages', '']
    const end = [...writeInterfaces(context), ''].join('\n')
    const pages = sortPages(await context.resources.listPages())
    const space = maxLength - start.join('\n').length - end.length
    const describe = () => `${pages.length} pages, including those omitted here`
    return [...start, ...listPages(pages, space, context.baseUrl, describe), end].join('\n')
  }
}

function writeTitle(context: Context): string[] {
  const summary = writeSummary(context)
  const title = `# ${toMarkdownLine(context.business.profile.name)}`
  return summary ? [title, `> ${escapeMarkdown(summary)}`] : [title]
}

function writeHead(context: Context): string[] {
  const { business, baseUrl } = context
  const language = languageName(business.faq.language)
  const hasContact = business.profile.contact.contact_page !== undefined
  return listStated(
    ...writeTitle(context).flatMap((line) => [line, '']),
    `The facts about one business, in ${language}; amounts are in ${business.pricing.currency}. ${context.hasServer ? 'The API and the MCP server are' : 'The API is'} generated from the same data.`,
    '',
    '- To answer a question in words, read the pages below, beginning with the home page and the facts: each link leads to a page as Markdown.',
    `- For an exact ${statesPrices(business) ? 'price, id or ' : ''}${hasContact ? 'contact detail' : 'fact'}, call the JSON API, which ${baseUrl}${agentResources.openapi.path} describes.`,
    context.hasServer &&
      `- To call tools, connect to ${baseUrl}${agentResources.mcp.path} with the Model Context Protocol.`,
    `- To read the pages at once, fetch ${baseUrl}${agentResources.llmsFull.path}, which has up to ${maxTextLength.toLocaleString('en')} characters of text and links to the pages that do not fit.`,
    ...listRules(context).map((rule) => `- ${rule}`)
  )
}

/** Returns the pages with the home page and the facts on one page first, and those that are not about the business last. */
function sortPages(entries: Page[]): Page[] {
  const first: string[] = ['/', agentResources.facts.path]
  const placeOf = ({ path, subject }: Page) =>
    first.includes(path) ? first.indexOf(path) : first.length + Number(subject !== 'business')
  return entries.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const formatPage = ({ title, markdownPath, description }: Page, baseUrl: string) =>
  formatEntry(title, baseUrl + encodePath(markdownPath), toMarkdownLine(description))

function listPages(pages: Page[], space: number, baseUrl: string, describe: (omitted: number) => string) {
  const formatRest = (omitted: number) =>
    formatEntry('All pages', baseUrl + agentResources.sitemapText.path, describe(omitted))
  const lines = pages.map((page) => formatPage(page, baseUrl))
  let remaining = space - formatRest(pages.length).length - 2
  const end = lines.findIndex((line) => {
    remaining -= line.length + 1
    return remaining < 0
  })
  return end === -1 ? lines : [...lines.slice(0, end), formatRest(lines.length - end)]
}

function writeInterfaces(context: Context): string[] {
  const { baseUrl, business, operations } = context
  // An entry for a URL that is not a page links to the page that explains it, because some agents follow only Markdown.
  // It has no fragment, because agents would fetch one document several times.
  const format = (
    title: string,
    note: string,
    { path }: { path: string } = agentResources.documentationText
  ) => formatEntry(title, baseUrl + path, note)
  const calls = operations.map((operation) =>
    format(
      operation.summary,
      toSingleLine(`GET <${apiUrl(context, operation)}>. ${operation.describe(business)}`)
    )
  )
  const openapi = `GET <${baseUrl}${agentResources.openapi.path}>. Every operation with its schemas and examples.`
  const mcp = `<${baseUrl}${agentResources.mcp.path}>. The same operations as read-only tools, over Streamable HTTP, without a key.`
  const nothing = `No ${context.hasServer ? 'endpoint or tool' : 'endpoint'} does this, and there are no accounts or keys.`
  const facts = { path: markdownPathOf(agentResources.facts.path) }
  return Object.entries({
    API: calls,
    Specification: [format('OpenAPI 3.1', openapi)],
    ...(context.hasServer && { 'MCP server': [format('Model Context Protocol', mcp)] }),
    'Not offered': [format('Booking, ordering, paying or submitting anything', nothing, facts)]
  }).flatMap(([title, entries]) => ['', `## ${title}`, '', ...entries])
}

const llmsFull: DiscoveryDocument = {
  paths: [agentResources.llmsFull.path],
  // It contains the text of pages.
  expires: ({ pagesExpire, now }) => pagesExpire(now()),
  create: async (context) => {
    const { baseUrl, resources } = context
    const rules = listRules(context).map((rule) => `- ${rule}`)
    const parts = [...writeTitle(context), rules.join('\n')]
    const rest: Page[] = []
    let size = 0
    for (const page of await resources.listPages()) {
      const markdown = size < maxTextLength ? await resources.readText(page.path) : undefined
      const isIncluded = markdown !== undefined && size + markdown.length <= maxTextLength
      const source = `Source: ${baseUrl}${encodePath(page.markdownPath)}`
      if (isIncluded) parts.push(source, lowerHeadings(removeFrontMatter(markdown)).trim())
      else rest.push(page)
      size += markdown?.length ?? 0
    }
    const list = listPages(rest, maxListLength, baseUrl, (omitted) => `${omitted} more pages`)
    if (rest.length > 0) parts.push('## Pages that are not in this file', list.join('\n'))
    return `${parts.join('\n\n')}\n`
  }
}

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

export const llmsTexts = [llms, llmsFull]
