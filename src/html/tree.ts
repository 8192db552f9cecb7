import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler'
import { shiftedDigits } from '../base/text.ts'

export const isElement = (node: ChildNode | ParentNode | null | undefined): node is Element =>
  node !== null && node !== undefined && isTag(node)

type Test = (element: Element) => boolean
const isAny: Test = () => true

export const splitNames = (text: string) => new Set(text.split(' '))

const blockTags = splitNames(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol p pre search section summary table tbody td tfoot th thead tr ul'
)

const stylable = splitNames('a b em font i label small span strong time')

const apart = /(?:^|;)\s*(?:display\s*:\s*(?:block|flex|flow|grid|list|table)|float\s*:\s*right)/i
const partRoles = splitNames('cell columnheader gridcell listitem row rowheader')

export const isBlock = ({ name, attribs: { style = '', role = '' } }: Element) =>
  blockTags.has(name) || (stylable.has(name) && (apart.test(style) || partRoles.has(role)))

export const isCell = ({ name }: Element) => name === 'td' || name === 'th'

const row = /(?:^|;)\s*display\s*:\s*(?:inline-)?(?:flex|grid)/i

// A long style would take long to read for each child.
const maxStyle = 1000

const isInRow = ({ prev, parent }: ChildNode): boolean =>
  prev !== null && isElement(parent) && row.test(parent.attribs.style?.slice(0, maxStyle) ?? '')

const iconTags = splitNames('i span b em')
const iconFont = /(?:^|\s)material-(?:icons|symbols)(?:-(?:outlined|round(?:ed)?|sharp|two-tone))?(?!\S)/

/** Recognises an element that only its class draws: an empty one, or the name of an icon in a font that draws names. */
export function isIcon({ name, children, attribs: { class: names = '' } }: Element): boolean {
  const [first, ...others] = children
  if (!iconTags.has(name) || names === '' || others.length > 0) return false
  return first === undefined || (isText(first) && iconFont.test(names) && /^\s*\w+\s*$/.test(first.data))
}

/** A line may have a class for each part, such as a name and a price. */
function isOtherPart(node: ChildNode): boolean {
  if (!isElement(node) || !isElement(node.prev)) return false
  const [before, own] = [node.prev.attribs.class, node.attribs.class]
  return Boolean(before && own) && before !== own
}

const isInline = (node: ChildNode | null): boolean => isElement(node) && !isBlock(node)

const hasText = (node: ChildNode): boolean => isText(node) && node.data.trim() !== ''

// More would take long to read for each part.
const maxParts = 100
const maxLevels = 5

/** An element that has only elements is a line whose parts CSS moves apart, such as a day and its hours. */
function isInLine(node: ChildNode): boolean {
  const { prev, parent } = node
  if (!isInline(node) || !isInline(prev) || parent === null) return false
  const block = findOutwards(parent, blockTags, maxLevels)
  // The words of a paragraph or heading may have elements of their own.
  if (block === undefined || /^(?:p|h\d)$/.test(block.name)) return false
  return parent.children.length <= maxParts && !parent.children.some(hasText)
}

/** Returns whether two texts need a space between them, as words do, but not signs, or a number after a sign. */
export const areWords = (before: string, after: string): boolean =>
  /(?:[\p{L}\p{M}\p{N})]|\p{L}[.:;!?…"”»®™*׳]|\p{N}[+%])\n(?:[\p{L}\p{N}\p{Sc}(]|\+\d)|\p{N}\p{Sc}\n\p{L}/u.test(
    `${before.slice(-3)}\n${after.slice(0, 2)}`
  )

const letter = /^\p{L}$/u

/** Digits of a number, and letters of a word or an ordinal, may have elements of their own. */
const areOneWord = (before: string, after: string): boolean =>
  letter.test(before) ||
  letter.test(after) ||
  (digitsEnd.test(before.slice(-3)) && /^(?:\p{N}|\p{L}{2}$)/u.test(after))

// Not the short dash of a range.
const separator = /^[—·•|›→]$/

/** Parts of a line may be two numbers. A counter may have single digits. */
const areNumbers = (before: string, after: string): boolean =>
  /\p{N}$/u.test(before) && /^\p{N}[\p{N}.,:]/u.test(after)

/** The layout between two texts, which may separate them without a space: a row, a line, parts of a line, or an icon. */
export class Layout {
  #isApart = false
  #isInLine = false
  #hasParts = false

  /** Takes the nodes after the first text in document order, up to the second one. */
  pass(node: ChildNode): void {
    this.#isApart ||= isInRow(node) || (isElement(node) && isIcon(node))
    this.#isInLine ||= isInLine(node)
    this.#hasParts ||= isOtherPart(node)
  }

  separates(before: string, after: string): boolean {
    if (this.#hasParts && areNumbers(before, after)) return true
    if (this.#isInLine && [before, after].some((text) => separator.test(text))) return true
    const isInLine = (this.#isInLine || this.#hasParts) && !areOneWord(before, after)
    return (this.#isApart || isInLine) && areWords(before, after)
  }

  clear(): void {
    this.#isApart = false
    this.#isInLine = false
    this.#hasParts = false
  }
}

/**
 * Yields every descendant in document order. The caller may change an element when it is yielded; its children are read
 * afterwards. Skips the descendants of an element for which `enters` returns false. Iterative, because a tree may be
 * deeper than the call stack.
 */
export function* nodesIn(root: ParentNode, enters: Test = isAny): Generator<ChildNode> {
  const rest = root.children.toReversed()
  for (let node = rest.pop(); node; node = rest.pop()) {
    yield node
    if (isElement(node) && enters(node)) for (const child of node.children.toReversed()) rest.push(child)
  }
}

/** Yields the elements among the descendants, as `nodesIn` does. */
export function* elementsIn(root: ParentNode, enters?: Test): Generator<Element> {
  for (const node of nodesIn(root, enters)) if (isElement(node)) yield node
}

/** Returns the first element with one of these names from a node outwards, at most so many levels. */
export function findOutwards(
  start: ParentNode | null,
  names: Set<string>,
  maxLevels: number,
  ends?: Set<string>
): Element | undefined {
  let around = start
  for (let level = 0; level < maxLevels && isElement(around) && !ends?.has(around.name); level += 1) {
    if (names.has(around.name)) return around
    around = around.parent
  }
  return undefined
}

/** The declaration, in a style, of a line through a text. */
export const lineThrough = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i

// Also the name of a link (HTML standard, section 7.4.6.4).
const idOf = ({ name, attribs }: Element) => attribs.id ?? (name === 'a' ? attribs.name : undefined) ?? ''

/** Returns the first element with each id, in composed characters. Skips the elements for which `enters` returns false. */
export function mapById(root: ParentNode, enters: Test = isAny): Map<string, Element> {
  const elements = [...elementsIn(root, enters)].filter(enters)
  return new Map(elements.map((element) => [idOf(element).normalize(), element] as const).reverse())
}

/** Returns the first element for which `predicate` returns true, not below those for which `enters` returns false. */
export function find(root: ParentNode, predicate: Test, enters?: Test): Element | undefined {
  for (const element of elementsIn(root, enters)) if (predicate(element)) return element
  return undefined
}

// Names of classes that raise the decimals of a price, such as `price__cents`.
export const decimalNames =
  /(?:^|[\s_-]|[a-z](?=[A-Z]))(?:[cC]ent(?:ime)?s?|[dD]ec(?:imal)?s?|[pP]ence|[fF]raction(?:al)?|[mM]inor|[gG]rosz[ey]?|[kK]op(?:ec?ks?)?|[aA]gorot|[oO]re|[sS]up(?:er(?:script)?)?)(?![^\s_A-Z-])/
const smallNames = /(?:^|[\s_-])(?:small(?:er)?|align-(?:text-)?top)(?![^\s_-]|-\d)/i
const smaller = /(?:^|;)\s*font-size\s*:\s*(?:(?:x+-)?small|0?\.\d+r?em|\d\d%)/i

const usualSize = 16
const unitSizes: Record<string, number> = { px: 1, pt: 4 / 3, em: usualSize, rem: usualSize }
// Of Tailwind's and Bootstrap's classes.
const classSizes: Record<string, string | undefined> = Object.fromEntries(
  'xs:12 sm:14 base:16 lg:18 xl:20 2xl:24 3xl:30 4xl:36 5xl:48 6xl:60 7xl:72 8xl:96 9xl:128 1:40 2:32 3:28 4:24 5:20 6:16'
    .split(' ')
    .map((size) => size.split(':'))
)

/** Returns the size that an element states for its text, in about as many pixels; NaN if it states none. */
function sizeOf({ name, attribs: { style = '', size = '', class: names = '' } }: Element): number {
  const [, length, unit = ''] =
    /(?:^|;)\s*font-size\s*:\s*(\d*\.?\d+)(p[tx]|r?em)/.exec(style.slice(0, maxStyle).toLowerCase()) ?? []
  if (length !== undefined) return Number(length) * (unitSizes[unit] ?? 1)
  const [, step = ''] =
    /(?:^|[\s:])(?:text-|fs-|h)([1-6]|xs|sm|base|lg|[2-9]?xl)(?![^\s/])/.exec(names.slice(0, maxStyle)) ?? []
  // A browser makes it less large, but people set decimals apart with it.
  if (name === 'big') return usualSize * 1.5
  // The attribute has steps from 1 to 7, or is relative to 3.
  return Number(classSizes[step] ?? (Number.parseFloat(size.slice(0, 9)) + (/^[+-]/.test(size) ? 3 : 0)) * 5)
}

const maxSizeLevels = 12

/** Returns the size of a text, which the nearest element around it states. */
function sizeAt(node: ParentNode | ChildNode | null): number {
  let around = node
  for (let level = 0; level < maxSizeLevels && around; level += 1) {
    const size = isElement(around) ? sizeOf(around) : Number.NaN
    if (size > 0) return size
    around = around.parent
  }
  return usualSize
}

// Editors give parts of a text other sizes than intended, but not so much smaller ones.
const maxSize = 0.75
// Not the number of another text, as in "24h support".
const smallDigits = /^\d{2,3}(?![.,:/]?\d|\s?(?:\p{Ll}{3}|[hm]))/u

/** Returns whether an element is small. Without a class, it has the size of the text around it. */
function isSmall(element: Element, digits: string): boolean {
  const { name, prev, parent, attribs } = element
  if (name === 'small' || smaller.test(attribs.style ?? '')) return true
  const names = attribs.class ?? ''
  if (decimalNames.test(names) || smallNames.test(names)) return true
  let before = prev
  while (isElement(before) && before.lastChild) before = before.lastChild
  const size = names === '' ? sizeAt(element) : sizeOf(element)
  return size <= sizeAt(before ?? parent) * maxSize && smallDigits.test(digits)
}

/** Returns the two digits at the start of a text after a large one, which may be its decimals; else an empty text. */
export function decimalsAfter(before: ChildNode | null | undefined, text: string): string {
  const [digits = ''] = smallDigits.exec(text) ?? []
  return digits.length === 2 && isElement(before) && sizeOf(before) > usualSize ? digits : ''
}

type DigitPosition = 'sup' | 'sub'

// Not the end of a decimal number, as in "5.0", which no further digits continue.
const digitsEnd = /(?<![.,]\d?)\d$/

const shiftDigits = (text: string, position: DigitPosition | undefined): string =>
  position === undefined
    ? text
    : text.replace(/\d/g, (digit) => shiftedDigits.charAt(Number(digit) + (position === 'sup' ? 0 : 10)))

const shiftOf = (align: string) =>
  align.endsWith('top') ? 1 : align.endsWith('bottom') ? -1 : Number.parseFloat(align)

/**
 * Returns the position of a superscript or subscript, by its name or its style. Layouts align whole texts at the top, or
 * make them smaller: that, a length and the name of a class count only if digits continue the digits of the text before, as in €12⁵⁰.
 */
export function positionOf(element: Element, before: string): DigitPosition | undefined {
  if (element.name === 'sup' || element.name === 'sub') return element.name
  if (isBlock(element)) return undefined
  const { style = '' } = element.attribs
  const [, align = ''] = /(?:^|;)\s*vertical-align\s*:\s*([^;\s!]+)/i.exec(style.toLowerCase()) ?? []
  if (/^su(?:per|b)$/.test(align)) return align === 'sub' ? 'sub' : 'sup'
  // Reads only the last characters, because a search in a long text for each element would take long.
  if (!digitsEnd.test(before.slice(-3))) return undefined
  let [first] = element.children
  while (isElement(first)) first = first.children[0]
  if (!first || !isText(first) || !/^\d/.test(first.data)) return undefined
  const shift = shiftOf(align) || Number(isSmall(element, first.data))
  return shift > 0 ? 'sup' : shift < 0 ? 'sub' : undefined
}

const markLine = (element: Element) => (isBlock(element) ? '\n' : '')

/**
 * Returns the text of a tree of any depth, with raised and lowered digits in superscripts and subscripts. Leaves out the
 * elements for which `enters` returns false. Each element has the mark that `markOf` returns around it, unless the text
 * has the mark there already; by default a block has a new line.
 */
export function textOf(
  root: ParentNode,
  enters: Test = isAny,
  markOf: (element: Element) => string = markLine
): string {
  let text = ''
  // A search in a long text for each element would take long.
  let end = ''
  let last = ''
  const layout = new Layout()
  // Code has its own spaces.
  const isCode = root.type === 'tag' && ['pre', 'code'].includes(root.name)
  const positions: DigitPosition[] = []
  const append = (part: string) => {
    text += !isCode && layout.separates(end, part) ? ` ${part}` : part
    if (part === '') return
    layout.clear()
    end = part.slice(-3)
    last = end.slice(-1)
  }
  const addMark = (mark: string) => {
    if (last !== '' && last !== mark) append(mark)
  }
  const start = (element: Element): (() => void) => {
    const position = positionOf(element, end)
    if (position) {
      // Raised decimals, and the number of a footnote after them.
      if (shiftedDigits.includes(last || ' ')) append('\u2063')
      positions.push(position)
      return () => positions.pop()
    }
    layout.pass(element)
    if (element.name === 'br') append('\n')
    const mark = markOf(element)
    addMark(mark)
    return () => addMark(mark)
  }
  const rest: (ChildNode | (() => void))[] = root.children.toReversed()
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (typeof next === 'function') next()
    else if (isText(next)) {
      layout.pass(next)
      append(shiftDigits(next.data, positions.at(-1)))
    } else if (isElement(next) && isIcon(next)) layout.pass(next)
    else if (isElement(next) && enters(next)) {
      rest.push(start(next))
      for (const child of next.children.toReversed()) rest.push(child)
    }
  }
  return text
}
