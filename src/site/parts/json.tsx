import type { ComponentChildren } from 'preact'
import { isObject } from '../../business/read-json.ts'

// A sample shows the shape of a response; a catalogue may have thousands of items.
const maxItems = 2
const maxFields = 40
const maxLength = 160

/** A value as highlighted JSON, without the rest of long lists and texts. Each text has its own direction. */
export const Json = ({ value }: { value: unknown }) => write(value, '\n')

function write(value: unknown, newLine: string): ComponentChildren {
  const inner = `${newLine}  `
  if (typeof value === 'string') return <Text text={value} />
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((item) => write(item, inner))
    return bracket('[]', items, value.length - items.length, newLine)
  }
  if (isObject(value)) {
    const fields = Object.entries(value).filter(([, part]) => part !== undefined)
    const items = fields.slice(0, maxFields).map(([name, part]) => (
      <>
        <span class="code-key">"{name}"</span>: {write(part, inner)}
      </>
    ))
    return bracket('{}', items, fields.length - items.length, newLine)
  }
  return <span class="code-word">{String(value)}</span>
}

/** Writes items between brackets, one per line, and the number of those that are left out. */
function bracket(pair: string, items: ComponentChildren[], omitted: number, newLine: string) {
  const inner = `${newLine}  `
  return items.length === 0 ? (
    pair
  ) : (
    <>
      {pair[0]}
      {items.map((item, index) => [inner, item, index < items.length - 1 && ','])}
      {omitted > 0 && [',', inner, <span class="code-omitted">… {omitted} more</span>]}
      {newLine}
      {pair[1]}
    </>
  )
}

function Text({ text }: { text: string }) {
  const shown = text.length > maxLength ? `${text.slice(0, maxLength).replace(/\s+\S*$/, '')} …` : text
  return (
    <>
      "<bdi class="code-string">{JSON.stringify(shown).slice(1, -1)}</bdi>"
    </>
  )
}
