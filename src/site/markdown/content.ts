import type { ChildNode, Element, ParentNode } from 'domhandler'
import { toAbsoluteUrl } from './head.ts'
import type { Budget } from './limits.ts'
import { type Container, find, isElement, nodesIn } from './tree.ts'

const splitNames = (text: string) => new Set(text.split(' '))
const skippedTags = splitNames(
  'script style title template noscript form dialog nav button input select textarea svg canvas iframe object embed video audio head'
)
const boilerplateTags = splitNames('header footer aside')
const blockTags = splitNames(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol p pre search section summary table tbody td tfoot th thead tr ul'
)

export const isBlock = ({ name }: Element) => blockTags.has(name)

/** Returns the element with the main content of a page: main, else its only article, else body, else the whole document. */
export function findContent(document: Container): Container {
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

/** Properties of the elements in the content. */
export interface Marks {
  /** Elements with a block among their descendants. */
  containsBlock: Set<ParentNode>
  /** Elements with a table among their descendants. */
  containsTable: Set<ParentNode>
}

/**
 * Prepares content for writing: removes boilerplate and hidden elements, makes URLs absolute, and leaves one first-level
 * heading.
 */
export function prepare(content: Container, base: string, budget: Budget): Marks {
  const isWhole = !isElement(content) || (!isMain(content) && content.name !== 'article')
  const isSkipped = (node: ChildNode) =>
    isElement(node) &&
    (skippedTags.has(node.name) ||
      isHidden(node) ||
      (isWhole && boilerplateTags.has(node.name)) ||
      isEmptyImage(node))
  const strip = (container: Container) => {
    if (container.children.some(isSkipped))
      container.children = container.children.filter((node) => !isSkipped(node))
  }
  const marks: Marks = { containsBlock: new Set(), containsTable: new Set() }
  let hasTitle = false
  strip(content)
  for (const element of nodesIn(content)) {
    if (!isElement(element)) continue
    strip(element)
    element.attribs = pickNeededAttributes(element)
    resolve(element, base, budget)
    if (element.name === 'h1') {
      if (hasTitle) element.name = 'h2'
      hasTitle = true
    }
    if (isBlock(element)) markAncestors(element, marks.containsBlock)
    if (element.name === 'table') markAncestors(element, marks.containsTable)
  }
  return marks
}

// An image without alternative text is decoration.
const isEmptyImage = ({ name, attribs }: Element) => name === 'img' && !attribs.alt?.trim()

// The attributes that affect the Markdown. Removes the others, because they would be copied for each run of text.
const neededByTag = new Map([
  ['a', ['href', 'aria-label']],
  ['img', ['src', 'alt', 'title']],
  ['ol', ['start']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan']],
  ['pre', ['class']],
  ['code', ['class']]
])

const pickNeededAttributes = ({ name, attribs }: Element) =>
  Object.fromEntries(
    (neededByTag.get(name) ?? []).flatMap((key) => {
      const value = attribs[key]
      return value === undefined ? [] : [[key, value]]
    })
  )

function resolve({ name, attribs }: Element, base: string, budget: Budget): void {
  const attribute = name === 'a' ? 'href' : name === 'img' ? 'src' : undefined
  if (attribute === undefined) return
  const url = toAbsoluteUrl(attribs[attribute]?.trim() ?? '', base) ?? ''
  budget.write(base.length + url.length)
  // A parenthesis would end the URL in Markdown.
  attribs[attribute] = url.replaceAll('(', '%28').replaceAll(')', '%29')
}

function markAncestors(element: Element, marked: Set<ParentNode>): void {
  for (let ancestor = element.parent; ancestor && !marked.has(ancestor); ancestor = ancestor.parent)
    marked.add(ancestor)
}
