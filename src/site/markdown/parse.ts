import { type Document, DomHandler, type ParentNode } from 'domhandler'
import { Parser } from 'htmlparser2'
import type { Budget } from './limits.ts'
import { isElement } from './tree.ts'

/** Parses a page within a budget, and drops comments. */
export function parse(html: string, budget: Budget): Document {
  const builder = new TreeBuilder(budget)
  new Parser(builder).end(html)
  return builder.root
}

// Start tags that close an open paragraph, with the names of the open elements that they also close. HTML allows the end
// tags to be omitted (HTML standard, section 13.1.2.4); the parser would put the following content into the paragraph.
const closedByTag = new Map(
  [['li'], ['dt', 'dd'], ['td', 'th'], ['tr'], ['thead', 'tbody', 'tfoot']].flatMap((names) =>
    names.map((name): [string, string[]] => [name, names])
  )
)

// Looks for the element to close among at most this many ancestors of a paragraph.
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
    super.onopentag(name, attributes)
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
    const names = closedByTag.get(name)
    if (names === undefined || !isNamed(this.tagStack.at(-1), ['p'])) return
    const nearest = this.tagStack.slice(-maxAncestors)
    const at = nearest.findLastIndex((element) => isNamed(element, names))
    if (at === -1) return
    for (const element of nearest.slice(at)) {
      this.#closed.add(element)
      super.onclosetag()
    }
  }
}

const isNamed = (node: ParentNode | undefined, names: string[]) =>
  isElement(node) && names.includes(node.name)
