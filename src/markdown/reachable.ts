import { type Element, isTag, type ParentNode } from 'domhandler'
import { type Container, isElement, nodesIn } from '../base/html-tree.ts'

export const splitNames = (text: string) => new Set(text.split(' '))

export const concealingStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|(?:content-)?visibility\s*:\s*(?:hidden|collapse))/i

export function markAncestors(element: Element, marked: Set<ParentNode>): void {
  for (let ancestor = element.parent; ancestor && !marked.has(ancestor); ancestor = ancestor.parent)
    marked.add(ancestor)
}

function* elementsIn(root: Container): Generator<Element> {
  for (const node of nodesIn(root)) if (isElement(node)) yield node
}

/** Shows what a click on the same page shows: the panels of tabs and accordions. Dialogs and popovers stay closed. */
export function revealPanels(document: Container): void {
  const panels = new Set<string>()
  const hidden: Element[] = []
  for (const element of elementsIn(document)) {
    for (const id of listPanels(element)) panels.add(id)
    const { attribs } = element
    if (attribs.hidden !== undefined || attribs['aria-hidden'] !== undefined || attribs.style)
      hidden.push(element)
  }
  for (const element of hidden) {
    const { attribs } = element
    if (!panels.has(attribs.id ?? '') && attribs.role !== 'tabpanel' && !followsExpander(element)) continue
    delete attribs.hidden
    delete attribs['aria-hidden']
    if (attribs.style) attribs.style = attribs.style.replace(new RegExp(concealingStyle, 'gi'), '')
  }
}

const toggleOf = ({ attribs }: Element) => attribs['data-bs-toggle'] ?? attribs['data-toggle']

/** Returns whether an element opens a part of the page, and no menu, dialog or list of choices. */
const isExpander = (element: Element) => {
  const { name, attribs } = element
  const hasPopup = attribs['aria-haspopup'] ?? 'false'
  if (hasPopup !== 'false' || attribs.role === 'combobox' || name === 'input') return false
  const toggle = toggleOf(element)
  return toggle === undefined
    ? attribs['aria-expanded'] !== undefined || attribs.role === 'tab'
    : /^(?:collapse|tab|pill|list)$/.test(toggle)
}

function listPanels(element: Element): string[] {
  const { attribs } = element
  if (!isExpander(element)) return []
  const target = attribs['data-bs-target'] ?? attribs['data-target'] ?? attribs.href ?? ''
  return [...(attribs['aria-controls']?.match(/\S+/g) ?? []), ...(target.match(/(?<=^#).+/) ?? [])]
}

// Looks at so few elements, because there may be many hidden ones.
const maxInHeading = 20

/** Returns whether the element before is an expander, or has one in it as a heading has. */
function followsExpander({ prev }: Element): boolean {
  let before = prev
  while (before && !isTag(before)) before = before.prev
  if (!before) return false
  let rest = maxInHeading
  for (const node of nodesIn(before)) {
    if (rest-- === 0) break
    if (isElement(node) && isExpander(node)) return true
  }
  return isExpander(before)
}

// A header or footer in one of these is not that of the page (HTML standard, section 4.3.8).
const partTags = splitNames('article section main aside li td th dd details figure blockquote fieldset')
const headingTags = splitNames('h1 h2 h3 h4 h5 h6 summary dt th legend caption')
const cardTags = splitNames('h1 h2 h3 h4 h5 h6 p ul ol dl table')

/**
 * Renames the elements whose names mean a frame or control but which are content here: the header of a part, a navigation of
 * tabs, and a button that is a heading or a card. Hides the labels of text fields.
 */
export function keepContent(document: Container): void {
  const elements = [...elementsIn(document)]
  const parts = findRepeated(elements)
  for (const element of elements)
    if (partTags.has(element.name) || (element.parent && parts.has(element.parent))) parts.add(element)
  const isContent = createNameCheck(elements, parts)
  const isFieldLabel = createLabelCheck(elements)
  for (const element of elements) {
    if (isFieldLabel(element)) element.attribs.hidden = ''
    else if (isContent(element)) element.name = isInHeading(element) ? 'span' : 'div'
  }
}

function createNameCheck(elements: Element[], parts: Set<ParentNode>): (element: Element) => boolean {
  const cards = listAround(elements, ({ name }) => cardTags.has(name))
  const tabs = listAround(elements, ({ attribs }) => attribs.role === 'tab')
  const isPart = ({ parent }: Element) => parent !== null && parts.has(parent)
  const checks = new Map<string, (element: Element) => boolean>([
    ['form', () => true],
    ['nav', (element) => tabs.has(element)],
    ['header', isPart],
    ['footer', isPart],
    ['aside', isPart],
    ['button', (element) => cards.has(element) || isExpander(element) || isInHeading(element)]
  ])
  return (element) => checks.get(element.name)?.(element) === true
}

function createLabelCheck(elements: Element[]): (element: Element) => boolean {
  const fields = listAround(elements, isField)
  const ids = new Set(elements.filter(isField).map(({ attribs }) => attribs.id))
  return (element) => element.name === 'label' && (fields.has(element) || ids.has(element.attribs.for ?? ''))
}

function listAround(elements: Element[], isOne: (element: Element) => boolean): Set<ParentNode> {
  const around = new Set<ParentNode>()
  for (const element of elements) if (isOne(element)) markAncestors(element, around)
  return around
}

// A check box or radio button is content: an item of a list, or an offer.
const isField = ({ name, attribs: { type = '' } }: Element) =>
  name === 'select' || name === 'textarea' || (name === 'input' && !/^(?:checkbox|radio|hidden)$/i.test(type))

/** Returns the parents of headers and footers whose class another such parent has, as cards have. */
function findRepeated(elements: Element[]): Set<ParentNode> {
  const byClass = new Map<string, Set<ParentNode>>()
  for (const { name, parent } of elements) {
    const names = parent && isTag(parent) ? (parent.attribs.class ?? '') : ''
    if (!parent || names === '' || (name !== 'header' && name !== 'footer')) continue
    byClass.set(names, (byClass.get(names) ?? new Set()).add(parent))
  }
  return new Set([...byClass.values()].flatMap((parents) => (parents.size > 1 ? [...parents] : [])))
}

/** Returns whether a heading is around an element, perhaps with other elements between them. */
function isInHeading({ parent }: Element): boolean {
  for (let at = parent, levels = 0; at && isTag(at) && levels < 4; at = at.parent, levels += 1)
    if (headingTags.has(at.name)) return true
  return false
}
