import { isObject } from '../../business/json-value.ts'
import { cutAfterWord } from '../../business/text.ts'
import { breakUrl, CodeLines, type CodePart } from './code.tsx'

// A sample shows the shape of a response; a catalogue may have thousands of items.
const maxItems = 1
const maxFields = 8
const maxLength = 100

/** A value as highlighted JSON, without the rest of long lists and texts. Each text has its own direction. */
export const Json = ({ value }: { value: unknown }) => <CodeLines parts={write(value, '\n')} />

function write(value: unknown, newLine: string): CodePart[] {
  const inner = `${newLine}  `
  if (typeof value === 'string') return writeText(value)
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((item) => write(item, inner))
    return bracket(['[', ']'], items, value.length - items.length, newLine)
  }
  if (isObject(value)) {
    const fields = Object.entries(value).filter(([, part]) => part !== undefined)
    const items = fields
      .slice(0, maxFields)
      .map(([name, part]): CodePart[] => [`"${name}": `, ...write(part, inner)])
    return bracket(['{', '}'], items, fields.length - items.length, newLine)
  }
  return [<span class="code-word">{String(value)}</span>]
}

/** Writes items between brackets, one per line, and the number of those that are left out. */
function bracket(
  [open, close]: [string, string],
  items: CodePart[][],
  omitted: number,
  newLine: string
): CodePart[] {
  const inner = `${newLine}  `
  const rest = omitted > 0 ? [[<span class="code-omitted">… {omitted} more</span>]] : []
  const lines = [...items, ...rest].flatMap((item, index) => [index > 0 ? `,${inner}` : inner, ...item])
  return lines.length === 0 ? [open + close] : [open, ...lines, newLine + close]
}

function writeText(text: string): CodePart[] {
  const shown = text.length > maxLength ? `${cutAfterWord(text, maxLength)} …` : text
  return ['"', <bdi>{breakUrl(JSON.stringify(shown).slice(1, -1))}</bdi>, '"']
}
