import type { PageContext } from '../page-context.ts'

/** A way to contact the business. */
interface ContactWay {
  kind: 'phone' | 'whatsapp' | 'email'
  label: string
  text: string
  href: string
}

/** Every way to contact the business, as links that work without a script. */
export function WaysList({ context }: { context: PageContext }) {
  const lines = addressLines(context)
  const ways = contactWays(context)
  return ways.length + lines.length === 0 ? null : (
    <dl class="ways">
      {ways.map(({ kind, label, text, href }) => (
        <div key={kind}>
          <dt>{label}</dt>
          <dd>
            <a href={href} dir="ltr">
              {text}
            </a>
          </dd>
        </div>
      ))}
      {lines.length > 0 && (
        <div>
          <dt>{context.words.contact.address}</dt>
          <dd>
            <address>{lines.join(', ')}</address>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Returns the ways that the data has, the most used first. */
function contactWays({ business, words }: PageContext): ContactWay[] {
  const { phone, whatsapp, email } = business.profile.contact
  const { contact: labels } = words
  const number = whatsapp?.match(/wa\.me\/(\d+)/)?.[1]
  const ways: ContactWay[] = []
  if (whatsapp) {
    const text = number ? formatPhone(number, phone) : labels.whatsapp
    ways.push({ kind: 'whatsapp', label: labels.whatsapp, text, href: whatsapp })
  }
  if (phone) {
    const href = `tel:${phone.replace(/[^+*\d]/g, '')}`
    ways.push({ kind: 'phone', label: labels.phone, text: phone, href })
  }
  if (email) ways.push({ kind: 'email', label: labels.email, text: email, href: `mailto:${email}` })
  return ways
}

// If WhatsApp has the number of the telephone, both look the same.
const formatPhone = (number: string, phone = '') =>
  phone.replace(/\D/g, '') === number ? phone : `+${number}`

/** Returns the postal address as lines of text. */
export function addressLines({ business, nameCountry }: PageContext): string[] {
  const { street, locality, postal_code, country } = business.profile.address
  const town = [locality, postal_code].filter(Boolean).join(' ')
  return [street, town, country && nameCountry(country)].flatMap((line) => line || [])
}

/** Returns the service area in one line, or undefined if the data has none. */
export function describeArea({ business, nameCountry, formatList, words }: PageContext): string | undefined {
  const { service_area } = business.profile
  const entries = new Map(listEntries(service_area))
  const regions = entries.get('regions')
  const country = entries.get('country')
  const places =
    Array.isArray(regions) && regions.length > 0
      ? formatList(regions)
      : typeof country === 'string'
        ? nameCountry(country)
        : undefined
  const isRemote = service_area !== undefined && 'remote' in service_area && service_area.remote === true
  const parts = [places, isRemote ? words.about.remote : undefined]
  return parts.filter((part) => part !== undefined).join(', ') || undefined
}

/** Returns the entries of a free-form object of the data that can be shown: texts, numbers and lists of texts. */
function listEntries(value: object | undefined): [name: string, value: string | number | string[]][] {
  return Object.entries(value ?? {}).flatMap(([name, entry]): [string, string | number | string[]][] => {
    if (typeof entry === 'string' || typeof entry === 'number') return [[name, entry]]
    const isTexts = Array.isArray(entry) && entry.every((part): part is string => typeof part === 'string')
    return isTexts ? [[name, entry]] : []
  })
}

/** The track record in numbers; a field that `words.record` does not name is only in the API. */
export function TrackRecord({ context }: { context: PageContext }) {
  const labels = new Map(Object.entries(context.words.record))
  const entries = listEntries(context.business.profile.track_record).flatMap(([name, value]) => {
    const label = labels.get(name)
    if (label === undefined || typeof value !== 'number') return []
    return [{ name, label, text: name === 'since' ? String(value) : context.formatNumber(value) }]
  })
  return entries.length === 0 ? null : (
    <dl class="record">
      {entries.map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A label with its value; undefined if the data has none. */
export type Fact = [label: string, value: string | undefined]

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

/** Returns who runs the business, since when, and where it works. */
export function listFacts(context: PageContext): Fact[] {
  const { words, business, formatList, nameLanguage } = context
  const { founder, founded_year, legal_form, languages } = business.profile
  return [
    [words.about.founder, founder],
    [words.about.foundedYear, founded_year === undefined ? undefined : String(founded_year)],
    [words.about.legalForm, legal_form],
    [words.about.languages, languages && formatList(languages.map(nameLanguage))],
    [words.about.area, describeArea(context)]
  ]
}
