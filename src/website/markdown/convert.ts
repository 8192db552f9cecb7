import { parseDocument } from 'htmlparser2'
import type { Holder } from '../tree.ts'
import { writer } from './blocks.ts'
import { decodeHtml } from './charset.ts'
import { findContent, prepare } from './content.ts'
import { readHead } from './head.ts'

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
}

/** A page as Markdown, or why there is none of it. */
export type Conversion = { markdown: string; language: string } | { refusal: string }

/** The most that a content may measure, in characters of HTML. */
const mostContent = 2_000_000
const tooLarge = `its content is larger than ${mostContent / 1e6} MB`

/** A page as Markdown (RFC 7763, in the variant GFM) with what its head says before it, as YAML. */
export function convert({ bytes, address, language: fallback, modified, preface }: Source): Conversion {
  const html = decodeHtml(bytes)
  const { title, description, canonical, base, language, direction } = readHead(html, address, fallback)
  const content = findContent(parseDocument(html, { withStartIndices: true, withEndIndices: true }))
  if (Number(content.endIndex) - Number(content.startIndex) > mostContent) return { refusal: tooLarge }
  const blocks = write(content, base)
  if (blocks === undefined) return { refusal: 'its content is too deep, or too large when written out' }
  const facts = { title, description, canonical, lang: language, dir: direction, last_updated: modified }
  const head = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const hasTitle = title === '' || blocks.some((block) => block.startsWith('# '))
  const body = [preface, ...(hasTitle ? [] : [`# ${title}`]), ...blocks]
  return { markdown: `---\n${head.join('\n')}\n---\n\n${body.join('\n\n')}\n`, language }
}

/** The blocks of a content; undefined where it is nested too deeply, or goes beyond the longest string. */
function write(content: Holder, base: string): string[] | undefined {
  try {
    return writer(prepare(content, base))(content.children)
  } catch (error) {
    /* c8 ignore next: a fault of ours, which the thread reports */
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}
