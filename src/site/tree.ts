import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler'

/** An element, or all of a page. */
export type Holder = Element | Document

export const isElement = (node: ChildNode | undefined): node is Element => node !== undefined && isTag(node)

/**
 * Every node below another, each before those in it. An element may be changed when it comes: what is below it then
 * comes next; one that is not entered comes alone. No calls in each other, for a tree may be deeper than the stack.
 */
export function* nodesIn(
  root: Holder,
  enters: (element: Element) => boolean = () => true
): Generator<ChildNode> {
  const rest = root.children.toReversed()
  for (let node = rest.pop(); node; node = rest.pop()) {
    yield node
    if (isElement(node) && enters(node)) for (const child of node.children.toReversed()) rest.push(child)
  }
}

/** The first element below another that a test holds for. */
export function find(root: Holder, isIt: (element: Element) => boolean): Element | undefined {
  for (const node of nodesIn(root)) if (isElement(node) && isIt(node)) return node
  return undefined
}

/** The text of what is entered of an element, however deep it is. */
export function textOf(root: Holder, enters?: (element: Element) => boolean): string {
  let text = ''
  for (const node of nodesIn(root, enters)) if (isText(node)) text += node.data
  return text
}

/** Text in one line. */
export const squeeze = (text = '') => text.replace(/\s+/g, ' ').trim()
