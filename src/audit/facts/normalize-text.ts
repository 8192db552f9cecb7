import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler'

export type Root = Element | Document

/** Marks the end of a part of a row, and the end of a row. Both are invisible, so `normalize` removes them. */
const partEnd = '\u2063'
export const rowEnd = '\u2064'

const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i ins kbd mark q s samp small span strong sub sup time u var'.split(
    ' '
  )
)
const cells = new Set(['td', 'th', 'dt', 'dd', 'div'])
const skipped = new Set(['head', 'script', 'style', 'template', 'noscript', 'select'])

/** Returns whether an element is text for readers. The examples in blocks of code state no facts. */
export const isRead = ({ name, attribs, children }: Element) =>
  !skipped.has(name) &&
  !('hidden' in attribs) &&
  !(name === 'pre' && children.some((child) => isTag(child) && child.name === 'code'))

/** Returns the text that a reader sees without scripts, with marks between blocks. Iterative, because a tree may be deeper than the call stack. */
export function readBlocks(root: Root): string {
  let text = ''
  const rest: (ChildNode | string)[] = root.children.toReversed()
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node === 'string') text += node
    else if (isText(node)) text += node.data
    else if (isTag(node) && isRead(node)) {
      const end = inline.has(node.name) ? '' : cells.has(node.name) ? partEnd : rowEnd
      text += end
      rest.push(end, ...node.children.toReversed())
    }
  }
  return text
}

const spellings: [RegExp, string][] = [
  [/[\u2018\u2019\u201b\u02bc\u05f3`´]/g, "'"],
  [/[\u201c\u201d\u201e\u05f4]/g, '"'],
  [/[\u2010-\u2015\u2212\u05be]/g, '-']
]

/** Removes the differences between surfaces that do not matter: spaces, invisible marks, forms of quotes and dashes. */
export const normalize = (text: string): string =>
  spellings.reduce(
    (result, [pattern, character]) => result.replace(pattern, character),
    text.normalize('NFKC').replace(/[\p{Cf}\s]/gu, '')
  )

/** Returns the text with a line for each row, and a tab between the parts of a row. */
export const toLines = (blocks: string): string =>
  spellings
    .reduce(
      (text, [pattern, character]) => text.replace(pattern, character),
      blocks.normalize('NFKC').replace(/\s+/g, ' ').replaceAll(partEnd, '\t').replaceAll(rowEnd, '\n')
    )
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, (run) => (run.includes('\n') ? '\n' : run.includes('\t') ? '\t' : ' '))

/** Returns the text without the marks of direction, which may be inside a number. */
export const removeDirections = (text: string): string =>
  text.replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ')

const maxQuotation = 80

/** Returns the line around a position, to quote it; of a long line, the words near the position. A number stays whole. */
export function quoteLine(text: string, position: number): string {
  const before = text.slice(Math.max(0, position - 2 * maxQuotation), position).replace(/^.*\n/s, '')
  const [after = ''] = text.slice(position, position + 2 * maxQuotation).split('\n', 1)
  const line = before + after
  if (line.trim().length <= maxQuotation) return line.trim()
  const near = [...line.matchAll(/\S+(?:(?<=\d)\s(?=\d)\S+)*/g)].filter(
    ({ 0: word, index }) =>
      index + word.length > before.length - maxQuotation / 2 && index < before.length + maxQuotation / 2
  )
  return `…${near.map(([word]) => word).join(' ')}…`
}
