import { type ChildNode, type Element, isText, type ParentNode, Text } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { groupBy } from '../base/group-by.ts'
import { escapeUrl } from '../base/text.ts'
import { isExpander, isPlainButton } from '../html/panels.ts'
import { elementsIn, find, findOutwards, isBlock, isElement, splitNames } from '../html/tree.ts'
import type { Budget } from './budget.ts'
import { toAbsoluteUrl } from './head.ts'
import { addEmphasis, type Format, Spacer } from './inline.ts'
import { hasText, isHidden, isSkipped, nameLinks, replaceSkipped } from './skipped.ts'

export type Content = ReturnType<typeof readContent>

const frameTags = splitNames('header footer aside')

/**
 * Finds the main content of a page. Removes boilerplate and hidden elements from it, names its links, makes URLs absolute, and
 * leaves one first-level heading.
 */
export function readContent(document: ParentNode, base: string, budget: Budget) {
  keepContent(document)
  const root = findContent(document)
  nameLinks(root, document, budget)
  const isWhole = !isElement(root) || (!isMain(root) && root.name !== 'article')
  const isFrame = ({ name }: Element) => isWhole && frameTags.has(name)
  // A page that has nothing but a frame has its content there.
  const hasFrame = hasText(root, (element) => !isSkipped(element) && !isFrame(element))
  const isOutside = (element: Element) => isSkipped(element) || (hasFrame && isFrame(element))
  const containsBlock = new Set<ParentNode>()
  const containsTable = new Set<ParentNode>()
  /** The emphasis that elements have from those around them, and their own. */
  const emphasis = new Map<ParentNode | null, Format[]>()
  let hasTitle = false
  const near: Element[] = []
  replaceSkipped(root, isOutside)
  for (const element of elementsIn(root)) {
    replaceSkipped(element, isOutside)
    resolve(element, base, budget)
    joinLinks(near, element)
    const formats = addEmphasis(emphasis.get(element.parent) ?? [], element)
    if (formats.length > 0) emphasis.set(element, formats)
    if (element.name === 'h1') {
      if (hasTitle) element.name = 'h2'
      hasTitle = true
    }
    if (isBlock(element)) markAncestors(element, containsBlock)
    if (element.name === 'table') markAncestors(element, containsTable)
  }
  return { nodes: root.children, containsBlock, containsTable, emphasis }
}

function markAncestors(element: ChildNode, marked: Set<ParentNode>): void {
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
function keepContent(document: ParentNode): void {
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

/** Recognises an element that only the header of a page has: a menu, or a link to the start page. */
const isFrameLink = ({ name, attribs: { href, role }, parent }: Element) =>
  name === 'nav' ||
  role === 'navigation' ||
  (name === 'a' &&
    ((isElement(parent) && parent.name === 'li') ||
      /^(?:https?:\/\/[^/]*|\.|)\/?(?:\w\w(?:-\w\w)?\/)?(?:(?:index|default)\.\w+)?$/i.test(href ?? '-')))

// A hero may have two, such as "Book" and "Prices".
const maxHeroLinks = 2

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

/** Returns the buttons before the panels that they open: at least two in one element, or each first in one of a class. */
function findToggles(elements: Element[]): Element[] {
  const toggles = elements.filter((element) => {
    const panel = isPlainButton(element) ? DomUtils.nextElementSibling(element) : null
    return panel && panelTags.has(panel.name)
  })
  const isFirst = (element: Element) => DomUtils.prevElementSibling(element) === null
  const classAround = ({ parent }: Element) => isElement(parent) && `${parent.name} ${parent.attribs.class}`
  return [
    ...listRepeated(toggles, ({ parent }) => parent),
    ...listRepeated(toggles.filter(isFirst), classAround)
  ]
}

/** Returns the elements that share their key with another one. */
const listRepeated = (elements: Iterable<Element>, keyOf: (element: Element) => unknown): Element[] =>
  [...groupBy(elements, keyOf).values()].filter(({ length }) => length > 1).flat()

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
  return new Set([
    ...listRepeated(parents, ({ attribs }) => attribs.class),
    ...siblings.flatMap((group) => listRepeated(group, ({ attribs }) => attribs.class?.trim().split(/\s/)[0]))
  ])
}

/** Returns whether a heading is around an element, perhaps with other elements between them. */
const isInHeading = ({ parent }: Element): boolean => findOutwards(parent, headingTags, 4) !== undefined

/** Returns the only main, or else article, that has a text; else body, else the whole document. */
function findContent(document: ParentNode): ParentNode {
  const listShown = (isOne: (element: Element) => boolean) => {
    const shown: Element[] = []
    find(
      document,
      (element) => isOne(element) && !isHidden(element) && hasText(element) && shown.push(element) > 1
    )
    return shown
  }
  const [main, otherMain] = listShown(isMain)
  if (main) return otherMain === undefined ? addHero(main, document) : findBody(document)
  const [article, otherArticle] = listShown(({ name }) => name === 'article')
  // A page whose heading is outside its only article, such as a testimonial, is more than that.
  const isPage = article && (find(article, isHeading) || !find(document, isHeading))
  return isPage && otherArticle === undefined ? article : findBody(document)
}

const isHeading = ({ name }: Element) => name === 'h1'
const heroTags = splitNames('h1 header section div')

/** Moves the heading before the main of a page into a main without one; also the elements next to it, unless main is one. */
function addHero(main: Element, document: ParentNode): Element {
  const heading = find(main, isHeading) ? undefined : findHeadingBefore(main, document)
  const around = heading?.parent
  const hero = around && find(around, (part) => part === main) ? heading : around
  if (!isElement(hero) || !heroTags.has(hero.name)) return main
  if (find(hero, (part) => part === main || isFrameLink(part)) || countLinks(hero) > maxHeroLinks) return main
  if (hero !== heading) hero.name = 'div'
  DomUtils.prependChild(main, hero)
  return main
}

function findHeadingBefore(main: Element, document: ParentNode): Element | undefined {
  const isFrame = ({ name }: Element) => name === 'aside' || name === 'footer'
  for (const element of elementsIn(document, (element) => !isSkipped(element) && !isFrame(element))) {
    if (element === main) return undefined
    if (isHeading(element) && !isHidden(element)) return element
  }
  return undefined
}

const countLinks = (root: ParentNode) => [...elementsIn(root)].filter(({ name }) => name === 'a').length

const findBody = (document: ParentNode) => find(document, ({ name }) => name === 'body') ?? document

const isMain = ({ name, attribs }: Element) => name === 'main' || attribs.role === 'main'

function resolve({ name, attribs }: Element, base: string, budget: Budget): void {
  const attribute = name === 'a' ? 'href' : name === 'img' ? 'src' : undefined
  if (attribute === undefined) return
  const url = toAbsoluteUrl(attribs[attribute]?.trim() ?? '', base) ?? ''
  budget.write(base.length + url.length)
  attribs[attribute] = escapeUrl(url)
  // An image without alternative text has its title as its name.
  if (name === 'img' && attribs.alt === undefined) {
    attribs.alt = attribs.title ?? ''
    attribs.title = ''
  }
}

const codeTags = splitNames('pre code')

// A card has a link for its picture, category and title, or one that covers it.
const maxNear = 3

/** Of links near each other with one URL, those without a name lose it if another has one, or else all but the first. */
function joinLinks(near: Element[], link: Element): void {
  if (link.name !== 'a' || !link.attribs.href || findOutwards(link.parent, codeTags, 3)) return
  const isUnnamed = ({ attribs }: Element) => attribs['aria-label'] === ''
  const isShown = ({ attribs, children }: Element) =>
    attribs['aria-label'] !== undefined || !children.every((node) => node instanceof Spacer)
  const same = near.filter((other) => other.attribs.href === link.attribs.href && isShown(other))
  if (same.length > 0 && isUnnamed(link)) delete link.attribs.href
  else if (isShown(link)) for (const other of same.filter(isUnnamed)) delete other.attribs.href
  near.push(link)
  if (near.length > maxNear) near.shift()
}
