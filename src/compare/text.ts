import { type Element, isTag } from 'domhandler'
import { type Container, isBlock, textOf } from '../base/html-tree.ts'
import { foldText, shiftedDigits, unifyMarks } from '../base/text.ts'

/** Marks the end of a part of a row, and the end of a row. Both are invisible, so `normalize` removes them. */
const partEnd = '\u2063'
export const rowEnd = '\u2064'

const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd mark nobr q s samp small span strong sub sup time tt u var wbr'.split(
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

const markOf = (element: Element) =>
  inline.has(element.name) && !isBlock(element) ? '' : cells.has(element.name) ? partEnd : rowEnd

export const readBlocks = (root: Container): string => textOf(root, isRead, markOf)

/** Removes the differences between surfaces that do not matter: spaces, invisible marks, forms of quotes and dashes. */
export const normalize = (text: string): string => foldText(text.normalize('NFKC')).replace(/ /g, '')

const unshifted = new RegExp(`[^${shiftedDigits}]+`, 'g')

/** Returns the text with a line for each row, and a tab between the parts of a row. Raised and lowered digits stay. */
export const toLines = (blocks: string): string =>
  unifyMarks(
    blocks
      .replace(unshifted, (part) => part.normalize('NFKC'))
      .replace(/\s+/g, ' ')
      .replaceAll(partEnd, '\t')
      .replaceAll(rowEnd, '\n')
  )
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, (run) => (run.includes('\n') ? '\n' : run.includes('\t') ? '\t' : ' '))

/** Returns the text without the marks of direction, which may be inside a number. */
export const removeDirections = (text: string): string =>
  text.replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ')
