import type { ComponentChildren } from 'preact'
import { directionOfText, ownDirection, rangeDirection, splitNumbers } from '../../base/language.ts'
import { type FaqItem, questionUrl } from '../../business/schemas/faq.ts'
import type { Image } from '../../business/schemas/values.ts'
import type { Context } from '../../context/context.ts'
import type { Props } from '../view.ts'

const codes = /((?<![א-ת])[א-ת]+־)?`([^`]*)`/g
// Wider code would not fit a narrow screen in one line.
const maxUnbrokenCode = 24

/**
 * Words of the interface; text between backticks becomes code, isolated from the direction of the text around it. No line
 * breaks in short code, or between it and a prefix that ends in a maqaf, such as the prefix of ב־`Retry-After`.
 */
export function Rich({ text }: { text: string }) {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const { 0: found, 1: prefix, 2: code, index } of text.matchAll(codes)) {
    const element = [prefix, <code dir="ltr">{code}</code>]
    const isUnbroken = found.length <= maxUnbrokenCode && /\W/.test(found.slice(1, -1))
    parts.push(text.slice(end, index), isUnbroken ? <span class="unbroken">{element}</span> : element)
    end = index + found.length
  }
  return [...parts, text.slice(end)]
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
  splitNumbers(text, context.direction).map(({ part, isNumber }) =>
    isNumber ? (
      <bdi dir={range.test(part) ? rangeDirection(context.language) : 'ltr'} class="unbroken">
        {part}
      </bdi>
    ) : (
      breakLines(part)
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
export type Fact = [label: ComponentChildren, value: ComponentChildren]

interface DefinitionsProps {
  entries: Fact[]
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

interface TableProps {
  columns: string[]
  /** The first cell of each row is its header. */
  rows: { cells: ComponentChildren[]; id?: string; 'data-day'?: string }[]
  'aria-labelledby'?: string
}

export const Table = ({ columns, rows, ...attributes }: TableProps) => (
  <table {...attributes}>
    <thead>
      <tr>
        {columns.map((name) => (
          <th scope="col">{name}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ cells: [header, ...cells], ...row }) => (
        <tr {...row}>
          <th scope="row">{header}</th>
          {cells.map((cell) => (
            <td>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** A link to more of the same; the style sheet mirrors its arrow in text from right to left. */
export const MoreLink = ({ href, text }: { href: string; text: string }) => (
  <a class="quiet-link" href={href}>
    {text}{' '}
    <svg class="arrow" viewBox="0 0 20 12" aria-hidden="true">
      <path d="M1 6h17M13 1l5 5-5 5" />
    </svg>
  </a>
)

interface PageHeadProps {
  title: ComponentChildren
  lead?: string | false | undefined
  children?: ComponentChildren
}

export const PageHead = ({ title, lead, children }: PageHeadProps) => (
  <div class="page-head">
    <h1>{title}</h1>
    {lead && <p class="lead">{lead}</p>}
    {children}
  </div>
)

interface SectionProps {
  heading: ComponentChildren
  /** A link next to the heading; false if this section has none, and others of its kind have one. */
  beside?: ComponentChildren
  id?: string
  class?: string
  children: ComponentChildren
}

export function Section({ heading, beside, id, class: name, children }: SectionProps) {
  const title = <h2 id={id}>{heading}</h2>
  return (
    <section class={name}>
      {beside === undefined ? (
        title
      ) : (
        <div class="section-head">
          {title}
          {beside}
        </div>
      )}
      {children}
    </section>
  )
}

interface FoldedProps {
  label: string
  /** The rest of the accessible name, because the same label may be on a page several times. */
  subject: string
  children: ComponentChildren
}

/** Content that is folded on narrow screens, as it would make the page very long. */
export const Folded = ({ label, subject, children }: FoldedProps) => (
  <details class="folded">
    <summary aria-label={`${label}: ${subject}`}>{label}</summary>
    {children}
  </details>
)

/** A link to a URL of the data; only its text without a URL, or if a custom site has no such page. */
export function Link({ context, to, text }: Props<{ to: string | undefined; text: ComponentChildren }>) {
  const content = typeof text === 'string' ? <DataText context={context} text={text} /> : text
  if (to === undefined) return <>{content}</>
  return context.canLinkTo(to) ? <a href={context.toHref(to)}>{content}</a> : <span>{content}</span>
}

/** A question that expands to its answer, without a script, with a link to its URL; `id` makes it the target of the link. */
export function Question({ context, item, id }: Props<{ item: FaqItem; id?: string }>) {
  const { words, business, toHref } = context
  return (
    <details class="question" id={id}>
      <summary>
        <DataText context={context} text={item.question} />
      </summary>
      <Paragraphs context={context} text={item.answer} />
      <p class="permalink">
        <a
          href={toHref(questionUrl(business.faq, item))}
          aria-label={`${words.faq.link + context.colon} ${item.question}`}
        >
          <span class="visually-hidden">{words.faq.link}</span>
        </a>
      </p>
    </details>
  )
}

/** Some of the questions; nothing without any. */
export const Questions = ({
  context,
  heading,
  items,
  beside
}: Props<{ heading: string; items: FaqItem[]; beside?: ComponentChildren }>) =>
  items.length === 0 ? null : (
    <Section class="questions" heading={heading} beside={beside}>
      <div>
        {items.map((item) => (
          <Question context={context} item={item} />
        ))}
      </div>
    </Section>
  )

export function LicenceSentence({ context }: Props) {
  const { business, words, toHref } = context
  const licence = business.site?.licence
  return licence === undefined ? null : (
    <>
      {words.layout.licence}{' '}
      <a href={toHref(licence.url)} rel="license">
        <Isolated context={context} text={licence.name} />
      </a>
      .
    </>
  )
}

type PictureProps = Props<{
  image: Image
  class?: string
  /** Whether the image is visible without scrolling, so the browser loads it at once, and before others. */
  isFirst?: boolean
}>

/** An image with its description. Its size is known before it loads, so it never moves the text. */
export function Picture({ context, image, class: name, isFirst = false }: PictureProps) {
  const { src, alt, width, height } = image
  const isLogo = src === context.business.profile.logo?.src
  return (
    <img
      class={name}
      src={context.toHref(src)}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? undefined : 'lazy'}
      fetchpriority={isFirst && !isLogo ? 'high' : undefined}
    />
  )
}

type LogoProps = Props<{
  isFirst?: boolean
  /** Whether the name is not next to the logo, so the logo needs its description. */
  isDescribed?: boolean
}>

export function Logo({ context, isFirst = false, isDescribed = false }: LogoProps) {
  const { logo } = context.business.profile
  if (logo === undefined) return null
  const image = isDescribed ? logo : { ...logo, alt: '' }
  // A logo is drawn for light pages, so it keeps a light background on dark ones unless it has other colours for them.
  const names = ['logo', !context.logo?.isAdaptive && 'on-light', context.logo?.hasOneColour && 'one-colour']
  return <Picture class={names.filter(Boolean).join(' ')} context={context} image={image} isFirst={isFirst} />
}
