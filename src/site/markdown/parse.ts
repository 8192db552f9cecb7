import { type Document, DomHandler, type ParentNode } from 'domhandler'
import { Parser } from 'htmlparser2'
import { isElement } from '../tree.ts'
import type { Budget } from './limits.ts'

/** Parses a page, within a budget; comments are left out. */
export function parse(html: string, budget: Budget): Document {
  const builder = new TreeBuilder(budget)
  new Parser(builder).end(html)
  return builder.root
}

// Elements that end a paragraph, with the names of the open element that they end as well: the end tags may be left out
// (HTML standard, section 13.1.2.4), and the parser alone would put what follows in the paragraph.
const ends = new Map(
  [['li'], ['dt', 'dd'], ['td', 'th'], ['tr'], ['thead', 'tbody', 'tfoot']].flatMap((names) =>
    names.map((name): [string, string[]] => [name, names])
  )
)

// How many elements around a paragraph are looked at for the one that ends.
const maxLevels = 50

class TreeBuilder extends DomHandler {
  readonly #budget: Budget
  /** The elements that are open for the parser; some have ended here. */
  readonly #open: ParentNode[] = []
  readonly #ended = new Set<ParentNode>()

  constructor(budget: Budget) {
    super()
    this.#budget = budget
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#budget.open(Object.keys(attributes).length, this.#open.length)
    this.#endBefore(name)
    super.onopentag(name, attributes)
    const element = this.tagStack.at(-1)
    if (element) this.#open.push(element)
  }

  override onclosetag(): void {
    const element = this.#open.pop()
    if (element && !this.#ended.delete(element)) super.onclosetag()
  }

  override oncomment(): void {}
  override onprocessinginstruction(): void {}

  #endBefore(name: string): void {
    const names = ends.get(name)
    if (names === undefined || !isNamed(this.tagStack.at(-1), ['p'])) return
    const nearest = this.tagStack.slice(-maxLevels)
    const at = nearest.findLastIndex((element) => isNamed(element, names))
    if (at === -1) return
    for (const element of nearest.slice(at)) {
      this.#ended.add(element)
      super.onclosetag()
    }
  }
}

const isNamed = (node: ParentNode | undefined, names: string[]) =>
  isElement(node) && names.includes(node.name)
