import { type ChildNode, type Element, isTag, isText, type ParentNode, Text } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { type Container, elementsIn, isExpander, nodesIn } from '../base/html-tree.ts'

export const splitNames = (text: string) => new Set(text.split(' '))

export function markAncestors(element: ChildNode, marked: Set<ParentNode>): void {
  for (let ancestor = element.parent; ancestor && !marked.has(ancestor); ancestor = ancestor.parent)
    marked.add(ancestor)
}

// A header or footer in one of these is not that of the page (HTML standard, section 4.3.8).
const partTags = splitNames('article section main aside li td th dd details figure blockquote fieldset')
const headingTags = splitNames('h1 h2 h3 h4 h5 h6 summary dt th legend caption')
const cardTags = splitNames('h1 h2 h3 h4 h5 h6 p ul ol dl table')

/**
 * Renames the elements whose names mean a frame or control but which are content here: the header of a part, a navigation of
 * tabs, and a button that is a heading or a card. An area of an image is a link with its alternative text. Hides the labels of
 * text fields, but not one with a number: an order form may have a price there.
 */
export function keepContent(document: Container): void {
  const elements = [...elementsIn(document)]
  const isContent = createNameCheck(elements)
  const fields = elements.filter(isField)
  const labelled = new Set(fields.map(({ attribs }) => attribs.id))
  const around = listAround(fields)
  const texts = [...nodesIn(document, ({ name }) => name !== 'select')]
  const numbered = listAround(texts.filter((node) => isText(node) && /\p{N}/u.test(node.data)))
  const isLabel = (element: Element) =>
    (around.has(element) || labelled.has(element.attribs.for ?? '')) && !numbered.has(element)
  for (const element of elements) {
    if (element.name === 'label') element.attribs = isLabel(element) ? { hidden: '' } : element.attribs
    else if (element.name === 'area') {
      element.name = 'a'
      DomUtils.appendChild(element, new Text(element.attribs.alt ?? ''))
    } else if (isContent(element)) element.name = isInHeading(element) ? 'span' : 'div'
  }
}

function createNameCheck(elements: Element[]): (element: Element) => boolean {
  const parts = findRepeated(elements)
  for (const element of elements)
    if (partTags.has(element.name) || (element.parent && parts.has(element.parent))) parts.add(element)
  const cards = listAround(elements.filter(({ name }) => cardTags.has(name)))
  const shown = new Set<ParentNode>([...cards, ...findToggles(elements)])
  const tabs = listAround(elements.filter(({ attribs }) => attribs.role === 'tab'))
  return (element) => {
    const { name, parent } = element
    if (name === 'button') return shown.has(element) || isExpander(element) || isInHeading(element)
    if (name === 'nav') return tabs.has(element)
    return name === 'form' || (/^(?:header|footer|aside)$/.test(name) && parent !== null && parts.has(parent))
  }
}

const panelTags = splitNames('div section ul ol dl p')

/** Returns the buttons that stand before what they open: at least two in one element, or each first in one of a class. */
function findToggles(elements: Element[]): Element[] {
  const groups = new Map<ParentNode | string, Element[]>()
  const add = (key: ParentNode | string, button: Element) => {
    const group = groups.get(key)
    if (group) group.push(button)
    else groups.set(key, [button])
  }
  for (const button of elements) {
    const { name, parent, attribs } = button
    const isOther = ['aria-haspopup', 'data-bs-toggle', 'data-toggle', 'type'].some(
      (key) => attribs[key] && attribs[key] !== 'button'
    )
    const panel = name === 'button' && !isOther ? DomUtils.nextElementSibling(button) : null
    if (!panel || !panelTags.has(panel.name) || !parent || !isTag(parent)) continue
    add(parent, button)
    if (DomUtils.prevElementSibling(button) === null) add(`${parent.name} ${parent.attribs.class}`, button)
  }
  return [...groups.values()].filter(({ length }) => length > 1).flat()
}

function listAround(elements: ChildNode[]): Set<ParentNode> {
  const around = new Set<ParentNode>()
  for (const element of elements) markAncestors(element, around)
  return around
}

// A check box or radio button is content: an item of a list, or an offer.
const isField = ({ name, attribs: { type = '' } }: Element) =>
  name === 'select' || name === 'textarea' || (name === 'input' && !/^(?:checkbox|radio|hidden)$/i.test(type))

/** Returns the parents of headers and footers whose class another such parent has, as cards have. */
function findRepeated(elements: Element[]): Set<ParentNode> {
  const byClass = new Map<string, Set<ParentNode>>()
  for (const { name, parent } of elements) {
    if (!/^(?:header|footer)$/.test(name) || !parent || !isTag(parent) || !parent.attribs.class) continue
    byClass.set(parent.attribs.class, (byClass.get(parent.attribs.class) ?? new Set()).add(parent))
  }
  return new Set([...byClass.values()].filter(({ size }) => size > 1).flatMap((parents) => [...parents]))
}

/** Returns whether a heading is around an element, perhaps with other elements between them. */
function isInHeading({ parent }: Element): boolean {
  for (let at = parent, levels = 0; at && isTag(at) && levels < 4; at = at.parent, levels += 1)
    if (headingTags.has(at.name)) return true
  return false
}
