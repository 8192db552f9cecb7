import { escapeMarkdown } from '../base/text.ts'
import { revealPanels } from '../html/panels.ts'
import { parseHtml } from '../html/parse-html.ts'
import { writeBlocks } from './blocks.ts'
import { type Budget, createBudget, LimitError } from './budget.ts'
import { readContent } from './content.ts'
import { decodeHtml, readHead } from './head.ts'

export interface HtmlPage {
  bytes: Uint8Array
  url: string
  /** The language (BCP 47) of a page that declares none. */
  language: string
  /** The date of the last change, such as `2026-11-20`, if it is known. */
  modified: string | undefined
  /** The version of the API whose facts the page shows. */
  version?: string | undefined
  preface: string
  /** Whether to ignore the limits, as for built-in pages. */
  isTrusted?: boolean
}

export type Conversion = { markdown: string; language: string } | { failure: string }

/** Converts a page to Markdown (RFC 7763, variant GFM), with YAML front matter from its head. */
export function htmlToMarkdown(page: HtmlPage): Conversion {
  try {
    return convert(page, createBudget(page.isTrusted === true))
  } catch (error) {
    if (error instanceof LimitError) return { failure: error.message }
    throw error
  }
}

function convert(page: HtmlPage, budget: Budget): Conversion {
  const html = decodeHtml(page.bytes)
  const { title, description, canonical, base, language, direction } = readHead(html, page.url, page.language)
  const document = parseHtml(html, (depth, attributes) => budget.open(depth, attributes))
  revealPanels(document)
  const blocks = writeBlocks(readContent(document, base, budget), budget, language)
  const metadata = {
    title,
    description,
    canonical,
    lang: language,
    dir: direction,
    last_updated: page.modified,
    doc_version: page.version
  }
  const frontMatter = Object.entries(metadata).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`]
  )
  const hasTitle = title === '' || blocks.some((block) => block.startsWith('# '))
  const body = [page.preface, ...(hasTitle ? [] : [`# ${escapeMarkdown(title)}`]), ...blocks].join('\n\n')
  budget.finish(body.length)
  return { markdown: `---\n${frontMatter.join('\n')}\n---\n\n${body}\n`, language }
}
