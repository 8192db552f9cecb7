import { type Element, isText } from 'domhandler'
import { type Holder, isElement, nodesIn, squeeze, textOf } from '../site/tree.ts'

/** Every element of these names below another, with these attributes. */
export const elements = (root: Holder, names: string[], attributes: Record<string, string> = {}): Element[] =>
  [...nodesIn(root)]
    .filter(isElement)
    .filter(({ name }) => names.includes(name))
    .filter(({ attribs }) => Object.entries(attributes).every(([key, value]) => attribs[key] === value))

/** An attribute of the first such element; empty where there is none. */
export const attribute = (
  root: Holder,
  wanted: string,
  name: string,
  attributes: Record<string, string> = {}
) => squeeze(elements(root, [name], attributes)[0]?.attribs[wanted])

const isSeen = ({ name, attribs }: Element) =>
  !['script', 'style', 'template', 'noscript'].includes(name) && !('hidden' in attribs)

/** What a reader sees, on one line. */
export const visibleText = (root: Holder): string => squeeze(textOf(root, isSeen))

/** The words that a reader sees, but in elements of these names. */
export const wordsOf = (root: Holder, without: string[] = []): string[] =>
  [...nodesIn(root, (element) => isSeen(element) && !without.includes(element.name))].flatMap((node) =>
    isText(node) ? wordsIn(node.data) : []
  )

/** The words of a text, of two letters or digits at least. */
export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]{2,}/gu) ?? []
