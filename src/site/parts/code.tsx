import type { ComponentChildren, VNode } from 'preact'

interface Props {
  label: string
  /** A name such as `sh` or `json`. */
  language: string
  text: string
}

/** A labelled block of highlighted code, left to right on every page. */
export function Code({ label, language, text }: Props) {
  return (
    <CodeFrame label={label} language={language}>
      <CodeLines parts={highlight(text)} />
    </CodeFrame>
  )
}

/** A labelled frame of code that is highlighted already. */
export function CodeFrame({
  label,
  language,
  children
}: Omit<Props, 'text'> & { children: ComponentChildren }) {
  return (
    <figure class="code" dir="ltr">
      <figcaption>{label}</figcaption>
      <pre>
        <code class={`language-${language}`}>{children}</code>
      </pre>
    </figure>
  )
}

// The words are those of our samples in sh, JavaScript and Python.
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
export type CodePart = string | VNode

/** Code as lines. If the screen is too narrow for a line, its rest is indented further than its beginning. */
export function CodeLines({ parts }: { parts: CodePart[] }) {
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

/** Returns the depth of a line by the spaces that it begins with. */
function countDepth(start: CodePart | undefined): number {
  const spaces = typeof start === 'string' ? start.length - start.trimStart().length : 0
  return Math.min(spaces / 2, maxDepth)
}
