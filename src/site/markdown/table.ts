import type { ChildNode, Element } from 'domhandler'
import { isElement } from '../tree.ts'
import type { Budget } from './limits.ts'

// The most columns that a cell may span (HTML standard, section 4.9.11).
const maxColumns = 1000
// The line and the spaces around the text of a cell.
const cellMarks = 3
// What a cell takes besides its text, as so many characters.
const cellWork = 30

/** A table that holds no other, as a GitHub table; a cell that spans rows is repeated in each of them. */
export function table(element: Element, write: (nodes: ChildNode[]) => string[], budget: Budget): string[] {
  const caption = parts(element, 'caption').flatMap(({ children }) => write(children))
  const rows = rowsOf(element)
  const grid = gridOf(rows, (cell) => cellText(write(cell.children)), budget)
  const width = grid.reduce((most, { length }) => Math.max(most, length), 0)
  if (width === 0) return caption
  budget.write(grid.length * width * cellMarks)
  const isHeader = rows[0] && parts(rows[0], 'td').length === 0
  const line = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const lines = (isHeader ? grid : [[], ...grid]).map(line)
  lines.splice(1, 0, `|${' --- |'.repeat(width)}`)
  return [...caption, lines.join('\n')]
}

const parts = ({ children }: Element, ...names: string[]) =>
  children.filter(isElement).filter(({ name }) => names.includes(name))

/** The rows in the order that they are read: those of the head first, those of the foot last. */
const rowsOf = (element: Element): Element[] => [
  ...parts(element, 'thead').flatMap((part) => parts(part, 'tr')),
  ...parts(element, 'tbody', 'tr').flatMap((part) => (part.name === 'tr' ? [part] : parts(part, 'tr'))),
  ...parts(element, 'tfoot').flatMap((part) => parts(part, 'tr'))
]

function gridOf(rows: Element[], read: (cell: Element) => string, budget: Budget): string[][] {
  // For each column the text that goes on and for how many rows more.
  const spans: { text: string; rows: number }[] = []
  return rows.map((row) => {
    const line: string[] = []
    const add = (text: string) => {
      budget.write(text.length + cellWork)
      line.push(text)
    }
    const goOn = () => {
      for (let span = spans[line.length]; span && span.rows > 0; span = spans[line.length]) {
        span.rows -= 1
        add(span.text)
      }
    }
    for (const cell of parts(row, 'td', 'th')) {
      goOn()
      const text = read(cell)
      const width = Math.min(number(cell.attribs.colspan), maxColumns)
      const height = number(cell.attribs.rowspan) - 1
      for (let column = 0; column < width; column++) {
        spans[line.length] = { text: column === 0 ? text : '', rows: height }
        add(column === 0 ? text : '')
      }
    }
    goOn()
    return line
  })
}

const number = (text = '1') => (/^[1-9]\d*$/.test(text.trim()) ? Number(text) : 1)

const cellText = (blocks: string[]) =>
  blocks
    .flatMap((block) => block.split('\n'))
    .map((line) => line.trim())
    .join(' ')
    .replace(/(?<!\\)\|/g, '\\|')
