import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { isRead, normalize, type Root, readBlocks } from './normalize-text.ts'

/** The amounts next to a name, and the text that has them; empty if it is long. */
export interface Entry {
  amounts: Set<number>
  text: string
}

/** Elements with more than one entry, or with the whole page. */
const groups = new Set(['html', 'body', 'main', 'nav', 'ul', 'ol', 'dl', 'table', 'tbody'])
const maxNameLength = 400
const maxEntryLength = 5000

/**
 * Finds the elements whose whole text is one of the names, such as headings and links, and returns the amounts that belong
 * to each: those of the smallest element around it that has amounts and no other name, else those of the section below
 * the heading. A name in a sentence has none.
 */
export function findEntries(
  root: Root,
  names: Set<string>,
  categories: Set<string>,
  readAmounts: (text: string) => number[]
): Map<string, Entry[]> {
  const named = findNamed(root, names)
  const namesByElement = new Map<Element, Set<string>>()
  for (const [element, name] of named) {
    for (let parent: Element['parent'] = element; parent && isTag(parent); parent = parent.parent) {
      namesByElement.set(parent, (namesByElement.get(parent) ?? new Set()).add(name))
    }
  }
  // The page of a service may show the name of its category too.
  const hasOther = (element: Element, name: string) =>
    [...(namesByElement.get(element) ?? [])].some(
      (other) => other !== name && (categories.has(name) || !categories.has(other))
    )
  const entries = new Map<string, Entry[]>()
  for (const [element, name] of named) {
    const text = readEntry(element, (other) => hasOther(other, name), readAmounts)
    const entry = { amounts: new Set(readAmounts(text)), text: text.length > maxEntryLength ? '' : text }
    if (entry.amounts.size > 0) entries.set(name, [...(entries.get(name) ?? []), entry])
  }
  return entries
}

function findNamed(root: Root, names: Set<string>): Map<Element, string> {
  const named = new Map<Element, string>()
  const rest = root.children.toReversed()
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (isTag(node) && isRead(node)) rest.push(...node.children.toReversed())
    const element = isText(node) && node.data.trim() !== '' ? findWhole(node, names) : undefined
    if (element !== undefined) named.set(element, normalize(readBlocks(element)))
  }
  return named
}

/** Returns the smallest element around a text whose whole text is one of the names. */
function findWhole(text: ChildNode, names: Set<string>): Element | undefined {
  for (let parent = text.parent; parent && isTag(parent); parent = parent.parent) {
    if (groups.has(parent.name) || parent.children.length > maxNameLength) return undefined
    const blocks = readBlocks(parent)
    if (names.has(normalize(blocks))) return parent
    if (blocks.length > maxNameLength) return undefined
  }
  return undefined
}

/** Returns the text of the entry of a name; an empty text if it has no amounts. */
function readEntry(
  element: Element,
  hasOther: (element: Element) => boolean,
  readAmounts: (text: string) => number[]
): string {
  let heading: Element | undefined
  for (let scope: Element['parent'] = element; scope && isTag(scope); scope = scope.parent) {
    if (groups.has(scope.name) || hasOther(scope)) break
    const text = readBlocks(scope)
    if (readAmounts(text).length > 0) return text
    if (/^h[1-6]$/.test(scope.name)) heading = scope
  }
  return heading === undefined ? '' : readSection(heading, hasOther)
}

/** Returns the text between a heading and the next one of its level, or the next name. */
function readSection(heading: Element, hasOther: (element: Element) => boolean): string {
  let text = ''
  for (let sibling = heading.next; sibling; sibling = sibling.next) {
    if (!isTag(sibling)) continue
    if ((/^h[1-6]$/.test(sibling.name) && sibling.name <= heading.name) || hasOther(sibling)) break
    text += readBlocks(sibling)
  }
  return text
}
