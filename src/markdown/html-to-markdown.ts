import { revealPanels } from '../base/panels.ts'
import { parseHtml } from '../base/parse-html.ts'
import { escapeMarkdown } from '../base/text.ts'
import { createWriter } from './blocks.ts'
import { findContent, nameLinks, prepare } from './content.ts'
import { decodeHtml, readHead } from './head.ts'
import { Budget, withinLimits } from './limits.ts'
import { keepContent } from './reachable.ts'

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
  const budget = new Budget(page.isTrusted === true)
  return withinLimits(() => {
    const html = decodeHtml(page.bytes)
    const { title, description, canonical, base, language, direction } = readHead(
      html,
      page.url,
      page.language
    )
    const document = parseHtml(html, (depth, attributes) => budget.open(depth, attributes))
    revealPanels(document)
    keepContent(document)
    const content = findContent(document)
    nameLinks(content, document, budget)
    const blocks = createWriter(prepare(content, base, budget), budget, language)(content.children)
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
  })
}
