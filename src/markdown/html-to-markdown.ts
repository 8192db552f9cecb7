import { type Document, DomHandler, type ParentNode } from 'domhandler'
import { Parser } from 'htmlparser2'
import { isElement } from '../base/html-tree.ts'
import { escapeMarkdown } from '../base/text.ts'
import { createWriter } from './blocks.ts'
import { findContent, nameLinks, prepare } from './content.ts'
import { decodeHtml, readHead } from './head.ts'
import { Budget, withinLimits } from './limits.ts'
import { keepContent, revealPanels } from './reachable.ts'

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
export function htmlToMarkdown({
  bytes,
  url,
  language: fallback,
  modified,
  version,
  preface,
  isTrusted = false
}: HtmlPage): Conversion {
  const budget = new Budget(isTrusted)
  return withinLimits(() => {
    const html = decodeHtml(bytes)
    const { title, description, canonical, base, language, direction } = readHead(html, url, fallback)
    const document = parse(html, budget)
    revealPanels(document)
    keepContent(document)
    const content = findContent(document)
    nameLinks(content, document, budget)
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
  })
}

function parse(html: string, budget: Budget): Document {
  const builder = new TreeBuilder(budget)
  new Parser(builder).end(html)
  return builder.root
}

// Start tags that close an open paragraph, with the names of the open elements that they also close. HTML allows the end
// tags to be omitted (HTML standard, section 13.1.2.4); the parser would put the following content into the paragraph.
const closedByTag = new Map(
  [['li'], ['dt', 'dd'], ['td', 'th'], ['tr']].flatMap((names) =>
    names.map((name): [string, string[]] => [name, names])
  )
)

const groupTags = ['thead', 'tbody', 'tfoot']

// Looks for the element to close among at most this many ancestors.
const maxAncestors = 50

class TreeBuilder extends DomHandler {
  readonly #budget: Budget
  /** The elements that are open for the parser. The tree builder may have closed some of them already. */
  readonly #open: ParentNode[] = []
  readonly #closed = new Set<ParentNode>()

  constructor(budget: Budget) {
    super()
    this.#budget = budget
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#budget.open(Object.keys(attributes).length, this.#open.length)
    this.#closeBefore(name)
    // An area of an image is a link with its alternative text.
    super.onopentag(name === 'area' ? 'a' : name, attributes)
    if (name === 'area') this.ontext(attributes.alt ?? '')
    const element = this.tagStack.at(-1)
    if (element) this.#open.push(element)
  }

  override onclosetag(): void {
    const element = this.#open.pop()
    if (element && !this.#closed.delete(element)) super.onclosetag()
  }

  override oncomment(): void {}
  override onprocessinginstruction(): void {}

  #closeBefore(name: string): void {
    // A group of rows ends everything that is open in its table: the parser ends no cell and no row.
    if (groupTags.includes(name)) {
      const inner = this.tagStack.slice(-maxAncestors)
      const table = inner.findLastIndex((element) => isNamed(element, ['table']))
      if (table !== -1) this.#close(inner.slice(table + 1))
    }
    const names = closedByTag.get(name)
    if (names === undefined || !isNamed(this.tagStack.at(-1), ['p'])) return
    const nearest = this.tagStack.slice(-maxAncestors)
    const at = nearest.findLastIndex((element) => isNamed(element, names))
    if (at !== -1) this.#close(nearest.slice(at))
  }

  #close(elements: ParentNode[]): void {
    for (const element of elements) {
      this.#closed.add(element)
      super.onclosetag()
    }
  }
}

const isNamed = (node: ParentNode | undefined, names: string[]) =>
  isElement(node) && names.includes(node.name)
