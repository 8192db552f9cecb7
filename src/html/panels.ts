import type { ChildNode, Element, ParentNode } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { groupBy } from '../base/group-by.ts'
import { elementsIn, findOutwards, isElement, nodesIn, splitNames, textOf } from './tree.ts'

const concealingStyle = /(?:^|;)\s*(?:display\s*:\s*none|(?:content-)?visibility\s*:\s*(?:hidden|collapse))/i

/** Returns whether an element is hidden or closed. A search in the page shows a part that is hidden until found. */
export const isConcealed = ({ name, attribs }: Element) =>
  (attribs.hidden !== undefined && attribs.hidden.toLowerCase() !== 'until-found') ||
  attribs.popover !== undefined ||
  (name === 'dialog' && attribs.open === undefined) ||
  (attribs.style !== undefined && concealingStyle.test(withoutEntrance(attribs.style, attribs.class)))

// Scripts show such an element when the reader scrolls to it: WOW.js, and others that set an animation.
const withoutEntrance = (style: string, names = '') =>
  /\bwow\b/.test(names) || /\banimation-name\b/i.test(style)
    ? style.replace(/\bvisibility\s*:\s*hidden/i, '')
    : style

const togglers = /^(?:collapse|tab|pill|list)$/

/** Returns whether an element opens a part of the page, and no menu, dialog or list of choices. */
export function isExpander({ name, attribs }: Element): boolean {
  const { role, 'aria-haspopup': popup = 'false', 'aria-expanded': expanded } = attribs
  if (popup !== 'false' || role === 'combobox' || name === 'input') return false
  const toggle = attribs['data-bs-toggle'] ?? attribs['data-toggle']
  return toggle === undefined ? expanded !== undefined || role === 'tab' : togglers.test(toggle)
}

/** Recognises a button that submits nothing, and opens no menu or dialog. */
export const isPlainButton = ({ name, attribs }: Element) =>
  (name === 'button' || attribs.role === 'button') &&
  !['aria-haspopup', 'data-bs-toggle', 'data-toggle', 'type'].some(
    (key) => attribs[key] && attribs[key] !== 'button'
  )

const maxCall = 1000
// The name of a function that shows something, as in `openTab(event, 'prices')`.
const opening = /^\s*(?:return\s+)?\w*(?:toggle|show|open|tab|expand|collapse|more)\w*\s*\(/i

/** Returns the ids of the panels that an element opens. */
function listPanels(element: Element): string[] {
  const { attribs } = element
  const { 'aria-controls': controlled, onclick = '' } = attribs
  const controls = controlled?.match(/\S+/g) ?? []
  if (!isExpander(element)) {
    const call = onclick.slice(0, maxCall)
    const called = opening.test(call)
      ? Array.from(call.matchAll(/['"]#?([\w-]+)['"]/g), ([, id = '']) => id)
      : []
    return isPlainButton(element) ? [...controls, ...called] : called
  }
  const target = attribs['data-bs-target'] ?? attribs['data-target'] ?? attribs.href ?? ''
  return [...controls, ...(target.match(/(?<=^#).+/) ?? [])]
}

const panelTags = splitNames('div section p ul ol dl dd')
const panelClass = /accordion|toggle|collaps|faq|answer|tab-?(?:content|pane)/i
const overlayRole = /^(?:alert|alertdialog|dialog|listbox|menu|status|tooltip)$/
const overlayClass =
  /modal|popup|lightbox|overlay|offcanvas|drawer|side(?:bar|nav)|cart|toast|cookie|consent|dialog|menu|dropdown|share|(?<![a-z])nav/i

const mayBePanel = ({ name, attribs: { role = '', class: names = '', ...others } }: Element) =>
  panelTags.has(name) &&
  !overlayRole.test(role) &&
  !overlayClass.test(names) &&
  !('aria-modal' in others || 'aria-live' in others)

/** Recognises a single panel without ARIA: by its class or its parent's, or by its title. */
function isPanel({ attribs, parent }: Element, titles: Element[], opener: Element | undefined): boolean {
  const isNamed = [attribs.class, classOf(parent)].some((names = '') => panelClass.test(names))
  if (!opener) return isNamed && titles.some(({ name }) => /^(?:h[1-6]|dt)$/.test(name))
  return isNamed || 'x-show' in attribs || /[?？؟]\s*$/.test(textOf(opener))
}

const classOf = (node: ParentNode | null) => (isElement(node) ? node.attribs.class : undefined)

const kindOf = ({ name, attribs, parent }: Element) => `${name} ${attribs.class} ${classOf(parent)}`

/** Shows the panels of tabs and accordions, as a click on the same page would. Dialogs and menus stay closed. */
export function revealPanels(document: ParentNode): void {
  const elements = [...elementsIn(document)]
  const openers = new Map(
    elements.flatMap((element) => listPanels(element).map((id): [string, Element] => [id, element]))
  )
  const hidden = elements
    .filter(
      ({ attribs }) =>
        'hidden' in attribs || 'aria-hidden' in attribs || concealingStyle.test(attribs.style ?? '')
    )
    .map((element) => {
      const titles = listBefore(element)
      const byId = openers.get(element.attribs.id ?? '')
      const opener = byId ?? titles.find(isExpander) ?? titles.find(isOpener)
      return { element, titles, byId, opener }
    })
  const kinds = groupBy(
    hidden.filter(({ opener }) => opener),
    ({ element }) => kindOf(element)
  )
  for (const { element, titles, byId, opener } of hidden) {
    const isMarked = element.attribs.role === 'tabpanel' || (opener && isExpander(opener))
    const isRepeated = opener && Number(kinds.get(kindOf(element))?.length) > 1
    if (!isMarked && !(mayBePanel(element) && (byId || isRepeated || isPanel(element, titles, opener))))
      continue
    // The text of a plain button is the title of what it opens.
    if (opener && isConcealed(element) && isPlainButton(opener)) opener.name = 'span'
    show(element)
  }
}

function show({ attribs }: Element): void {
  delete attribs.hidden
  delete attribs['aria-hidden']
  if (attribs.style) attribs.style = attribs.style.replace(new RegExp(concealingStyle, 'gi'), '')
}

// Few, because a page may have many hidden elements.
const maxInHeading = 20

/** Lists the element before one, and the elements among its first descendants, as in a heading. Nothing in a form opens a panel. */
function listBefore(element: Element): Element[] {
  const before = DomUtils.prevElementSibling(element)
  if (before === null || before.name === 'form') return []
  const nodes: ChildNode[] = [before]
  for (const node of nodesIn(before)) if (nodes.push(node) > maxInHeading) break
  return nodes.filter(isElement)
}

const formTags = splitNames('form')
const maxLevels = 20

// In a form, a button without a type submits it.
const isOpener = (element: Element) =>
  isPlainButton(element) &&
  (element.attribs.type !== undefined || !findOutwards(element.parent, formTags, maxLevels))
