import { writer } from './blocks.ts'
import { decodeHtml } from './charset.ts'
import { findContent, prepare } from './content.ts'
import { readHead } from './head.ts'
import { Budget, LimitError } from './limits.ts'
import { parse } from './parse.ts'

/** A page to convert. */
export interface Source {
  /** The HTML file. */
  bytes: Uint8Array
  /** The absolute address of the page. */
  address: string
  /** The language of a page that names none (BCP 47). */
  language: string
  /** When the page was changed last, as `2026-11-20`. */
  modified: string
  /** The line of Markdown that comes before the content. */
  preface: string
  /** Whether the page is converted whatever its size: the built-in pages are. */
  isTrusted?: boolean
}

/** A page as Markdown, or the limit that it goes beyond. */
export type Conversion = { markdown: string; language: string } | { refusal: string }

/** Returns a page as Markdown (RFC 7763, in the variant GFM) after what its head says, as YAML. */
export function convert({
  bytes,
  address,
  language: fallback,
  modified,
  preface,
  isTrusted = false
}: Source): Conversion {
  const budget = new Budget(isTrusted)
  try {
    const html = decodeHtml(bytes)
    const { title, description, canonical, base, language, direction } = readHead(html, address, fallback)
    const content = findContent(parse(html, budget))
    const blocks = writer(prepare(content, base, budget), budget)(content.children)
    const facts = { title, description, canonical, lang: language, dir: direction, last_updated: modified }
    const head = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    const hasTitle = title === '' || blocks.some((block) => block.startsWith('# '))
    const body = [preface, ...(hasTitle ? [] : [`# ${title}`]), ...blocks].join('\n\n')
    budget.finish(body.length)
    return { markdown: `---\n${head.join('\n')}\n---\n\n${body}\n`, language }
  } catch (error) {
    if (error instanceof LimitError) return { refusal: error.message }
    throw error
  }
}
