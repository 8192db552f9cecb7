import { type Document, isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from 'yaml'
import type { Finding } from '../../business/problem.ts'
import { squeeze } from '../../business/text.ts'

/** The front matter of a Markdown file of SITE_DIR. */
export interface FrontMatter {
  title: string
  /** Empty if the file has none. */
  description: string
  isInMenu: boolean
}

/** Front matter as it is in the file, and the text after it. */
interface Parts {
  yaml: string
  /** Whether a line `---` ends it. */
  isClosed: boolean
  text: string
}

// Parsing crafted YAML of this length takes less than 100 ms.
const maxYaml = 2000

// Metadata begins with a key. A rule (`---`) at the start of a text is not front matter.
const start = /^\ufeff?---[ \t]*\r?\n(?=(?:[ \t]*(?:#.*)?\r?\n)*["']?[\w-]+["']?[ \t]*:)/
const end = /^---[ \t]*\r?$/m

/** Separates the front matter of a Markdown file. Returns undefined if the file begins with none. */
export function splitFrontMatter(markdown: string): Parts | undefined {
  const [opening] = start.exec(markdown) ?? []
  if (opening === undefined) return undefined
  const rest = markdown.slice(opening.length)
  const closing = end.exec(rest)
  if (closing === null) return { yaml: rest, isClosed: false, text: '' }
  const text = rest.slice(closing.index + closing[0].length)
  return { yaml: rest.slice(0, closing.index), isClosed: true, text }
}

/**
 * Reads the front matter of a Markdown file (YAML, as in Jekyll and Hugo), and ignores keys that it does not know. Returns
 * undefined if the file has no front matter, or none with a title.
 */
export function readFrontMatter(markdown: string): FrontMatter | Finding | undefined {
  const parts = splitFrontMatter(markdown)
  if (parts === undefined) return undefined
  if (!parts.isClosed)
    return finding(1, 1, 'the front matter has no end', 'Write a line --- after its last field.')
  if (parts.yaml.length > maxYaml)
    return finding(1, 1, `the front matter must have at most ${maxYaml} characters`)
  const lines = new LineCounter()
  // In this schema every scalar is a string, so a title may be a number or a date.
  const document = parseDocument(parts.yaml, { schema: 'failsafe', prettyErrors: false, lineCounter: lines })
  const [error] = document.errors
  if (error) {
    const { line, col } = lines.linePos(error.pos[0])
    return finding(line + 1, col, `the front matter is not valid YAML (${error.message})`, quoteHint)
  }
  if (!document.has('title')) return undefined
  const values = ['title', 'description', 'menu'].map((key) => document.get(key) ?? '')
  const [title, description, menu] = values.map((value) =>
    typeof value === 'string' ? squeeze(value) : undefined
  )
  const findingAt = (key: string, message: string) => {
    const { line, col } = lines.linePos(findField(document, key))
    return finding(line + 1, col, message)
  }
  if (!title) return findingAt('title', 'title must be a text')
  if (description === undefined) return findingAt('description', 'description must be a text')
  if (menu === undefined || !['', 'true', 'false'].includes(menu))
    return { ...findingAt('menu', 'menu must be true or false'), ...(menu !== undefined && { found: menu }) }
  return { title: title.slice(0, maxTitle), description, isInMenu: menu === 'true' }
}

/** Returns where a field of the document begins, in characters. */
function findField({ contents }: Document.Parsed, name: string): number {
  /* c8 ignore next: a document with a title is a map */
  const pairs = isMap<ParsedNode>(contents) ? contents.items : []
  const [start = 0] = pairs.flatMap(({ key }) => (isScalar(key) && key.value === name ? key.range[0] : []))
  return start
}

const maxTitle = 200
const quoteHint = 'Write quotation marks around a text that has a colon.'

const finding = (line: number, column: number, message: string, hint?: string): Finding => ({
  pointer: '',
  line,
  column,
  message,
  ...(hint && { hint })
})
