import type { ComponentChildren } from 'preact'
import type { PageContext } from '../page-context.ts'
import { shortUrl } from './contact-ways.tsx'
import { labelOf, listEntries } from './free-form.ts'
import { Link } from './prose.tsx'

/** Returns the regions or the country of the service area in one line, or undefined if the data has neither. */
export function describeArea({ business, nameCountry, formatList, words }: PageContext): string | undefined {
  const { regions, country, isRemote } = readArea(business.profile.service_area)
  const places = regions.length > 0 ? formatList(regions) : country && nameCountry(country)
  return [places, isRemote ? words.about.remote : undefined].filter(Boolean).join(', ') || undefined
}

/** Returns the fields of the service area that have words of their own, and the others. */
function readArea(area: object = {}) {
  const { regions, country, remote } = Object.fromEntries<unknown>(Object.entries(area))
  const isTexts = Array.isArray(regions) && regions.every((part): part is string => typeof part === 'string')
  const fields = [isTexts && 'regions', typeof country === 'string' && 'country', remote === true && 'remote']
  return {
    regions: isTexts ? regions : [],
    country: typeof country === 'string' ? country : undefined,
    isRemote: remote === true,
    others: Object.fromEntries(Object.entries(area).filter(([name]) => !fields.includes(name)))
  }
}

/** Returns the numbers of the track record. */
export function listFigures(context: PageContext): [label: string, text: string][] {
  const { track_record } = context.business.profile
  const numbers = Object.entries(track_record ?? {}).filter(([, value]) => typeof value === 'number')
  return listEntries(Object.fromEntries(numbers), context, context.words.record)
}

/** The numbers of the track record, in large type. */
export function TrackRecord({ context }: { context: PageContext }) {
  const entries = listFigures(context)
  return entries.length === 0 ? null : (
    <dl class="record">
      {entries.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A label with its value; undefined if the data has none. */
export type Fact = [label: string, value: ComponentChildren]

/** Facts by label, without those that the data omits. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([label, value]) =>
        value === undefined ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        )
      )}
    </dl>
  )
}

/** Lists the facts of the profile in rows: label and text. Omits the founding year if the figures have it. */
export function listFacts(context: PageContext): Fact[] {
  const { words, business, formatList, nameLanguage } = context
  const { founder, founded_year, legal_form, languages, payment_accepted } = business.profile
  const { service_area, track_record } = business.profile
  const texts = Object.entries(track_record ?? {}).filter(([, value]) => typeof value !== 'number')
  return [
    [words.about.founder, founder],
    [
      words.about.foundedYear,
      founded_year === undefined || isFigure(founded_year, track_record) ? undefined : String(founded_year)
    ],
    [words.about.legalForm, legal_form],
    [words.about.languages, languages && formatList(languages.map(nameLanguage))],
    [words.about.area, describeArea(context)],
    ...listEntries(readArea(service_area).others, context),
    ...listEntries(Object.fromEntries(texts), context, words.record),
    [words.about.payment, payment_accepted && formatList(payment_accepted)]
  ]
}

const isFigure = (year: number, { since }: { since?: unknown } = {}) => since === year

/** How soon the business replies, next to a button that contacts it. */
export function ReplyTime({ context }: { context: PageContext }) {
  const { reply_time } = context.business.profile
  return reply_time === undefined ? null : (
    <p class="reply-time">
      {context.words.contact.replyTime}: {reply_time}
    </p>
  )
}

/** Profiles of the business on other sites. */
export function Profiles({ context }: { context: PageContext }) {
  const { same_as } = context.business.profile
  return same_as === undefined ? null : (
    <section>
      <h2>{context.words.contact.profiles}</h2>
      <ul class="links">
        {same_as.map((url) => (
          <li key={url}>
            <a href={url} rel="me" dir="ltr">
              {shortUrl(url)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

// Other parts of the pages link to them.
const linkedElsewhere = ['/', '/openapi.json', '/api/']

/** Further links of the data, without those that are on every page and those to pages that do not exist. */
export function FurtherLinks({ context }: { context: PageContext }) {
  const { words, business, listLinks, toHref, canLinkTo } = context
  const menus = [...listLinks('header'), ...listLinks('footer')].map(({ path }) => path)
  const otherLinks = new Set([...menus, ...linkedElsewhere])
  const links = Object.entries(business.profile.links ?? {}).filter(
    ([, url]) => canLinkTo(url) && !otherLinks.has(toHref(url))
  )
  return links.length === 0 ? null : (
    <section>
      <h2>{words.about.links}</h2>
      <ul class="links">
        {links.map(([name, url]) => (
          <li key={name}>
            <Link context={context} to={url}>
              {labelOf(name, { ...words.labels, ...words.pages })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
