import type { ComponentChildren } from 'preact'

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
      {highlight(text)}
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

function highlight(text: string): ComponentChildren {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(tokens)) {
    const [token, ...groups] = match
    const kind = kinds[groups.findIndex(Boolean)]
    parts.push(text.slice(end, match.index), <span class={`code-${kind}`}>{token}</span>)
    end = match.index + token.length
  }
  return [...parts, text.slice(end)]
}
