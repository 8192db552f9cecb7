import type { ComponentChildren } from 'preact'
import { type FaqItem, questionUrl } from '../../business/schemas/faq.ts'
import type { Image } from '../../business/schemas/values.ts'
import type { Props } from '../view.ts'
import { DataText, Isolated, Paragraphs } from './texts.tsx'

interface TableProps {
  columns: string[]
  /** The first cell of each row is its header. */
  rows: { cells: ComponentChildren[]; 'data-day'?: string }[]
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
