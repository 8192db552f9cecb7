import { type Static, Type } from '@sinclair/typebox'

interface Pattern {
  source: string
  /** The message for a text that does not match. */
  must: string
  /** Returns a text that may match instead. */
  suggest?: (text: string) => string
  /** How to correct a text for which there is no suggestion, as a sentence. */
  hint?: (text: string) => string | undefined
}

const blank: Pattern = { source: '\\S', must: 'must not be blank' }
const slug: Pattern = {
  source: '^[a-z][a-z0-9-]*$',
  must: 'must be a slug: a lower-case Latin letter, then lower-case letters, digits and hyphens',
  suggest: (text) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-+$/g, '')
}
const currency: Pattern = {
  source: '^[A-Z]{3}$',
  must: 'must be an ISO 4217 currency code, such as ILS',
  suggest: (text) => (text.trim() === '₪' ? 'ILS' : text.trim().toUpperCase())
}
const language: Pattern = {
  source: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  must: 'must be a BCP 47 language tag, such as he or en-GB',
  suggest: (text) => text.trim().toLowerCase().replaceAll('_', '-')
}
const phone: Pattern = {
  source: '^[+*]?[0-9][0-9 ().-]{2,24}$',
  must: 'must be a phone number, such as +972-3-123-4567'
}
const link: Pattern = {
  source: '^(https?://[^\\s/?#]|mailto:[^\\s@]+@[^\\s@]|tel:[+*]?[0-9]|/(?![/\\\\]))[^\\s\\\\]*$',
  must: 'must be a link: https, http, mailto, tel or a path of the site that begins with /',
  suggest: (text) => (/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i.test(text) ? `https://${text}` : '')
}
const isAbsolute = (text: string) => /^[a-z]+:/i.test(text)
// Each part of a path begins with a character that is not a dot: the server does not serve other files.
const image: Pattern = {
  source: '^(/[^\\s\\\\/?#.][^\\s\\\\/?#]*)+$',
  must: 'must be the path of an image in the site folder, such as /images/workshop.jpg',
  suggest: (text) =>
    isAbsolute(text)
      ? ''
      : `/${text
          .trim()
          .replace(/[\\/]+/g, '/')
          .replace(/^(\.?\/)*(site\/)?/, '')
          .replace(/\s/g, '%20')}`,
  hint: (text) => (isAbsolute(text) ? 'Copy the image into the site folder and write its path.' : undefined)
}

const decimal: Pattern = {
  source: '^(0|[1-9][0-9]{0,8})([.][0-9]{1,4})?$',
  must: 'must be an amount in quotes, such as "12.50"'
}
const time: Pattern = {
  source: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  must: 'must be a time from 00:00 to 23:59, such as 09:30'
}
const day: Pattern = {
  source: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  must: 'must be a date, such as 2027-01-31'
}

/** Every pattern of the schemas, by its source. */
export const patterns = new Map(
  [blank, slug, currency, language, phone, link, image, decimal, time, day].map((item) => [item.source, item])
)

/** The links that a data file may contain; published links are always absolute. */
export const linkPattern = link.source

/** An amount of money as `Decimal` accepts it. */
export const decimalPattern = new RegExp(decimal.source)

/** The paths that the `src` of an image in a data file may have. */
export const imagePattern = image.source
export const imagePath = new RegExp(image.source)

export const languagePattern = new RegExp(language.source)
export const maxLanguage = 35

/** Returns whether Intl accepts a language tag. */
export function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Returns the English name of a language. */
export const languageName = (tag: string): string =>
  String(new Intl.DisplayNames('en', { type: 'language' }).of(tag))

/** A name or label of at most 200 characters. */
export const Name = (description: string, example: string) =>
  Type.String({ description, examples: [example], minLength: 1, maxLength: 200, pattern: blank.source })

/** Plain text of at most 5,000 characters. */
export const Text = (description: string, example: string) =>
  Type.String({ description, examples: [example], minLength: 1, maxLength: 5000, pattern: blank.source })

/** A stable identifier that is part of URLs. */
export const Slug = (description: string, example: string) =>
  Type.String({ description, examples: [example], maxLength: 64, pattern: slug.source })

/** A whole amount of money in the document's currency. */
export const Amount = (description: string, example: number) =>
  Type.Integer({ description, examples: [example], minimum: 0, maximum: 1_000_000_000 })

/** An amount, or null if the price is on request. */
export const AmountOrNull = (description: string, example: number) =>
  Type.Unsafe<number | null>({ ...Amount(description, example), type: ['integer', 'null'] })

/** An amount of money in the document's currency, as a decimal number in a text. */
export const Decimal = (description: string, example: string) =>
  Type.String({ description, examples: [example], pattern: decimal.source })

/** One of these texts. */
export const Choice = <const Value extends string>(description: string, values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: 'string', description, enum: [...values], examples: values.slice(0, 1) })

/** A local time: hours and minutes. */
export const Time = (description: string, example: string) =>
  Type.String({ description, examples: [example], pattern: time.source })

/** A Gregorian date. */
export const Day = (description: string, example: string) =>
  Type.String({ description, examples: [example], pattern: day.source })

/** An absolute URL; data files may also contain a path of the site. */
export const Url = (description: string, example: string) =>
  Type.String({ description, examples: [example], format: 'uri', maxLength: 2000 })

export const Email = (description: string, example: string) =>
  Type.String({ description, examples: [example], format: 'email', maxLength: 254 })

export const Phone = (description: string, example: string) =>
  Type.String({ description, examples: [example], pattern: phone.source })

export const Currency = (description: string) =>
  Type.String({ description, examples: ['ILS'], pattern: currency.source })

export const Language = (description: string) =>
  Type.String({
    description,
    examples: ['he'],
    maxLength: maxLanguage,
    pattern: language.source
  })

export const Flag = (description: string) => Type.Boolean({ description, examples: [true] })

/** Texts in the order to show them: at least one, without duplicates. */
export const Texts = (description: string, example: string[]) =>
  Type.Array(Text('One entry.', String(example[0])), {
    description,
    examples: [example],
    minItems: 1,
    uniqueItems: true
  })

/** An object whose fields each business chooses. */
export const FreeForm = (description: string, example: Record<string, unknown>) =>
  Type.Object({}, { description, examples: [example], additionalProperties: true })

/** Links by name. */
export const Links = (description: string, example: Record<string, string>) =>
  Type.Unsafe<Record<string, string>>(
    Type.Object(
      {},
      { description, examples: [example], additionalProperties: Url('A link.', 'https://business.example/') }
    )
  )

export const Image = Type.Object(
  {
    src: Url('The image.', 'https://business.example/images/workshop.jpg'),
    alt: Text('What the image shows, for people who cannot see it.', 'The workshop from the street'),
    width: Type.Optional(Pixels('Width in pixels.', 1200)),
    height: Type.Optional(Pixels('Height in pixels.', 800))
  },
  { $id: 'Image', description: 'An image with its description.' }
)
export type Image = Static<typeof Image>

function Pixels(description: string, example: number) {
  return Type.Integer({ description, examples: [example], minimum: 1, maximum: 100_000 })
}
