import type { ChildNode, Element } from 'domhandler'
import { isElement } from '../tree.ts'

// The most columns that a cell may span (HTML standard, section 4.9.11).
const mostColumns = 1000

/** A table that holds no other, as a GitHub table; a cell that spans rows stands in each of them. */
export function table(element: Element, write: (nodes: ChildNode[]) => string[]): string[] {
  const caption = parts(element, 'caption').flatMap(({ children }) => write(children))
  const rows = rowsOf(element)
  const grid = gridOf(rows, (cell) => cellText(write(cell.children)))
  const width = grid.reduce((most, { length }) => Math.max(most, length), 0)
  if (width === 0) return caption
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

function gridOf(rows: Element[], read: (cell: Element) => string): string[][] {
  // For each column the text that goes on and for how many rows more.
  const spans: { text: string; rows: number }[] = []
  return rows.map((row) => {
    const line: string[] = []
    const goOn = () => {
      for (let span = spans[line.length]; span && span.rows > 0; span = spans[line.length]) {
        span.rows -= 1
        line.push(span.text)
      }
    }
    for (const cell of parts(row, 'td', 'th')) {
      goOn()
      const text = read(cell)
      const width = Math.min(number(cell.attribs.colspan), mostColumns)
      const height = number(cell.attribs.rowspan) - 1
      for (let column = 0; column < width; column++) {
        spans[line.length] = { text: column === 0 ? text : '', rows: height }
        line.push(column === 0 ? text : '')
      }
    }
    goOn()
    return line
  })
}

const number = (text = '1') => (/^[1-9]\d*$/.test(text.trim()) ? Number(text) : 1)

const cellText = (blocks: string[]) =>
  blocks
    .join(' ')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')
