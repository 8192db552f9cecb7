import { type ChildNode, type Element, isText, type ParentNode, Text } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { groupBy } from '../base/group-by.ts'
import { type Container, elementsIn, findOutwards, isElement } from '../base/html-tree.ts'
import { isExpander, isPlainButton } from '../base/panels.ts'

export const splitNames = (text: string) => new Set(text.split(' '))

export function markAncestors(element: ChildNode, marked: Set<ParentNode>): void {
  for (let ancestor = element.parent; ancestor && !marked.has(ancestor); ancestor = ancestor.parent)
    marked.add(ancestor)
}

// A header or footer in one of these is not the page's (HTML standard, section 4.3.8).
const partTags = splitNames('article section main aside li td th dd details figure blockquote fieldset')
const headingTags = splitNames('h1 h2 h3 h4 h5 h6 summary dt th legend caption')
const cardTags = splitNames('h1 h2 h3 h4 h5 h6 p ul ol dl table')

/**
 * Renames the elements whose names mean a frame or control but which are content here: the header of a part, a navigation of
 * tabs or cards, and a button that is a heading, a card or an offer. An area of an image is a link with its alternative text.
 * Hides the labels of text fields, but not one that is an offer too.
 */
export function keepContent(document: Container): void {
  const elements = [...elementsIn(document)]
  const offers = findOffers(elements)
  const isContent = createNameCheck(elements, offers)
  const fields = elements.filter(isField)
  const labelled = new Set(fields.map(({ attribs }) => attribs.id))
  const around = listAround(fields)
  const isLabel = (element: Element) =>
    (around.has(element) || labelled.has(element.attribs.for ?? '')) && !offers.has(element)
  for (const element of elements) {
    if (element.name === 'label') element.attribs = isLabel(element) ? { hidden: '' } : element.attribs
    else if (element.name === 'area') {
      element.name = 'a'
      DomUtils.appendChild(element, new Text(element.attribs.alt ?? ''))
    } else if (isContent(element)) element.name = isInHeading(element) ? 'span' : 'div'
  }
}

// A price.
const offer =
  /\p{Sc}\s?\p{N}|\p{N}[.,]?\s?(?:\p{Sc}|[A-Z]{3}(?!\p{L})|[Ee]uros?(?!\p{L})|kr(?!\p{L})|zł|р|ש.{0,2}ח)/u

/** Returns the labels and buttons that are an offer, with the elements around them. */
function findOffers(elements: Element[]): Set<ParentNode> {
  const inside = new Set<ParentNode>()
  const offers = new Set<ParentNode>()
  for (const element of elements) {
    const { name, parent, children } = element
    const isInside =
      parent !== null && inside.has(parent) && !['select', 'svg', 'style', 'script'].includes(name)
    if (!isInside && name !== 'label' && name !== 'button') continue
    inside.add(element)
    for (const child of children) if (isText(child) && offer.test(child.data)) markAncestors(child, offers)
  }
  return offers
}

function createNameCheck(elements: Element[], offers: Set<ParentNode>): (element: Element) => boolean {
  const parts = findRepeated(elements)
  for (const element of elements)
    if (partTags.has(element.name) || (element.parent && parts.has(element.parent))) parts.add(element)
  const around = (isOne: (element: Element) => boolean) => listAround(elements.filter(isOne))
  const cards = around(({ name }) => cardTags.has(name))
  const prose = around(({ name }) => name === 'p' || (headingTags.has(name) && name.startsWith('h')))
  const frames = new Set([...around(isFrameLink), ...findMenus(elements)])
  const shown = new Set<ParentNode>([...cards, ...offers, ...findToggles(elements)])
  const tabs = around(({ attribs }) => attribs.role === 'tab')
  return (element) => {
    const { name, parent } = element
    if (name === 'button') return shown.has(element) || isExpander(element) || isInHeading(element)
    if (name === 'nav') return tabs.has(element)
    if (name === 'header' && prose.has(element) && !frames.has(element)) return true
    return name === 'form' || (/^(?:header|footer|aside)$/.test(name) && parent !== null && parts.has(parent))
  }
}

/** Recognises what only the header of a page has: a menu, or a link to the start page. */
export const isFrameLink = ({ name, attribs: { href, role }, parent }: Element) =>
  name === 'nav' ||
  role === 'navigation' ||
  (name === 'a' &&
    ((isElement(parent) && parent.name === 'li') ||
      /^(?:https?:\/\/[^/]*|\.|)\/?(?:\w\w(?:-\w\w)?\/)?(?:(?:index|default)\.\w+)?$/i.test(href ?? '-')))

// A hero may have two, such as "Book" and "Prices".
export const maxHeroLinks = 2

/** Returns the headers with more links, outside paragraphs and headings, than a hero has. */
function findMenus(elements: Element[]): Element[] {
  const headers = groupBy(
    elements.filter(({ name, parent }) => name === 'a' && !(isElement(parent) && cardTags.has(parent.name))),
    ({ parent }) => findOutwards(parent, pageHeaders, maxLevels)
  )
  return [...headers].flatMap(([header, links]) => (header && links.length > maxHeroLinks ? header : []))
}

const pageHeaders = splitNames('header')
const maxLevels = 10

const panelTags = splitNames('div section ul ol dl p')

/** Returns the buttons that stand before what they open: at least two in one element, or each first in one of a class. */
function findToggles(elements: Element[]): Element[] {
  const toggles = elements.filter((element) => {
    const panel = isPlainButton(element) ? DomUtils.nextElementSibling(element) : null
    return panel && panelTags.has(panel.name)
  })
  const isFirst = (element: Element) => DomUtils.prevElementSibling(element) === null
  const groups = [
    ...groupBy(toggles, ({ parent }) => parent).values(),
    ...groupBy(
      toggles.filter(isFirst),
      ({ parent }) => isElement(parent) && `${parent.name} ${parent.attribs.class}`
    ).values()
  ]
  return groups.filter(({ length }) => length > 1).flat()
}

function listAround(elements: ChildNode[]): Set<ParentNode> {
  const around = new Set<ParentNode>()
  for (const element of elements) markAncestors(element, around)
  return around
}

// A check box or radio button is content: an item of a list, or an offer.
const isField = ({ name, attribs: { type = '' } }: Element) =>
  name === 'select' || name === 'textarea' || (name === 'input' && !/^(?:checkbox|radio|hidden)$/i.test(type))

/** Returns the parents of headers and footers whose class another such parent has, as cards have: siblings perhaps with a variant. */
function findRepeated(elements: Element[]): Set<ParentNode> {
  const parents = new Set(
    elements
      .filter(({ name }) => /^(?:header|footer)$/.test(name))
      .flatMap(({ parent }) => (isElement(parent) && parent.attribs.class ? parent : []))
  )
  const siblings = [...groupBy(parents, ({ parent }) => parent).values()]
  const groups = [
    ...groupBy(parents, ({ attribs }) => attribs.class).values(),
    ...siblings.flatMap((group) => [
      ...groupBy(group, ({ attribs }) => attribs.class?.trim().split(/\s/)[0]).values()
    ])
  ]
  return new Set(groups.filter(({ length }) => length > 1).flat())
}

/** Returns whether a heading is around an element, perhaps with other elements between them. */
const isInHeading = ({ parent }: Element): boolean => findOutwards(parent, headingTags, 4) !== undefined
