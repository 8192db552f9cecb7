import type { ChildNode, Element } from 'domhandler'
import { find, isCell, isElement, splitNames } from '../html/tree.ts'
import type { Budget } from './budget.ts'

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
  const { rows, captions, others } = readTable(element)
  const caption = [others, ...captions.map(({ children }) => children)].flatMap(write)
  const grid = buildGrid(rows, (cell) => joinCell(write(cell.children)), budget)
  // Only the columns in which a cell begins, because a cell may span more than the table has.
  const starts = grid.flatMap((row) => row.flatMap(({ isStart }, index) => (isStart ? index : [])))
  const columns = [...new Set(starts)].sort((a, b) => a - b)
  const width = columns.length
  if (grid.every((row) => row.every(({ text }) => text === ''))) return caption
  budget.write(grid.length * width * cellPadding)
  const [first] = rows
  const hasHead = first && (first.part.name === 'thead' || first.cells.every(({ name }) => name === 'th'))
  const line = (cells: Cell[]) => `| ${columns.map((index) => cells[index]?.text ?? '').join(' | ')} |`
  const lines = (hasHead ? grid : [[], ...grid]).map(line)
  lines.splice(1, 0, `|${' --- |'.repeat(width)}`)
  return [...caption, lines.join('\n')]
}

interface Row {
  cells: Element[]
  /** The table, or the part of it with this row. */
  part: Element
}

// How deep a row may be in other elements.
const maxDepth = 20

const groupTags = splitNames('thead tbody tfoot')
const isTablePart = ({ name }: Element) => /^(?:caption|t[dhr])$/.test(name)

/**
 * Reads what browsers show of a table: the rows in reading order, head first and foot last, also those in a form or without
 * a `tr`; and the nodes between them, which are before the table (HTML standard, section 13.2.6.1, foster parent).
 */
function readTable(table: Element) {
  const rows: Row[] = []
  const captions: Element[] = []
  const others: ChildNode[] = []
  const addRow = (part: Element): Row => {
    const row = { cells: [], part }
    rows.push(row)
    return row
  }
  const readParts = (parent: Element, part: Element, around?: Row, depth = 0) => {
    let row = around
    for (const child of parent.children) {
      if (!isElement(child)) others.push(child)
      else if (isCell(child)) {
        row ??= addRow(part)
        row.cells.push(child)
      } else {
        row = around
        readPart(child, part, around, depth + 1)
      }
    }
  }
  const readPart = (child: Element, part: Element, row: Row | undefined, depth: number) => {
    if (depth > maxDepth) others.push(child)
    else if (child.name === 'caption') captions.push(child)
    else if (child.name === 'tr') readParts(child, part, addRow(part), depth)
    else if (groupTags.has(child.name)) readParts(child, child, undefined, depth)
    else if (find(child, isTablePart)) readParts(child, part, row, depth)
    else others.push(child)
  }
  readParts(table, table)
  const rank = ({ part: { name } }: Row) => (name === 'tfoot' ? 2 : name === 'thead' ? 0 : 1)
  return { rows: rows.toSorted((a, b) => rank(a) - rank(b)), captions, others }
}

interface Cell {
  text: string
  /** Whether a cell begins in this column. */
  isStart: boolean
}

function buildGrid(rows: Row[], read: (cell: Element) => string, budget: Budget): Cell[][] {
  // For each column: a cell that spans rows, and the number of rows left.
  let spans: (Cell & { rows: number })[] = []
  return rows.map(({ cells, part }, index) => {
    // A cell spans no other group of rows (HTML standard, section 4.9.12).
    if (part !== rows[index - 1]?.part) spans = []
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
    for (const cell of cells) {
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
