import type { ComponentChildren, VNode } from 'preact'
import { isObject } from '../../base/json-value.ts'
import { cutAfterWord } from '../../base/text.ts'

interface Props {
  label: string
  /** A name such as `sh` or `json`. */
  language: string
  text: string
}

export const Code = ({ label, language, text }: Props) => (
  <CodeFrame label={label} language={language} parts={highlight(text)} />
)

const CodeFrame = ({ label, language, parts }: Omit<Props, 'text'> & { parts: CodePart[] }) => (
  <figure class="code" dir="ltr">
    <figcaption>{label}</figcaption>
    <pre>
      <code class={`language-${language}`}>
        <CodeLines parts={parts} />
      </code>
    </pre>
  </figure>
)

// The words of our samples in sh, JavaScript and Python.
const tokens =
  /("[^"\n]*"(?=:))|("[^"\n]*"|'[^'\n]*'|https?:\S+)|\b(as|await|claude|const|curl|from|import|with)\b/g
const kinds = ['key', 'string', 'word']

// The style sheet has a rule for each depth.
const maxDepth = 8

function highlight(text: string): CodePart[] {
  const parts: CodePart[] = []
  let end = 0
  for (const match of text.matchAll(tokens)) {
    const [token, ...groups] = match
    const kind = kinds[groups.findIndex(Boolean)]
    parts.push(text.slice(end, match.index), <span class={`code-${kind}`}>{breakUrl(token)}</span>)
    end = match.index + token.length
  }
  return [...parts, text.slice(end)]
}

/** Returns a text that may continue on another line after each slash, as its URL would be hard to read otherwise. */
export function breakUrl(text: string): ComponentChildren {
  const parts = text.includes('://') ? text.matchAll(/[^/]*\/+|[^/]+$/g) : [[text]]
  return Array.from(parts, ([part], index) => [index > 0 && <wbr />, part])
}

/** A text, which may have several lines, or an element inside a line. */
type CodePart = string | VNode

/** Code as lines. If the screen is too narrow for a line, its rest is indented further than its beginning. */
function CodeLines({ parts }: { parts: CodePart[] }) {
  const lines: CodePart[][] = [[]]
  for (const part of parts) {
    const [rest, ...begun] = typeof part === 'string' ? part.split('\n') : [part]
    if (rest) lines.at(-1)?.push(rest)
    for (const text of begun) lines.push([text])
  }
  return lines.map((line, index) => (
    <span key={index} data-depth={countDepth(line[0]) || undefined}>
      {line}
      {index < lines.length - 1 && '\n'}
    </span>
  ))
}

function countDepth(start: CodePart | undefined): number {
  const spaces = typeof start === 'string' ? start.length - start.trimStart().length : 0
  return Math.min(spaces / 2, maxDepth)
}

// A sample shows the shape of a response; a catalogue may have thousands of items.
const maxItems = 1
const maxFields = 5
const maxTextLength = 100

/** A value as highlighted JSON, without the rest of long lists and texts. Each text has its own direction. */
export const JsonSample = ({ label, value }: { label: string; value: unknown }) => (
  <CodeFrame label={label} language="json" parts={write(value, '\n')} />
)

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
  const shown = text.length > maxTextLength ? `${cutAfterWord(text, maxTextLength)} …` : text
  return ['"', <bdi>{breakUrl(JSON.stringify(shown).slice(1, -1))}</bdi>, '"']
}
