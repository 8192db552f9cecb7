import type { ChildNode, Element } from 'domhandler'
import { isElement } from '../base/html-tree.ts'
import type { Budget } from './limits.ts'

// A cell may span at most this many columns (HTML standard, section 4.9.11).
const maxColumns = 1000
// The vertical bar and the spaces around the text of a cell.
const cellPadding = 3
// The overhead of a cell in addition to its text, in characters.
const cellOverhead = 30

/** Renders a table without nested tables as a GFM table. Repeats a cell that spans rows in each of them. */
export function renderTable(
  element: Element,
  { write, budget }: { write: (nodes: ChildNode[]) => string[]; budget: Budget }
): string[] {
  const caption = childrenNamed(element, 'caption').flatMap(({ children }) => write(children))
  const rows = listRows(element)
  const grid = buildGrid(rows, (cell) => joinCell(write(cell.children)), budget)
  // Only the columns in which a cell begins, because a cell may span more than the table has.
  const longest = grid.reduce((max, row) => Math.max(max, row.length), 0)
  const columns = Array.from({ length: longest }, (_, index) => index).filter((index) =>
    grid.some((row) => row[index]?.isStart)
  )
  const width = columns.length
  if (width === 0) return caption
  budget.write(grid.length * width * cellPadding)
  const [first] = rows
  const hasHead =
    first &&
    (childrenNamed(element, 'thead').some((part) => part === first.parent) ||
      childrenNamed(first, 'td').length === 0)
  const line = (cells: Cell[]) => `| ${columns.map((index) => cells[index]?.text ?? '').join(' | ')} |`
  const lines = (hasHead ? grid : [[], ...grid]).map(line)
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

interface Cell {
  text: string
  /** Whether a cell begins in this column. */
  isStart: boolean
}

function buildGrid(rows: Element[], read: (cell: Element) => string, budget: Budget): Cell[][] {
  // For each column: a cell that spans rows, and the number of rows left.
  let spans: (Cell & { rows: number })[] = []
  return rows.map((row, index) => {
    // A cell spans no other group of rows (HTML standard, section 4.9.12).
    if (row.parent !== rows[index - 1]?.parent) spans = []
    const line: Cell[] = []
    const add = ({ text, isStart }: Cell) => {
      budget.write(text.length + cellOverhead)
      line.push({ text, isStart })
    }
    const repeatSpannedCells = () => {
      for (let span = spans[line.length]; span && span.rows > 0; span = spans[line.length]) {
        span.rows -= 1
        add(span)
      }
    }
    for (const cell of childrenNamed(row, 'td', 'th')) {
      repeatSpannedCells()
      const text = read(cell)
      const width = Math.min(parseSpan(cell.attribs.colspan), maxColumns)
      const { rowspan } = cell.attribs
      const height = /^\s*\+?0+(?!\d)/.test(rowspan ?? '') ? Number.POSITIVE_INFINITY : parseSpan(rowspan) - 1
      for (let column = 0; column < width; column++) {
        const part = { text: column === 0 ? text : '', isStart: column === 0 }
        spans[line.length] = { ...part, rows: height }
        add(part)
      }
    }
    repeatSpannedCells()
    return line
  })
}

// As browsers do, without the text after the digits (HTML standard, section 2.3.4.2).
const parseSpan = (text = '') => Number(/^\s*\+?0*([1-9]\d*)/.exec(text)?.[1] ?? 1)

// A cell has no blocks. The text of a heading may begin like a mark.
const dropMarks = (line: string) =>
  line.replace(/^\s*((?:- |> ?|\d+[.)] )*)(?:#{1,6} |(?:---|\*\*\*)$)?/, (_, marks: string) =>
    marks.replace(/> ?/g, '').replace(/(?:- )+/g, '• ')
  )

const joinCell = (blocks: string[]) =>
  blocks
    .flatMap((block) => (block.startsWith('```') ? block.split('\n') : block.split('\n').map(dropMarks)))
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
    .replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|')
