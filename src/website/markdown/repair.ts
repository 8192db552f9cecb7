import type { ChildNode, Element } from 'domhandler'
import { type Holder, isElement, nodesIn } from '../tree.ts'

/** Elements that end the nearest open one of these names. */
const ends = new Map(
  [['li'], ['dt', 'dd'], ['td', 'th'], ['tr'], ['thead', 'tbody', 'tfoot']].flatMap((names) =>
    names.map((name): [string, string[]] => [name, names])
  )
)

/**
 * Ends the paragraphs that an item, a cell or a row has ended: their end tags may be left out (HTML standard, section
 * 13.1.2.4), and the parser puts what follows in the paragraph.
 */
export function endParagraphs(root: Holder): void {
  const paragraphs = [...nodesIn(root)].filter(isElement).filter(({ name }) => name === 'p')
  // The deepest first: what leaves it may have to leave the next one too.
  for (const paragraph of paragraphs.reverse()) {
    const at = paragraph.children.findIndex((node) => isElement(node) && ends.has(node.name))
    const first = paragraph.children[at]
    const ended = isElement(first) ? nearest(paragraph, ends.get(first.name)) : undefined
    if (ended?.parent) moveAfter(ended, paragraph.children.splice(at))
  }
}

function nearest({ parent }: Element, names: string[] = []): Element | undefined {
  for (let above = parent; above && 'name' in above; above = above.parent)
    if (names.includes(above.name)) return above
  return undefined
}

function moveAfter(element: Element, nodes: ChildNode[]): void {
  const { parent } = element
  for (const node of nodes) node.parent = parent
  parent?.children.splice(parent.children.indexOf(element) + 1, 0, ...nodes)
}
