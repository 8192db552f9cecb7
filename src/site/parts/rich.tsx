/** Fixed words in which what stands between backticks is code, isolated from the direction around it. */
export function Rich({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={part} dir="ltr">
        {part}
      </code>
    ) : (
      part
    )
  )
}
