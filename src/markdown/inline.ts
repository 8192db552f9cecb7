import { type ChildNode, Element, isText, Text } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { NodeHtmlMarkdown } from 'node-html-markdown'
import { unspaced } from '../base/spelling.js'
import { markdownSyntax } from '../base/text.ts'
import { areWords, isBlock, isElement, Layout, lineThrough, positionOf, textOf } from '../html/tree.ts'

// The library's time grows with nodes × characters per call.
const maxPieceNodes = 20

/**
 * Renders nodes without blocks as Markdown. Returns an empty string if there is no text. `inherited` is the emphasis of the
 * elements around them.
 */
export function renderInline(inline: ChildNode[], inherited: Format[]): string {
  // Most runs are plain text, for which a call of the library takes longer than the rest of the conversion.
  if (inherited.length === 0 && inline.every((node) => isText(node) && !(node instanceof Spacer)))
    return escapeText(DomUtils.textContent(inline)).trim()
  const { nodes, hrefs } = normaliseInline(inline, inherited)
  let text = ''
  for (let index = 0; index < nodes.length; index += maxPieceNodes)
    text += translate(nodes.slice(index, index + maxPieceNodes))
  const markdown = writeMarks(text, hrefs).trim()
  return definition.test(markdown)
    ? markdown.replace(codeSpan, (_, _fence, code) => `<code>${escapeText(code)}</code>`)
    : markdown
}

/** Returns the backticks around code: more than it has in a row, and at least so many. */
export const fenceOf = (text: string, minimum: number): string =>
  '`'.repeat((text.match(/`+/g) ?? []).reduce((max, { length }) => Math.max(max, length + 1), minimum))

// The start of a link reference definition (CommonMark, section 4.7): code in a link that begins a block can look like one.
const definition = /^\[(?:[^\\\]]|\\.)+\]:/
const codeSpan = /(?<![\\`])(`+)(?!`) ?(.+?) ?(?<!`)\1(?!`)/g

/** Converts nodes to Markdown. The marks preserve the space before and after them. */
const translate = (nodes: ChildNode[]) =>
  translator.translate(marks.edge + DomUtils.getOuterHTML(nodes, { encodeEntities: 'utf8' }) + marks.edge)

const escapeText = (text: string | null | undefined) => cleanText(text ?? '').replace(markdownSyntax, '\\$&')

const translator = new NodeHtmlMarkdown(
  {
    globalEscape: [markdownSyntax, '\\$&'],
    // The library would treat each text node as the start of a line; escapeStart handles whole lines instead.
    lineStartEscape: [/(?!)/g, '']
  },
  {
    code: {
      noEscape: true,
      postprocess: ({ content }) => {
        const fence = fenceOf(content, 1)
        const padding = /^`|`$/.test(content) ? ' ' : ''
        return fence + padding + content + padding + fence
      }
    },
    img: ({ node }) => {
      const [alt, title = ''] = ['alt', 'title'].map((name) => escapeText(node.getAttribute(name)))
      const quoted = title.trim() === '' ? '' : ` "${title.replaceAll('"', '\\"')}"`
      return { content: `![${alt}](${node.getAttribute('src')}${quoted})`, recurse: false }
    }
  }
)

/**
 * Characters that stand for Markdown until the text around them is known. They are no characters of a text (Unicode, 23.7),
 * and `cleanText` removes them from a page.
 */
const marks = { edge: '\ufddc', checked: '\ufddd', unchecked: '\ufdde' }

const formatMarks = {
  strong: { start: '\ufdd0', end: '\ufdd1' },
  em: { start: '\ufdd2', end: '\ufdd3' },
  del: { start: '\ufdd4', end: '\ufdd5' },
  a: { start: '\ufdd6', end: '\ufdd7' },
  sup: { start: '\ufdd8', end: '\ufdd9' },
  sub: { start: '\ufdda', end: '\ufddb' }
}

/** Stands in place of something drawn that is no content: signs between two words, or a space for an icon. */
export class Spacer extends Text {
  readonly signs: string

  constructor(signs: string) {
    super('')
    this.signs = signs
  }
}

/** Returns what separates two texts with a spacer between them. Two numbers must never become one. */
function separate(before: string, after: string, signs: string): string {
  if (!areWords(before, after)) return ''
  if (/\p{N}$/u.test(before.slice(-2)) && /^\p{N}/u.test(after)) return signs || ' '
  return signs === ' ' && [before.slice(-2), after.slice(0, 2)].some((text) => unspaced.test(text))
    ? ''
    : signs
}

/** Returns a text of a page without marks, in which every run of white space is one space. */
const cleanText = (text: string): string => text.replace(/[\ufdd0-\ufdef]/g, '').replace(/\s+/g, ' ')

const writtenMarks = new Map([
  [marks.edge, ''],
  [formatMarks.a.start, '['],
  [formatMarks.sup.start, '<sup>'],
  [formatMarks.sup.end, '</sup>'],
  [formatMarks.sub.start, '<sub>'],
  [formatMarks.sub.end, '</sub>']
])

/** Takes the URLs of the links in the order of their ends. */
function writeMarks(text: string, hrefs: string[]): string {
  const rest = hrefs.values()
  const plain = text
    // An exclamation mark before a link would make it an image.
    .replaceAll(`!${formatMarks.a.start}`, '\\![')
    .replace(/[\ufdd6-\ufddc]/g, (mark) => writtenMarks.get(mark) ?? `](${rest.next().value})`)
    // Adds a space between links that only CSS separates.
    .replace(/(\]\([^\s()]*\))(?=!?\[)/g, '$1 ')
    .replaceAll(marks.checked, '[x]')
    .replaceAll(marks.unchecked, '[ ]')
  return writeEmphasis(plain)
}

const delimiters = new Map([
  [formatMarks.strong.end, { tag: 'strong', delimiter: '**' }],
  [formatMarks.em.end, { tag: 'em', delimiter: '*' }],
  [formatMarks.del.end, { tag: 'del', delimiter: '~~' }]
])

// Symbols are punctuation since CommonMark 0.31; before, only ASCII symbols were.
const isPunctuation = (character: string) => /[\p{P}\p{S}]/u.test(character)
// Next to white space or punctuation, a delimiter may have any character on its other side.
const isFree = (character: string) => character.trim() === '' || /[\p{P}$+<=>^`|~]/u.test(character)

interface Start {
  index: number
  canOpen: boolean
  /** The index of the first of several marks in a row; undefined if no other mark is next to it. */
  run: number | undefined
}

/**
 * Writes emphasis with delimiters if these open and close it in every version of CommonMark (0.29, section 6.4; 0.31, section 6.2),
 * else with tags. Emphasis must be nested, and not begin or end with a space.
 */
function writeEmphasis(text: string): string {
  // The parts at odd indexes are marks. Between two marks is an empty text.
  const parts = text.split(/([\ufdd0-\ufdd5])/)
  const open: Start[] = []
  for (const [index, mark] of parts.entries()) {
    const kind = delimiters.get(mark)
    const start = kind && open.pop()
    if (kind && start) {
      const isDelimited = start.canOpen && canClose(parts, index)
      parts[start.index] = isDelimited ? kind.delimiter : `<${kind.tag}>`
      parts[index] = isDelimited ? kind.delimiter : `</${kind.tag}>`
    } else if (index % 2 === 1) open.push(readStart(parts, index, open))
  }
  return parts.join('')
}

function readStart(parts: string[], index: number, open: Start[]): Start {
  const { previous, next, followsMark, precedesMark } = readNeighbours(parts, index)
  const outer = open.at(-1)
  const run = followsMark && outer?.index === index - 2 ? outer.run : undefined
  const isInner = run !== undefined
  // If it could also end emphasis, it could end a longer run too early (rules 9 and 10).
  const canEnd =
    (isInner || previous.trim() !== '') && open.some((one) => one.run !== run && one.run !== undefined)
  const canFlank = isInner || isFree(previous) || (!precedesMark && !isPunctuation(next))
  const canOpen = (isInner || !followsMark) && !canEnd && canFlank
  return { index, canOpen, run: run ?? (precedesMark ? index : undefined) }
}

/** Returns whether a delimiter can close emphasis. A mark after it becomes a tag, or belongs to the same run. */
function canClose(parts: string[], index: number): boolean {
  const { previous, next, followsMark, precedesMark } = readNeighbours(parts, index)
  return precedesMark || isFree(next) || (!followsMark && !isPunctuation(previous))
}

function readNeighbours(parts: string[], index: number) {
  const [before = '', , after = ''] = parts.slice(index - 1, index + 2)
  const [previous = ''] = /.$/u.exec(before.slice(-2)) ?? []
  const [next = ''] = /^./u.exec(after) ?? []
  const precedesMark = after === '' && index + 2 < parts.length
  return { previous, next, followsMark: before === '' && index > 1, precedesMark }
}

/** An element around text that Markdown can express. Equal emphasis is one object, so it can be merged. */
export interface Format {
  name: keyof typeof formatMarks
  href?: string
}

const [strong, em, del]: [Format, Format, Format] = [{ name: 'strong' }, { name: 'em' }, { name: 'del' }]
const emphasis = new Map(Object.entries({ b: strong, strong, i: em, em, s: del, del, strike: del }))

const declares = (property: string, values: string) =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:[^;]*\\b(?:${values})\\b`, 'i')

const styles: [format: Format, begins: RegExp, ends: RegExp][] = [
  [
    strong,
    declares('font(?:-weight)?', 'bold|bolder|[6-9]00'),
    declares('font(?:-weight)?', 'normal|[1-5]00')
  ],
  [em, declares('font(?:-style)?', 'italic|oblique'), declares('font(?:-style)?', 'normal')],
  [del, lineThrough, declares('text-decoration', 'none')]
]

export function addEmphasis(outer: Format[], { name, attribs: { style } }: Element): Format[] {
  const own = emphasis.get(name)
  const formats = own && !outer.includes(own) ? [...outer, own] : outer
  if (!style) return formats
  const begun = styles.flatMap(([format, begins]) => (begins.test(style) ? [format] : []))
  const ended = styles.flatMap(([format, , ends]) => (ends.test(style) ? [format] : []))
  // A line through the element around it stays.
  const isKept = (format: Format) => !ended.includes(format) || (format === del && outer.includes(del))
  return [...new Set([...formats.filter(isKept), ...begun])]
}

const isShift = ({ name }: Format) => name === 'sup' || name === 'sub'

// More levels are written as the last one.
const maxShifts = 4

/** Adds the format of a link, or of a superscript or subscript that a number could end in. */
function addFormats(outer: Format[], element: Element, before: string): Format[] {
  const { name, attribs } = element
  const formats = addEmphasis(outer, element)
  if (name === 'a' && attribs.href)
    return [...formats.filter((format) => format.name !== 'a'), { name, href: attribs.href }]
  const shifts = formats.filter(isShift).length
  const shift = positionOf(element, shifts === 0 ? before : '')
  if (!shift || shifts >= maxShifts) return formats
  return /[\p{N}−⁻-]/u.test(textOf(element)) ? [...formats, { name: shift }] : formats
}

/** A text, space, break, image or code in its formats, from the outermost to the innermost. */
interface Segment {
  node: Text | Element
  gap?: 'space' | 'break'
  formats: Format[]
}

/**
 * Returns inline nodes as text, breaks, images and code, with marks in the text for emphasis, links, superscripts and
 * subscripts, and the URLs of the links. Equal emphasis is merged, does not begin or end with a space, and has no break.
 */
function normaliseInline(nodes: ChildNode[], inherited: Format[]) {
  const segments = readSegments(nodes, inherited)
  for (const list of [segments, segments.toReversed()]) {
    let last: Format[] = []
    for (const segment of list) {
      const isKept = (format: Format) =>
        last.includes(format) && (segment.gap === 'space' || !emphasis.has(format.name))
      if (segment.gap === undefined) last = segment.formats
      else if (segment.formats.length > 0) segment.formats = segment.formats.filter(isKept)
    }
  }
  return writeSegments(segments)
}

function readSegments(nodes: ChildNode[], inherited: Format[]): Segment[] {
  const segments: Segment[] = []
  // A stack instead of recursion, because elements may be nested to any depth.
  const rest: { node: ChildNode; formats: Format[] }[] = []
  const enter = (children: ChildNode[], formats: Format[]) => {
    for (const node of children.toReversed()) rest.push({ node, formats })
  }
  enter(nodes, inherited)
  // What separates a text from the one before it, besides their own white space.
  const layout = new Layout()
  let drawn: { signs: string; formats: Format[] } | undefined
  const forget = () => {
    layout.clear()
    drawn = undefined
  }
  const separateTexts = (before: string, after: string, formats: Format[]) => {
    const signs = drawn && separate(before, after, drawn.signs)
    if (drawn && signs) addText(segments, signs, drawn.formats)
    else if (layout.separates(before, after)) addGap(segments, 'space', formats)
    forget()
  }
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node, formats } = next
    const last = segments.at(-1)?.node
    const before = last && isText(last) ? last.data : ''
    layout.pass(node)
    if (node instanceof Spacer) drawn ??= { signs: node.signs, formats }
    else if (isText(node) && node.data !== '') {
      separateTexts(before, node.data, formats)
      addText(segments, node.data, formats)
    } else if (isElement(node)) {
      const inner = addFormats(formats, node, before)
      if (inner.some(isShift)) forget()
      enter(addElement(segments, node, inner), inner)
    }
  }
  return segments
}

/** Adds a break, code, an image or a check box. Returns the content of other elements. */
function addElement(segments: Segment[], element: Element, formats: Format[]): ChildNode[] {
  const { name, attribs, children } = element
  const { href, alt = '', checked, 'aria-label': label } = attribs
  if (name === 'br') addGap(segments, 'break', formats)
  else if (name === 'code') addText(segments, textOf(element), formats, 'code')
  else if (name === 'img' && attribs.src) segments.push({ node: element, formats })
  // Several images have no space between them in the page.
  else if (name === 'img') addText(segments, ` ${alt} `, formats)
  else if (name === 'q') return [new Text('"'), ...children, new Text('"')]
  else if (name === 'a' && href && label !== undefined)
    return [new Spacer(' '), ...children, new Text(label || href), new Spacer(' ')]
  else if (isBlock(element)) return [new Text(' '), ...children, new Text(' ')]
  else if (name !== 'input') return children
  else {
    addGap(segments, 'space', formats)
    segments.push({ node: new Text(checked === undefined ? marks.unchecked : marks.checked), formats })
    addGap(segments, 'space', formats)
  }
  return []
}

function addText(segments: Segment[], data: string, formats: Format[], element?: 'code'): void {
  const text = cleanText(data)
  const core = new Text(text.trim())
  if (text.startsWith(' ')) addGap(segments, 'space', formats)
  if (core.data === '') return
  segments.push({ node: element ? new Element(element, {}, [core]) : core, formats })
  if (text.endsWith(' ')) addGap(segments, 'space', formats)
}

/** Leaves one of several spaces and breaks in a row. */
function addGap(segments: Segment[], gap: 'space' | 'break', formats: Format[]): void {
  const last = segments.at(-1)?.gap
  if (last === 'break' || last === gap) return
  if (last) segments.pop()
  segments.push({ node: gap === 'space' ? new Text(' ') : new Element('br', {}), gap, formats })
}

/** Writes the format of the most segments as the outermost, and joins code. */
function writeSegments(segments: Segment[]) {
  const nodes: (Text | Element)[] = []
  const hrefs: string[] = []
  const open: Format[] = []
  const write = (text: string) => {
    const last = nodes.at(-1)
    if (last && isText(last)) last.data += text
    else nodes.push(new Text(text))
  }
  const closeOthers = (formats: Format[]) => {
    for (let last = open.at(-1); last && open.some((one) => !formats.includes(one)); last = open.at(-1)) {
      open.pop()
      write(formatMarks[last.name].end)
      if (last.href !== undefined) hrefs.push(last.href)
    }
  }
  for (const [index, { node, gap, formats }] of segments.entries()) {
    closeOthers(formats)
    const endOf = (format: Format) => {
      let end = index
      while (segments[end]?.formats.includes(format)) end += 1
      return end
    }
    // A space after the end of a link is not the start of the emphasis around both.
    const added = gap ? [] : formats.filter((format) => !open.includes(format))
    for (const format of added.sort((a, b) => endOf(b) - endOf(a))) {
      open.push(format)
      write(formatMarks[format.name].start)
    }
    const last = nodes.at(-1)
    if (isText(node)) write(node.data)
    else if (isCode(node) && isCode(last)) last.children = [new Text(textOf(last) + textOf(node))]
    else nodes.push(node)
  }
  closeOthers([])
  return { nodes, hrefs }
}

const isCode = (node: ChildNode | undefined): node is Element => isElement(node) && node.name === 'code'
