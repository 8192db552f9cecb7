import { type ComponentChildren, Fragment } from 'preact'
import { type FaqItem, questionUrl } from '../../business/schemas/faq.ts'
import type { Section } from '../../business/words.ts'
import type { PageContext } from '../page-context.ts'

const codes = /([א-ת]+־)?`([^`]*)`/g
// Wider code would not fit a narrow screen in one line.
const maxUnbrokenCode = 24

/**
 * Words of the interface; text between backticks becomes code, isolated from the direction of the text around it. No line
 * breaks in short code, or between it and a prefix that ends in a maqaf, such as that of ב־`Retry-After`.
 */
export function Rich({ text }: { text: string }) {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const { 0: found, 1: prefix, 2: code, index } of text.matchAll(codes)) {
    const element = <code dir="ltr">{code}</code>
    const isUnbroken = found.length <= maxUnbrokenCode && /\W/.test(found.slice(1, -1))
    parts.push(text.slice(end, index))
    parts.push(
      isUnbroken ? (
        <span class="unbroken">
          {prefix}
          {element}
        </span>
      ) : (
        [prefix, element]
      )
    )
    end = index + found.length
  }
  return [...parts, text.slice(end)]
}

/** A text of the data with its line breaks. The breaks also stay in the HTML, so its text has a space there. */
export const Lines = ({ text }: { text: string }) =>
  text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          <br />
          {'\n'}
        </>
      )}
      {line}
    </Fragment>
  ))

/** A text of the data, divided into paragraphs by its blank lines. */
export const Paragraphs = ({ text, class: name }: { text: string; class?: string }) =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph, index) => (
      <Fragment key={index}>
        {index > 0 && '\n'}
        <p class={name}>
          <Lines text={paragraph} />
        </p>
      </Fragment>
    ))

/** A list of points. */
export function Points({ items }: { items: string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <Rich text={item} />
        </li>
      ))}
    </ul>
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

/** A heading with a list of points. */
export function Prose({ heading, items }: { heading: string; items: string[] }) {
  return (
    <section>
      <h2>{heading}</h2>
      <Points items={items} />
    </section>
  )
}

/** The sections that a business adds to a page. */
export function AddedSections({ sections = [] }: { sections: Section[] | undefined }) {
  return sections.map((section) => <Prose key={section.heading} {...section} />)
}

/** A frame in which wide content scrolls; it is focusable, so a keyboard can scroll it too. */
export function Scroller({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scroller" tabindex={0} aria-label={label}>
      {children}
    </section>
  )
}

interface StackingTableProps {
  /** The id of the heading that names the table. */
  labelledBy: string
  columns: string[]
  /** Each row has a name of the API, such as a code, and its cells. */
  rows: [name: string, ...cells: ComponentChildren[]][]
}

// WebKit may not treat stacked cells as those of a table. The linter knows no style sheet, so it calls the roles redundant.
const roleOf = (role: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'rowheader' | 'cell') => ({ role })

/** A table whose rows stack on a phone, each cell after the name of its column. */
export function StackingTable({ labelledBy, columns, rows }: StackingTableProps) {
  return (
    <table class="stacking" {...roleOf('table')} aria-labelledby={labelledBy}>
      <thead {...roleOf('rowgroup')}>
        <tr {...roleOf('row')}>
          {columns.map((column) => (
            <th key={column} scope="col" {...roleOf('columnheader')}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roleOf('rowgroup')}>
        {rows.map(([name, ...cells]) => (
          <tr key={name} {...roleOf('row')}>
            <th scope="row" {...roleOf('rowheader')}>
              <code>{name}</code>
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]} {...roleOf('cell')} data-label={columns[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A link to a URL of the data; only its text if a custom site has no such page. */
export function Link({
  context,
  to,
  children
}: {
  context: PageContext
  to: string
  children: ComponentChildren
}) {
  return context.canLinkTo(to) ? <a href={context.toHref(to)}>{children}</a> : <span>{children}</span>
}

/** A question that expands to its answer, without a script, with a link to its URL; `id` makes it the target of the link. */
export function Question({ context, item, id }: { context: PageContext; item: FaqItem; id?: string }) {
  const { words, business, toHref } = context
  return (
    <details class="question" id={id}>
      <summary>{item.question}</summary>
      <Paragraphs text={item.answer} />
      <p class="permalink">
        <a href={toHref(questionUrl(business.faq, item))} aria-label={`${words.faq.link}: ${item.question}`}>
          {words.faq.link}
        </a>
      </p>
    </details>
  )
}
