import type { ComponentChildren } from 'preact'

interface Props {
  label: string
  /** A name such as `sh` or `json`. */
  language: string
  text: string
}

export const Code = ({ label, language, text }: Props) => (
  <figure class="code" dir="ltr">
    <figcaption>{label}</figcaption>
    <pre>
      <code class={`language-${language}`}>{breakUrl(text)}</code>
    </pre>
  </figure>
)

/** Returns a text that may continue on another line after each slash, as its URL would be hard to read otherwise. */
export function breakUrl(text: string): ComponentChildren {
  const parts = text.includes('://') ? text.matchAll(/[^/]*\/+|[^/]+$/g) : [[text]]
  return Array.from(parts, ([part], index) => [index > 0 && <wbr />, part])
}
