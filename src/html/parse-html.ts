import {
  type ChildNode,
  type Document,
  DomHandler,
  type Element,
  isText,
  type ParentNode,
  type Text
} from 'domhandler'
import { DomUtils, Parser } from 'htmlparser2'
import { decimalNames, decimalsAfter, findOutwards, isElement, splitNames } from './tree.ts'

// The parser takes hours for a page that nests a million elements. Browsers allow 512.
const maxDepth = 5000
// Each takes about 500 bytes.
const maxElements = 200_000

type Check = (depth: number, attributes: number) => void

function createCheck(): Check {
  let elements = 0
  return (depth) => {
    elements += 1
    if (elements > maxElements) throw new Error(`has more than ${maxElements} elements`)
    if (depth > maxDepth) throw new Error(`nests elements more than ${maxDepth} deep`)
  }
}

/**
 * Parses HTML. Calls `check` for each start tag with its depth and the number of its attributes, before the tree fills the
 * memory; by default it throws, with a predicate about the page, if elements are nested too deep or too many.
 */
export function parseHtml(html: string, check = createCheck()): Document {
  const builder = new TreeBuilder(check)
  new Parser(builder).end(html)
  const decimals = new Set(builder.decimals)
  for (const element of decimals) joinDecimals(element, decimals)
  return builder.root
}

const maxSteps = 12

/** Returns the text before a node, if only spaces are between them, in the same entry of a list or table. */
function findTextBefore(given: Element | Text): Text | undefined {
  let node: ChildNode | ParentNode | null = given
  for (let steps = 0; steps < maxSteps && node && !isNamed(node, ['li', 'td', 'th', 'dd']); steps += 1) {
    const last: ChildNode | null = node.prev
    node = last ?? node.parent
    for (let depth = 0; depth < maxSteps && last && isElement(node) && node.lastChild; depth += 1)
      node = node.lastChild
    if (node && isText(node) && node.data.trim() !== '') return node
  }
  return undefined
}

/** Moves the decimals of a price to its number, where a layout has a block for each. */
function joinDecimals(decimals: Element, all: Set<ChildNode | ParentNode | null>): void {
  const [own, ...others] = decimals.children
  const number = findTextBefore(decimals)
  if (!number || all.has(number.parent) || !own || !isText(own) || others.length > 0) return
  if (!/\p{Sc}/u.test(number.data) && !/\p{Sc}\s*$/u.test(findTextBefore(number)?.data ?? '')) return
  if (!/^\s*\d{1,3}\s*$/.test(own.data) || !/^\s*(?:\p{Sc}\s?)?[\d.,]*\d\s*$/u.test(number.data)) return
  decimals.name = 'span'
  own.data = own.data.trim()
  number.data = number.data.trimEnd()
  DomUtils.append(number, decimals)
}

// Start tags that close an open paragraph, and the open elements of their group. HTML allows the end tags to be omitted
// (HTML standard, section 13.1.2.4); the parser would put the following content into the paragraph, and the head of a row
// into the cell before it.
const closing = [['li'], ['dt', 'dd'], ['td', 'th'], ['tr']]

// The display, lines and white space of Tailwind's and Bootstrap's classes, such as `md:flex` and `d-block`, but not of a
// state such as `hover:line-through`.
const utility =
  /(?:^|\s)(?:(?:\w{2,3}:|d-(?:\w+-)?)?((?:inline-)?(?:flex|grid)|block)|(?:\w\w:)?whitespace-([a-z-]+)|(?:text-decoration-)?line-through|(?:text-|u-)strike|strikethrough)(?!\S)/g

/** Returns the declarations that classes stand for. Most have none, which a simple search finds in a tenth of the time. */
const toStyle = (names: string) =>
  /flex|grid|block|through|strike|whitespace/.test(names)
    ? Array.from(
        names.matchAll(utility),
        ([, display, space]) =>
          `${display ? `display:${display}` : space ? `white-space:${space}` : 'text-decoration:line-through'};`
      ).join('')
    : ''

const whiteSpace = /(?:^|;)\s*white-space\s*:\s*(pre|break)?/i
// Their texts have lines already.
const rawTags = splitNames('pre script style textarea title')
const maxRawLevels = 10

// Looks for the element to close among at most this many ancestors.
const maxAncestors = 50

class TreeBuilder extends DomHandler {
  readonly #check: Check
  /** The elements that are open for the parser. The tree builder may have closed some of them already. */
  readonly #open: ParentNode[] = []
  readonly #closed = new Set<ParentNode>()
  /** The elements in which a line of the text is a line of the page. */
  readonly #lined = new Set<ParentNode>()
  /** The elements whose class says that they are the decimals of a price. */
  readonly decimals: Element[] = []

  constructor(check: Check) {
    super()
    this.#check = check
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#check(this.#open.length, Object.keys(attributes).length)
    // A group of rows ends everything that is open in its table: the parser ends no cell and no row.
    if (/^t(?:head|body|foot)$/.test(name)) this.#close(['table'], 1)
    const style = toStyle(attributes.class ?? '')
    if (style !== '') attributes.style = style + (attributes.style ?? '')
    const names = closing.find((group) => group.includes(name))
    if (names && isNamed(this.tagStack.at(-1), ['p', ...names])) this.#close(names, 0)
    // A browser shows the template of a shadow tree (HTML standard, section 4.12.3).
    super.onopentag('shadowrootmode' in attributes ? 'div' : name, attributes)
    const element = this.tagStack.at(-1)
    if (element) this.#open.push(element)
    if (isElement(element) && this.#isLined(element)) this.#lined.add(element)
    if (isElement(element) && decimalNames.test(attributes.class ?? '')) this.decimals.push(element)
  }

  override onclosetag(): void {
    const element = this.#open.pop()
    if (element && !this.#closed.delete(element)) super.onclosetag()
  }

  override ontext(data: string): void {
    const parent = this.tagStack.at(-1)
    const [first = '', ...lines] = parent && this.#lined.has(parent) ? data.split(/\n\s*/) : [data]
    this.#write(first, parent)
    for (const line of lines) {
      this.#check(this.#open.length, 0)
      this.#add('br', '')
      this.#write(line, parent)
    }
  }

  /** Returns whether each line in an element is a line of the page, by its style or else as around it. */
  #isLined(element: Element): boolean {
    const [space, lines] = whiteSpace.exec(element.attribs.style ?? '') ?? []
    const isLined = space ? lines !== undefined : element.parent !== null && this.#lined.has(element.parent)
    return isLined && !findOutwards(element, rawTags, maxRawLevels)
  }

  /** Writes a text, with an element for the decimals of the number before it. */
  #write(text: string, parent: ParentNode | undefined): void {
    const digits = decimalsAfter(parent?.lastChild, text)
    if (digits !== '') this.#add('span', digits)
    if (text !== digits) super.ontext(text.slice(digits.length))
  }

  #add(name: string, text: string): void {
    super.onopentag(name, {})
    if (text !== '') super.ontext(text)
    super.onclosetag()
  }

  override oncomment(): void {}
  override onprocessinginstruction(): void {}

  /** Closes the nearest element with one of these names and all in it, or only those from `offset` levels below it. */
  #close(names: string[], offset: number): void {
    const nearest = this.tagStack.slice(-maxAncestors)
    const at = nearest.findLastIndex((element) => isNamed(element, names))
    if (at === -1) return
    for (const element of nearest.slice(at + offset)) {
      this.#closed.add(element)
      super.onclosetag()
    }
  }
}

const isNamed = (node: ChildNode | ParentNode | null | undefined, names: string[]) =>
  isElement(node) && names.includes(node.name)
