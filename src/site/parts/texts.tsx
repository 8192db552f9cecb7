import type { ComponentChildren } from 'preact'
import { directionOfText, ownDirection, rangeDirection, splitByDirection } from '../../base/language.ts'
import type { Context } from '../../context/context.ts'
import type { Props } from '../view.ts'

const codes = /((?<![א-ת])[א-ת]+־)?`([^`]*)`/g
// Wider code would not fit a narrow screen in one line.
const maxUnbrokenCode = 24

/**
 * Words of the interface; text between backticks becomes code, isolated from the direction of the text around it. No line
 * breaks in short code, or between it and a prefix that ends in a maqaf, such as the prefix of ב־`Retry-After`. With a context,
 * the words may be the owner's, with numbers such as a telephone number.
 */
export function Rich({ context, text }: { context?: Context; text: string }) {
  const write = (part: string) => (context ? <Lines context={context} text={part} /> : part)
  const parts: ComponentChildren[] = []
  let end = 0
  for (const { 0: found, 1: prefix, 2: code, index } of text.matchAll(codes)) {
    const element = [prefix, <code dir="ltr">{code}</code>]
    const isUnbroken = found.length <= maxUnbrokenCode && /\W/.test(found.slice(1, -1))
    parts.push(write(text.slice(end, index)), isUnbroken ? <span class="unbroken">{element}</span> : element)
    end = index + found.length
  }
  return [...parts, write(text.slice(end))]
}

/** Returns a text that may continue on another line after each slash, as its URL would be hard to read otherwise. */
export function breakUrl(text: string): ComponentChildren {
  const parts = text.includes('://') ? text.matchAll(/[^/]*\/+|[^/]+$/g) : [[text]]
  return Array.from(parts, ([part], index) => [index > 0 && <wbr />, part])
}

// Of times, dates or prices; the parts of a phone number with a dash are longer.
const range = /^\S{1,5}–\S{1,5}$/

/** A text of the data with its line breaks. The breaks also stay in the HTML, so its text has a space there. */
const Lines = ({ context, text }: Props<{ text: string }>) =>
  splitByDirection(text, context.direction).map(({ part, isolates }) =>
    isolates === undefined ? (
      breakLines(part)
    ) : (
      <bdi
        dir={range.test(part) ? rangeDirection(context.language) : 'ltr'}
        class={isolates === 'number' ? 'unbroken' : undefined}
      >
        {part}
      </bdi>
    )
  )

const breakLines = (text: string) =>
  text.split('\n').map((line, index) => [index > 0 && [<br />, '\n'], line])

/** The paragraphs of a text of the data; nothing if the data has none. */
export const Paragraphs = ({
  context,
  text,
  class: name
}: Props<{ text: string | undefined; class?: string }>) =>
  text
    ?.trim()
    .split(/\n\s*\n/)
    .map((paragraph, index) => [
      index > 0 && '\n',
      <p class={name} dir={ownDirection(paragraph, context.direction)}>
        <Lines context={context} text={paragraph} />
      </p>
    ])

/** A text of the data, isolated from the text around it, with its own direction. */
export const Isolated = ({ context, text }: Props<{ text: string }>) => (
  <bdi {...context.dataLanguage} dir={directionOfText(text, context.direction) ?? 'ltr'}>
    <Lines context={context} text={text} />
  </bdi>
)

/** A text of the data in an element of its own, such as a heading; isolated if its direction is not the page's. */
export const DataText = (props: Props<{ text: string }>) =>
  ownDirection(props.text, props.context.direction) ? <Isolated {...props} /> : <Lines {...props} />

export const DataList = ({ context, items, class: name }: Props<{ items: string[]; class?: string }>) => (
  <List class={name} items={items.map((item) => <DataText context={context} text={item} />)} />
)

/** A list, in which strings are words of the interface; nothing without items. */
export const List = ({ items, class: name }: { items: ComponentChildren[]; class?: string | undefined }) =>
  items.length === 0 ? null : (
    <ul class={name}>
      {items.map((item) => (
        <li>{typeof item === 'string' ? <Rich text={item} /> : item}</li>
      ))}
    </ul>
  )

/** A label with its value; undefined if the data has none. */
export type Entry = [label: ComponentChildren, value: ComponentChildren]

interface DefinitionsProps {
  entries: Entry[]
  class: string
  /** Absent if no value is a text of the data. */
  context?: Context
}

/** Labels with their values, without a label whose value the data does not have; nothing without values. */
export function Definitions({ context, entries, class: name }: DefinitionsProps) {
  const stated = entries.filter(([, value]) => value !== undefined)
  return stated.length === 0 ? null : (
    <dl class={name}>
      {stated.map(([label, value]) => (
        <div>
          <dt>{label}</dt>
          <dd>
            {context && typeof value === 'string' ? <Isolated context={context} text={value} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A link to a URL of the data; only its text without a URL, or if a custom site has no such page. */
export function Link({ context, to, text }: Props<{ to: string | undefined; text: ComponentChildren }>) {
  const content = typeof text === 'string' ? <DataText context={context} text={text} /> : text
  if (to === undefined) return <>{content}</>
  return context.canLinkTo(to) ? <a href={context.toHref(to)}>{content}</a> : <span>{content}</span>
}
