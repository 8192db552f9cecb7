import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { maxLanguage } from '../language.ts'
import { blank, colour, currency, day, decimal, language, phone, slug, time } from './patterns.ts'

const ofObject = Symbol('description of the object')

/** An object with the description of a field that has it. `objectOf` returns the object with its own description. */
export const Described = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
  [ofObject]: schema.description
})

/** Returns an object as it is, whichever field has it. */
export const objectOf = (schema: TSchema & { [ofObject]?: string }): TSchema =>
  schema[ofObject] === undefined ? schema : { ...schema, description: schema[ofObject] }

/** A name or label of at most 200 characters. */
export const Name = (description: string, example: string) =>
  Type.String({ description, examples: [example], minLength: 1, maxLength: 200, pattern: blank.source })

/** Plain text of at most 5,000 characters. */
export const Text = (description: string, example: string) =>
  Type.String({ description, examples: [example], minLength: 1, maxLength: 5000, pattern: blank.source })

/** A stable identifier that is part of URLs. */
export const Slug = (description: string, example: string) =>
  Type.String({ description, examples: [example], maxLength: 64, pattern: slug.source })

/** The unit of each field whose name ends in `_ils`. */
export const wholeUnits = 'in whole units of `currency` (despite `_ils` in the name)'

/** A whole amount of money in the document's currency. */
export const Amount = (description: string, example: number) =>
  Type.Integer({ description, examples: [example], minimum: 0, maximum: 1_000_000_000 })

/** An amount, or null if the price is on request. */
export const AmountOrNull = (description: string, example: number) =>
  Type.Unsafe<number | null>({ ...Amount(description, example), type: ['integer', 'null'] })

/** An amount of money in the document's currency, as a decimal number in a text. */
export const Decimal = (description: string, example: string) =>
  Type.String({ description, examples: [example], pattern: decimal.source })

/** A colour as `#rrggbb` or `#rgb`. */
export const Colour = (description: string, example: string) =>
  Type.String({ description, examples: [example], pattern: colour.source })

/** One of these texts. */
export const Choice = <const Value extends string>(description: string, values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: 'string', description, enum: [...values], examples: values.slice(0, 1) })

/** A local time: hours and minutes. */
export const Time = (description: string, example: string) =>
  Type.String({ description, examples: [example], pattern: time.source })

/** A Gregorian date. */
export const Day = (description: string, example: string) =>
  Type.String({ description, examples: [example], format: 'date', pattern: day.source })

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
    alt: Text('Description of the image, for people who cannot see it.', 'The workshop from the street'),
    width: Type.Optional(Pixels('Width in pixels.', 1200)),
    height: Type.Optional(Pixels('Height in pixels.', 800))
  },
  { $id: 'Image', description: 'An image, with a text for people who cannot see it.' }
)
export type Image = Static<typeof Image>

function Pixels(description: string, example: number) {
  return Type.Integer({ description, examples: [example], minimum: 1, maximum: 100_000 })
}
