import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler'

/** An element or a whole document. */
export type Container = Element | Document

export const isElement = (node: ChildNode | undefined): node is Element => node !== undefined && isTag(node)

/**
 * Yields every descendant in document order. The caller may change an element when it is yielded; its children are read
 * afterwards. Skips the descendants of an element for which `enters` returns false. Iterative, because a tree may be
 * deeper than the call stack.
 */
export function* nodesIn(
  root: Container,
  enters: (element: Element) => boolean = () => true
): Generator<ChildNode> {
  const rest = root.children.toReversed()
  for (let node = rest.pop(); node; node = rest.pop()) {
    yield node
    if (isElement(node) && enters(node)) for (const child of node.children.toReversed()) rest.push(child)
  }
}

/** Returns the first descendant element that satisfies a predicate, or undefined if no element does. */
export function find(root: Container, predicate: (element: Element) => boolean): Element | undefined {
  for (const node of nodesIn(root)) if (isElement(node) && predicate(node)) return node
  return undefined
}

/** Returns the text of a tree of any depth, without the elements for which `enters` returns false. */
export function textOf(root: Container, enters?: (element: Element) => boolean): string {
  let text = ''
  for (const node of nodesIn(root, enters)) if (isText(node)) text += node.data
  return text
}
