import { escapeMarkdown } from '../../surfaces/escape-markdown.ts'
import { createWriter } from './blocks.ts'
import { decodeHtml } from './charset.ts'
import { findContent, prepare } from './content.ts'
import { readHead } from './head.ts'
import { Budget, LimitError } from './limits.ts'
import { parse } from './parse.ts'

/** A page to convert. */
export interface PageToConvert {
  /** The HTML file. */
  bytes: Uint8Array
  /** The absolute URL of the page. */
  url: string
  /** The language (BCP 47) of a page that declares none. */
  language: string
  /** The date of the last change, such as `2026-11-20`, if it is known. */
  modified: string | undefined
  /** The version of the API whose facts the page shows. */
  version?: string | undefined
  /** The line of Markdown before the content. */
  preface: string
  /** Whether to ignore the limits, as for built-in pages. */
  isTrusted?: boolean
}

/** The Markdown of a page, or the limit that the page exceeds. */
export type Conversion = { markdown: string; language: string } | { failure: string }

/** Converts a page to Markdown (RFC 7763, variant GFM), with YAML front matter from its head. */
export function convert({
  bytes,
  url,
  language: fallback,
  modified,
  version,
  preface,
  isTrusted = false
}: PageToConvert): Conversion {
  const budget = new Budget(isTrusted)
  try {
    const html = decodeHtml(bytes)
    const { title, description, canonical, base, language, direction } = readHead(html, url, fallback)
    const content = findContent(parse(html, budget))
    const blocks = createWriter(prepare(content, base, budget), budget)(content.children)
    const metadata = {
      title,
      description,
      canonical,
      lang: language,
      dir: direction,
      last_updated: modified,
      doc_version: version
    }
    const frontMatter = Object.entries(metadata).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`]
    )
    const hasTitle = title === '' || blocks.some((block) => block.startsWith('# '))
    const body = [preface, ...(hasTitle ? [] : [`# ${escapeMarkdown(title)}`]), ...blocks].join('\n\n')
    budget.finish(body.length)
    return { markdown: `---\n${frontMatter.join('\n')}\n---\n\n${body}\n`, language }
  } catch (error) {
    if (error instanceof LimitError) return { failure: error.message }
    throw error
  }
}
