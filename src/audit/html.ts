import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler'

type Root = Element | Document

/** Yields the nodes below a root in document order. Iterative, because a tree may be deeper than the call stack. */
function* walk(root: Root, enters: (element: Element) => boolean = () => true): Generator<ChildNode> {
  const rest = root.children.toReversed()
  for (let node = rest.pop(); node; node = rest.pop()) {
    yield node
    if (isTag(node) && enters(node)) for (const child of node.children.toReversed()) rest.push(child)
  }
}

/** Returns every element below a root that has one of these names and these attributes, in lower case. */
export const findElements = (
  root: Root,
  names: string[],
  attributes: Record<string, string> = {}
): Element[] =>
  [...walk(root)]
    .filter(isTag)
    .filter(({ name }) => names.includes(name))
    .filter(({ attribs }) =>
      Object.entries(attributes).every(([key, value]) => attribs[key]?.toLowerCase() === value)
    )

/** Returns the element with an id; undefined if no element has it. */
export const findById = (root: Root, id: string): Element | undefined =>
  [...walk(root)].filter(isTag).find(({ attribs }) => attribs.id === id)

/** Returns an attribute of the first matching element; an empty string if it is missing. */
export const readAttribute = (
  root: Root,
  attribute: string,
  name: string,
  attributes: Record<string, string> = {}
) => squeeze(findElements(root, [name], attributes)[0]?.attribs[attribute] ?? '')

const isVisible = ({ name, attribs }: Element) =>
  !['script', 'style', 'template', 'noscript'].includes(name) && !('hidden' in attribs)

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns the text below a root, including scripts and hidden elements. */
export const readText = (root: Root): string => readTexts(root).join('')

/** Returns the text that a reader sees, on one line. */
export const readVisibleText = (root: Root): string => squeeze(readTexts(root, isVisible).join(''))

/** Returns the words that a reader sees outside elements of the given names. */
export const readWords = (root: Root, skippedTags: string[] = []): string[] =>
  readTexts(root, (element) => isVisible(element) && !skippedTags.includes(element.name)).flatMap(splitWords)

const readTexts = (root: Root, enters?: (element: Element) => boolean) =>
  [...walk(root, enters)].filter(isText).map(({ data }) => data)

/** Returns the words of a text that have at least two letters or digits. */
export const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}]{2,}/gu) ?? []
