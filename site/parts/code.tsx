/** Code or an address as a block of its own, left to right on any page. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <figure class="code" dir="ltr">
      <figcaption>{label}</figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
