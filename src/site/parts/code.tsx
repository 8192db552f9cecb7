interface Props {
  label: string
  /** The name by which tools know the language, such as `sh` or `json`. */
  language: string
  text: string
}

/** Code or an address as a block of its own, left to right on any page. */
export function Code({ label, language, text }: Props) {
  return (
    <figure class="code" dir="ltr">
      <figcaption>{label}</figcaption>
      <pre>
        <code class={`language-${language}`}>{text}</code>
      </pre>
    </figure>
  )
}
