import type { ChildNode, Element, ParentNode } from 'domhandler'
import { find, type Holder, isElement, nodesIn } from '../tree.ts'
import { absolute } from './head.ts'
import type { Budget } from './limits.ts'

const names = (text: string) => new Set(text.split(' '))
const unread = names(
  'script style title template noscript form dialog nav button input select textarea svg canvas iframe object embed video audio head'
)
const around = names('header footer aside')
const blocks = names(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol p pre search section summary table tbody td tfoot th thead tr ul'
)

export const isBlock = ({ name }: Element) => blocks.has(name)

/** The element that holds what a page is about: main, else its one article, else body, else all of it. */
export function findContent(document: Holder): Holder {
  const main = find(document, (element) => isMain(element) && !isHidden(element))
  if (main) return main
  const articles: Element[] = []
  find(document, (element) => {
    if (element.name === 'article' && !isHidden(element)) articles.push(element)
    return articles.length > 1
  })
  const [article] = articles
  return article && articles.length === 1
    ? article
    : (find(document, ({ name }) => name === 'body') ?? document)
}

const isMain = ({ name, attribs }: Element) => name === 'main' || attribs.role === 'main'
const isHidden = ({ attribs }: Element) =>
  'hidden' in attribs ||
  attribs['aria-hidden'] === 'true' ||
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribs.style ?? '')

/** What is known of the elements of a content. */
export interface Marks {
  /** Elements that hold a block, near or far. */
  holdsBlock: Set<ParentNode>
  /** Elements that hold a table. */
  holdsTable: Set<ParentNode>
}

/**
 * Makes a content ready to be written: without what a reader does not read there, with absolute addresses and one
 * first heading.
 */
export function prepare(content: Holder, base: string, budget: Budget): Marks {
  const isWhole = !isElement(content) || (!isMain(content) && content.name !== 'article')
  const isLeftOut = (node: ChildNode) =>
    isElement(node) &&
    (unread.has(node.name) || isHidden(node) || (isWhole && around.has(node.name)) || isEmptyImage(node))
  const strip = (holder: Holder) => {
    if (holder.children.some(isLeftOut)) holder.children = holder.children.filter((node) => !isLeftOut(node))
  }
  const marks: Marks = { holdsBlock: new Set(), holdsTable: new Set() }
  let hasTitle = false
  strip(content)
  for (const element of nodesIn(content)) {
    if (!isElement(element)) continue
    strip(element)
    element.attribs = neededAttributes(element)
    resolve(element, base, budget)
    if (element.name === 'h1') {
      if (hasTitle) element.name = 'h2'
      hasTitle = true
    }
    if (isBlock(element)) markAbove(element, marks.holdsBlock)
    if (element.name === 'table') markAbove(element, marks.holdsTable)
  }
  return marks
}

// An image without words is decoration.
const isEmptyImage = ({ name, attribs }: Element) => name === 'img' && !attribs.alt?.trim()

// The attributes that are written, or say how; the others would be copied for each run of text.
const needed = new Map([
  ['a', ['href', 'aria-label']],
  ['img', ['src', 'alt', 'title']],
  ['ol', ['start']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan']],
  ['pre', ['class']],
  ['code', ['class']]
])

const neededAttributes = ({ name, attribs }: Element) =>
  Object.fromEntries(
    (needed.get(name) ?? []).flatMap((key) => {
      const value = attribs[key]
      return value === undefined ? [] : [[key, value]]
    })
  )

function resolve({ name, attribs }: Element, base: string, budget: Budget): void {
  const attribute = name === 'a' ? 'href' : name === 'img' ? 'src' : undefined
  if (attribute === undefined) return
  const address = absolute(attribs[attribute]?.trim() ?? '', base) ?? ''
  budget.write(base.length + address.length)
  // A parenthesis would end the address in Markdown.
  attribs[attribute] = address.replaceAll('(', '%28').replaceAll(')', '%29')
}

function markAbove(element: Element, marked: Set<ParentNode>): void {
  for (let above = element.parent; above && !marked.has(above); above = above.parent) marked.add(above)
}
