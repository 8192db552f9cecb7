import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler'
import { type DigitPosition, isDigitPosition, shiftDigits, shiftedDigits } from './text.ts'

export type Container = Element | Document

export const isElement = (node: ChildNode | undefined): node is Element => node !== undefined && isTag(node)

const blockTags = new Set(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol p pre search section summary table tbody td tfoot th thead tr ul'.split(
    ' '
  )
)

const stylable = new Set('a b em font i label small span strong time'.split(' '))

const apart = /(?:^|;)\s*(?:display\s*:\s*(?:block|flex|flow|grid|list|table)|float\s*:\s*right)/i
const partRoles = new Set(['cell', 'columnheader', 'gridcell', 'listitem', 'row', 'rowheader'])

export const isBlock = ({ name, attribs: { style = '', role = '' } }: Element) =>
  blockTags.has(name) || (stylable.has(name) && (apart.test(style) || partRoles.has(role)))

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

/** The declaration, in a style, of a line through a text. */
export const lineThrough = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i

/** Returns the first element with each id. Skips the elements for which `enters` returns false. */
export function mapById(
  root: Container,
  enters: (element: Element) => boolean = () => true
): Map<string, Element> {
  const elements = [...nodesIn(root, enters)].filter(isElement).filter(enters)
  return new Map(elements.map((element) => [element.attribs.id ?? '', element] as const).reverse())
}

/** Returns the first element for which `predicate` returns true, not below those for which `enters` returns false. */
export function find(
  root: Container,
  predicate: (element: Element) => boolean,
  enters?: (element: Element) => boolean
): Element | undefined {
  for (const node of nodesIn(root, enters)) if (isElement(node) && predicate(node)) return node
  return undefined
}

// Names of classes that raise the decimals of a price, such as `price__cents`.
const decimals = /(?:^|[\s_-])(?:cents?|centimes?|decimals?|fraction)(?![^\s_-])/i
const smaller = /(?:^|;)\s*font-size\s*:\s*(?:(?:x+-)?small|0?\.\d+r?em|\d\d%)/i

const isSmall = ({ name, attribs: { style = '', class: names = '' } }: Element) =>
  name === 'small' || decimals.test(names) || smaller.test(style)

const shiftOf = (align: string) =>
  align.endsWith('top') ? 1 : align.endsWith('bottom') ? -1 : Number.parseFloat(align)

/**
 * Returns the position of a superscript or subscript, by its name or its style. Layouts align whole texts at the top, or
 * make them smaller: that, a length and the name of a class count only if digits continue those of the text before, as in €12⁵⁰.
 */
export function positionOf(element: Element, before: string): DigitPosition | undefined {
  if (isDigitPosition(element.name)) return element.name
  if (isBlock(element)) return undefined
  const { style = '' } = element.attribs
  const [, align = ''] = /(?:^|;)\s*vertical-align\s*:\s*([^;\s!]+)/i.exec(style.toLowerCase()) ?? []
  if (/^su(?:per|b)$/.test(align)) return align === 'sub' ? 'sub' : 'sup'
  const shift = shiftOf(align) || Number(isSmall(element))
  let [first] = element.children
  while (isElement(first)) first = first.children[0]
  // Reads only the last character, because a search in a long text for each element would take long.
  if (!shift || !first || !isText(first) || !/^\d/.test(first.data) || !/\d/.test(before.slice(-1)))
    return undefined
  return shift > 0 ? 'sup' : 'sub'
}

const markLine = (element: Element) => (isBlock(element) ? '\n' : '')

/**
 * Returns the text of a tree of any depth, with raised and lowered digits in superscripts and subscripts. Leaves out the
 * elements for which `enters` returns false. Each element has the mark that `markOf` returns around it, unless the text
 * has the mark there already; by default a block has a new line.
 */
export function textOf(
  root: Container,
  enters: (element: Element) => boolean = () => true,
  markOf: (element: Element) => string = markLine
): string {
  let text = ''
  // A search in a long text for each element would take long.
  let last = ''
  const positions: DigitPosition[] = []
  const append = (part: string) => {
    text += part
    last = part.slice(-1) || last
  }
  const addMark = (mark: string) => {
    if (last !== '' && last !== mark) append(mark)
  }
  const start = (element: Element): (() => void) => {
    const position = positionOf(element, last)
    if (position) {
      // Raised decimals, and the number of a footnote after them.
      if (shiftedDigits.includes(last || ' ')) append('\u2063')
      positions.push(position)
      return () => positions.pop()
    }
    if (element.name === 'br') append('\n')
    const mark = markOf(element)
    addMark(mark)
    return () => addMark(mark)
  }
  const rest: (ChildNode | (() => void))[] = root.children.toReversed()
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (typeof next === 'function') next()
    else if (isText(next)) append(shiftDigits(next.data, positions.at(-1)))
    else if (isElement(next) && enters(next)) {
      rest.push(start(next))
      for (const child of next.children.toReversed()) rest.push(child)
    }
  }
  return text
}
