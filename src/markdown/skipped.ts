import { type ChildNode, Element, isText, type ParentNode, Text } from 'domhandler'
import { once } from '../base/cache.ts'
import { squeeze } from '../base/text.ts'
import { isConcealed } from '../html/panels.ts'
import {
  elementsIn,
  findOutwards,
  isElement,
  isIcon,
  mapById,
  nodesIn,
  splitNames,
  textOf
} from '../html/tree.ts'
import type { Budget } from './budget.ts'
import { Spacer } from './inline.ts'

const skippedTags = splitNames(
  'script style title template noscript nav button input select datalist textarea svg canvas iframe object embed video audio head'
)

/** Returns whether an element is no content anywhere: hidden, a control, a script, or an image without a text. */
export const isSkipped = (element: Element) =>
  (skippedTags.has(element.name) && !isCheckBox(element)) ||
  isHidden(element) ||
  isEmptyImage(element) ||
  isIcon(element) ||
  labelOf(element) !== undefined

export const isHidden = (element: Element) =>
  isConcealed(element) ||
  (element.attribs['data-markdown-ignore'] ?? 'false') !== 'false' ||
  element.attribs['aria-hidden'] === 'true'

export function hasText(root: ParentNode, enters?: (element: Element) => boolean): boolean {
  for (const node of nodesIn(root, enters)) if (isText(node) && node.data.trim() !== '') return true
  return false
}

/** Removes the children that are no content, and leaves a spacer where a reader sees one of them, or an empty description. */
export function replaceSkipped(container: ParentNode, isOutside: (element: Element) => boolean): void {
  container.children = container.children.flatMap((node) => {
    if (!isElement(node) || !isOutside(node)) return node
    if (node.name === 'dd') {
      node.children = []
      return node
    }
    if (!isDrawn(node)) return []
    const mark = isAround(container, entryTags, ownTags) ? markOf(node) : undefined
    // A link has the labels in it as its name.
    const text = mark ?? (isAround(container, linkTags) ? undefined : findLabel(node, container))
    const spacer = text === undefined ? new Spacer(signsOf(node)) : new Text(` ${text} `)
    spacer.parent = container
    return spacer
  })
}

/**
 * Gives each link that shows no text, such as an icon, its accessible name (accname 1.2, section 4.3.2) as its `aria-label`,
 * which is empty if it has none; no other link has one. A link that shows nothing at all loses its URL.
 */
export function nameLinks(content: ParentNode, document: ParentNode, budget: Budget): void {
  const byId = once(() => mapById(document))
  const readById = (id: string) => {
    const element = byId().get(id.normalize())
    return element === undefined ? '' : readName(element, budget)
  }
  for (const link of elementsIn(content)) {
    if (link.name !== 'a' || moveIntoItems(link)) continue
    const { attribs, children } = link
    const { href = '', title, 'aria-label': label } = attribs
    delete attribs['aria-label']
    const referenced = attribs['aria-labelledby']?.match(/\S+/g)?.map(readById).join(' ')
    const isLabelled = [referenced, label].some(isShown)
    if (showsText(link, isLabelled, budget)) continue
    const name = [referenced, label, readName(link, budget), title].map(squeeze).find(isShown)
    const hasIcon = children.some(isElement) || /\p{Co}/u.test(textOf(link))
    const mayShowIcon = hasIcon || attribs.class !== undefined || attribs.style !== undefined
    if (name === undefined && (!mayShowIcon || href.startsWith('#'))) delete attribs.href
    else replaceNames(link, name ?? '')
  }
}

const isCheckBox = ({ name, attribs }: Element) =>
  name === 'input' && /^(?:checkbox|radio)$/i.test(attribs.type ?? '')
// An image without alternative text is decoration.
const isEmptyImage = ({ name, attribs: { alt, title = '' } }: Element) =>
  name === 'img' && (alt ?? title).trim() === ''

/** Returns the name of a drawing with the role of an image, if it has one. */
function labelOf(element: Element): string | undefined {
  const { name, attribs, children } = element
  if (attribs.role !== 'img' || name === 'img' || isHidden(element)) return undefined
  const title =
    name === 'svg' ? children.find((child) => isElement(child) && child.name === 'title') : undefined
  const label = squeeze(attribs['aria-label'] ?? (isElement(title) ? textOf(title) : ''))
  return label !== '' && (name === 'svg' || !hasText(element)) ? label : undefined
}

/** Returns the label of a drawing if it is the content of an entry or cell, or has a number as in a rating; others decorate. */
function findLabel(node: Element, container: ParentNode): string | undefined {
  const label = labelOf(node)
  const isContent = isAround(container, entryTags, ownTags) && !hasText(container, (part) => part !== node)
  return label !== undefined && (isContent || /\d/.test(label)) ? label : undefined
}

const undrawnTags = splitNames('script style title template noscript datalist head audio')

/** Recognises an element that is no content but that a reader sees between the texts around it, such as an icon. */
function isDrawn(element: Element): boolean {
  const { type = '', width = '', height = '' } = element.attribs
  const isEmpty = [width, height].some((size) => /^[01](?:px)?$/.test(size)) || /^hidden$/i.test(type)
  return !undrawnTags.has(element.name) && !isConcealed(element) && !isEmpty
}

/** Returns what separates the texts around such an element: its signs, a space, or nothing if it has no width. */
function signsOf(element: Element): string {
  if (element.attribs['aria-hidden'] !== 'true' || skippedTags.has(element.name)) return ' '
  const text = textOf(element)
  const signs = squeeze(text.replace(/\p{Cf}/gu, ''))
  if (signs === '' && text.trim() !== '') return ''
  if (/^['’‐‑‒−⁄/.,:&@_٫٬-]$/u.test(signs)) return text.replace(/\s+/g, ' ')
  return /^[|·•–—]$/.test(signs) ? ` ${signs} ` : ' '
}

// Further words, such as "in" of a check-in, give an icon another meaning.
const patternOf = (names: string) =>
  new RegExp(
    `(?:^|\\s)(?:fa|bi|bxs?|ti|ri|mdi|la|glyphicon|icon|icofont|lni|uil|material)-(?:${names})(?:[-_]?(?:circled?|square|mark|alt|all|double|lg|bold|line|fill|outlined?|o|sign|box|\\d))*(?![-\\w])`,
    'i'
  )
const includedIcon = patternOf('check|ok|tick|done')
const excludedIcon = patternOf('x|xmark|times|close|cancel|remove')

/** Returns the sign of an icon by which a list or table says whether an offer includes something. */
function markOf(element: Element): string | undefined {
  if (element.name !== 'svg' && !isIcon(element)) return undefined
  const text = element.name === 'svg' ? '' : `material-${textOf(element).trim()}`
  const names = `${element.attribs.class?.slice(0, 200)} ${text}`
  if (excludedIcon.test(names)) return '✗'
  return includedIcon.test(names) ? '✓' : undefined
}

const entryTags = splitNames('li td th dd')

// Also not in a link or heading of an entry, where a cross may close something.
const ownTags = splitNames('a h1 h2 h3 h4 h5 h6')
const linkTags = splitNames('a')

const isAround = (element: ParentNode | null, names: Set<string>, ends?: Set<string>): boolean =>
  findOutwards(element, names, 3, ends) !== undefined

const isItem = (node: ChildNode): node is Element => isElement(node) && ['li', 'dt', 'dd'].includes(node.name)

/** Replaces a link around items of a list by a link in each item. Returns false if the link contains no item. */
function moveIntoItems(link: Element): boolean {
  const items = link.children.filter(isItem)
  for (const item of items) {
    const inner = new Element('a', { ...link.attribs }, item.children)
    for (const child of item.children) child.parent = inner
    inner.parent = item
    item.children = [inner]
  }
  if (items.length > 0) link.name = 'div'
  return items.length > 0
}

// Fonts draw icons as characters for private use. Those, and characters of format, such as a zero-width space, are no text.
const isShown = (text = '') => /[^\s\p{Co}\p{Cf}]/u.test(text)

function replaceNames(link: Element, name: string) {
  for (const node of nodesIn(link)) {
    if (isElement(node) && node.name === 'img') node.attribs.alt = ''
    if (isText(node) && !isShown(node.data)) node.data = node.data.replace(/\S+/g, '')
  }
  link.attribs['aria-label'] = name
}

/** Returns whether a link shows text or an image. Of an image without an address, the label of the link is the better name. */
function showsText(link: ParentNode, isLabelled: boolean, budget: Budget): boolean {
  for (const node of nodesIn(link, (element) => !isSkipped(element))) {
    budget.write(1)
    if (isText(node) && isShown(node.data)) return true
    if (!isElement(node) || isSkipped(node)) continue
    if (node.name === 'input' || node.name === 'q') return true
    const { src = '' } = node.attribs
    if (node.name === 'img' && (!isLabelled || /^\s*(?!data:)\S/i.test(src))) return true
  }
  return false
}

const unnamedTags = splitNames('script style template noscript desc')

/** Returns the text in an element, with the labels of icons and images. */
function readName(root: ParentNode, budget: Budget): string {
  let name = ''
  const add = (text: string) => {
    budget.write(1 + text.length)
    name += text
  }
  const hasNoName = (node: ChildNode) => isElement(node) && (unnamedTags.has(node.name) || isHidden(node))
  for (const node of nodesIn(root, (element) => !hasNoName(element) && !element.attribs['aria-label'])) {
    if (isText(node)) add(node.data.replace(/\p{Co}/gu, ''))
    else if (isElement(node) && !hasNoName(node)) {
      const { alt, title, 'aria-label': label } = node.attribs
      add(` ${label || alt || (node.children.length === 0 && title) || ''} `)
    }
  }
  return name
}
