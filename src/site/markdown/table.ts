import type { ChildNode, Element } from 'domhandler'
import type { Budget } from './limits.ts'
import { isElement } from './tree.ts'

// A cell may span at most this many columns (HTML standard, section 4.9.11).
const maxColumns = 1000
// The vertical bar and the spaces around the text of a cell.
const cellPadding = 3
// The overhead of a cell in addition to its text, in characters.
const cellOverhead = 30

/** Renders a table without nested tables as a GFM table. Repeats a cell that spans rows in each of them. */
export function renderTable(
  element: Element,
  write: (nodes: ChildNode[]) => string[],
  budget: Budget
): string[] {
  const caption = childrenNamed(element, 'caption').flatMap(({ children }) => write(children))
  const rows = listRows(element)
  const grid = buildGrid(rows, (cell) => joinCell(write(cell.children)), budget)
  const width = grid.reduce((max, { length }) => Math.max(max, length), 0)
  if (width === 0) return caption
  budget.write(grid.length * width * cellPadding)
  const isHeader = rows[0] && childrenNamed(rows[0], 'td').length === 0
  const line = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const lines = (isHeader ? grid : [[], ...grid]).map(line)
  lines.splice(1, 0, `|${' --- |'.repeat(width)}`)
  return [...caption, lines.join('\n')]
}

const childrenNamed = ({ children }: Element, ...names: string[]) =>
  children.filter(isElement).filter(({ name }) => names.includes(name))

/** Returns the rows in reading order: the head first, the foot last. */
const listRows = (element: Element): Element[] => [
  ...childrenNamed(element, 'thead').flatMap((part) => childrenNamed(part, 'tr')),
  ...childrenNamed(element, 'tbody', 'tr').flatMap((part) =>
    part.name === 'tr' ? [part] : childrenNamed(part, 'tr')
  ),
  ...childrenNamed(element, 'tfoot').flatMap((part) => childrenNamed(part, 'tr'))
]

function buildGrid(rows: Element[], read: (cell: Element) => string, budget: Budget): string[][] {
  // For each column: the text of a cell that spans rows, and the number of rows left.
  const spans: { text: string; rows: number }[] = []
  return rows.map((row) => {
    const line: string[] = []
    const add = (text: string) => {
      budget.write(text.length + cellOverhead)
      line.push(text)
    }
    const repeatSpannedCells = () => {
      for (let span = spans[line.length]; span && span.rows > 0; span = spans[line.length]) {
        span.rows -= 1
        add(span.text)
      }
    }
    for (const cell of childrenNamed(row, 'td', 'th')) {
      repeatSpannedCells()
      const text = read(cell)
      const width = Math.min(parseSpan(cell.attribs.colspan), maxColumns)
      const height = parseSpan(cell.attribs.rowspan) - 1
      for (let column = 0; column < width; column++) {
        spans[line.length] = { text: column === 0 ? text : '', rows: height }
        add(column === 0 ? text : '')
      }
    }
    repeatSpannedCells()
    return line
  })
}

const parseSpan = (text = '1') => (/^[1-9]\d*$/.test(text.trim()) ? Number(text) : 1)

const joinCell = (blocks: string[]) =>
  blocks
    .flatMap((block) => block.split('\n'))
    .map((line) => line.trim())
    .join(' ')
    .replace(/(?<!\\)\|/g, '\\|')
