import { entriesOf, fieldOf } from '../../base/json-value.ts'
import { capitalize } from '../../base/text.ts'
import type { Profile } from '../../business/schemas/profile.ts'
import type { Context } from '../../context/context.ts'
import { readArea } from '../structured-data.ts'
import type { Props } from '../view.ts'
import { Section } from './elements.tsx'
import { DataText, Definitions, type Entry, Isolated, Link, List, Paragraphs } from './texts.tsx'

/** Returns the places or the country of the service area in one line; undefined if the data has neither. */
export function describeArea({ business, nameCountry, formatList }: Context): string | undefined {
  const { places, country, isPart } = readArea(business.profile.service_area)
  if (places.length > 0) return formatList(places)
  return isPart || country === undefined ? undefined : nameCountry(country)
}

function listFigures(context: Context): [label: string, text: string][] {
  const { track_record } = context.business.profile
  const numbers = entriesOf(track_record).filter(([, value]) => typeof value === 'number')
  return listEntries(numbers, context, context.words.record)
}

export const TrackRecord = ({ context }: Props) => (
  <Definitions class="record" entries={listFigures(context)} />
)

/** Omits the founding year if the figures of the track record have it. */
export function listFacts(context: Context, hasFigures = false): Entry[] {
  const { words, business, formatList, nameLanguage } = context
  const { founder, founded_year, legal_form, languages, payment_accepted } = business.profile
  const { service_area, track_record } = business.profile
  const texts = entriesOf(track_record).filter(([, value]) => typeof value !== 'number')
  const { yes, no } = words.about
  // A text about the whole area has its label.
  const areaWords = { description: words.about.area, note: words.about.area, ...words.labels }
  const toEntry = ([label, text]: [string, string]): Entry => [
    label,
    text === yes || text === no ? capitalize(text) : text
  ]
  return [
    [words.about.founder, founder],
    [words.about.foundedYear, founded_year === fieldOf(track_record, 'since') ? undefined : founded_year],
    [words.about.legalForm, legal_form],
    [words.about.languages, languages && capitalize(formatList(languages.map(nameLanguage)))],
    [words.about.area, describeArea(context)],
    ...listEntries(readArea(service_area).others, context, areaWords).map(toEntry),
    ...listEntries(texts, context, words.record).map(toEntry),
    [words.about.payment, payment_accepted && formatList(payment_accepted)],
    ...(hasFigures ? listFigures(context) : [])
  ]
}

export function Testimonials({ context, testimonials }: Props<Required<Pick<Profile, 'testimonials'>>>) {
  return testimonials.length === 0 ? null : (
    <Section heading={context.words.about.testimonials}>
      <div class="testimonials">
        {testimonials.map(({ quote, name, role, date, url }) => (
          <figure>
            <blockquote>
              <Paragraphs context={context} text={quote} />
            </blockquote>
            <figcaption>
              <span data-initials={initialsOf(name)} aria-hidden="true" />{' '}
              <div>
                <Link context={context} to={url} text={<Isolated context={context} text={name} />} />
                {role && [context.comma, <DataText context={context} text={role} />]}
                {date && (
                  <p class="note">
                    <time dateTime={date}>{context.formatDate(date)}</time>
                  </p>
                )}
              </div>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  )
}

function initialsOf(name: string): string {
  const letters = name.match(/(?<![\p{L}\p{M}\p{N}'’"״׳])\p{L}\p{M}*/gu) ?? []
  return [...new Set([letters.at(0), letters.at(-1)])].join('').toUpperCase()
}

/** Further links of the data, without links that are on every page or lead to pages that do not exist. */
export function FurtherLinks({ context }: Props) {
  const { words, business, listLinks, toHref, canLinkTo } = context
  const menus = (['header', 'footer', 'programs'] as const).flatMap(listLinks).map(({ path }) => path)
  const otherLinks = new Set(['/', ...menus])
  const links = Object.entries(business.profile.links ?? {}).filter(
    ([, url]) => canLinkTo(url) && !otherLinks.has(toHref(url))
  )
  return links.length === 0 ? null : (
    <Section heading={words.about.links}>
      <List
        class="links"
        items={links.map(([name, url]) => (
          <Link context={context} to={url} text={labelOf(name, { ...words.labels, ...words.pages })} />
        ))}
      />
    </Section>
  )
}

/** Returns a readable label for a field: its word if `words` has one, or else its name with spaces. */
function labelOf(name: string, words: Record<string, string>): string {
  // A name that begins with a capital letter is perhaps a brand, such as YouTube.
  const parts = /^\p{Ll}/u.test(name)
    ? name.replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`)
    : name
  const text = parts.replace(/[_-]+/g, ' ').trim()
  return new Map(Object.entries(words)).get(name) ?? capitalize(text)
}

// Years have no thousands separator.
const isYear = (name: string) => /^(since|year|founded)$|_since$/.test(name)

/** Returns a value of a free-form object as text, at any depth; empty if there is nothing to say. */
function describeValue(name: string, value: unknown, context: Context): string {
  const { formatList, formatNumber, words } = context
  if (typeof value === 'string') return value
  if (typeof value === 'number') return isYear(name) ? String(value) : formatNumber(value)
  if (typeof value === 'boolean') return value ? words.about.yes : words.about.no
  if (Array.isArray(value)) {
    const parts = value.map((part) => describeValue(name, part, context)).filter(Boolean)
    return value.some((part) => typeof part === 'object') ? parts.join('; ') : formatList(parts)
  }
  return listEntries(entriesOf(value), context)
    .map(([label, text]) => `${label}${context.colon} ${text}`)
    .join('; ')
}

function listEntries(
  parts: [name: string, part: unknown][],
  context: Context,
  words: Record<string, string> = context.words.labels
): [label: string, text: string][] {
  return parts
    .map(([name, part]): [string, string] => [labelOf(name, words), describeValue(name, part, context)])
    .filter(([, text]) => text !== '')
}
