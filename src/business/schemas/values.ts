import { type Static, type StringOptions, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { blank, colour, currency, day, decimal, language, phone, slug, time } from '../../base/json-schema.ts'
import { maxLanguage } from '../../base/language.ts'

const ofObject = Symbol('description of the object')

/** An object with the description of a field that has it. `objectOf` returns the object with its own description. */
export const Described = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
  [ofObject]: schema.description
})

export const objectOf = (schema: TSchema & { [ofObject]?: string }): TSchema =>
  schema[ofObject] === undefined ? schema : { ...schema, description: schema[ofObject] }

/** An object that OpenAPI has as a component, by its name. */
export const Component = <Fields extends TProperties>($id: string, description: string, fields: Fields) =>
  Type.Object(fields, { $id, description })

const text = (options: StringOptions) => (description: string, example: string) =>
  Type.String({ description, examples: [example], ...options })

export const Name = text({ minLength: 1, maxLength: 200, pattern: blank })
export const Text = text({ minLength: 1, maxLength: 5000, pattern: blank })
/** A name in another standard, such as a time zone. */
export const Identifier = text({ minLength: 1, maxLength: 64 })
export const Slug = text({ maxLength: 64, pattern: slug })
export const Decimal = text({ pattern: decimal })
export const Colour = text({ pattern: colour })
export const Time = text({ pattern: time })
export const Instant = text({ format: 'date-time' })
export const Day = text({ format: 'date', pattern: day })
/** An absolute URL; data files may also contain a path of the site. */
export const Url = text({ format: 'uri', maxLength: 2000 })
export const Email = text({ format: 'email', maxLength: 254 })
export const Phone = text({ pattern: phone })

const currencyCode = text({ pattern: currency })
export const Currency = (description: string) => currencyCode(description, 'ILS')

const languageTag = text({ maxLength: maxLanguage, pattern: language })
export const Language = (description: string) => languageTag(description, 'he')

export const Languages = (description: string) =>
  Type.Optional(
    Type.Array(Language('A language, by BCP 47.'), {
      description,
      examples: [['he', 'en']],
      minItems: 1,
      uniqueItems: true
    })
  )

export const wholeUnits = 'in whole units of `currency` (despite `_ils` in the name)'

const integer = (minimum: number, maximum: number) => (description: string, example: number) =>
  Type.Integer({ description, examples: [example], minimum, maximum })

export const Amount = integer(0, 1_000_000_000)
export const Year = integer(1000, 9999)
const Pixels = integer(1, 100_000)

export const Choice = <const Value extends string>(description: string, values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: 'string', description, enum: [...values], examples: values.slice(0, 1) })

export const Flag = (description: string) => Type.Boolean({ description, examples: [true] })

/** Texts in the order to show them: at least one, without duplicates. */
export const Texts = (description: string, example: string[]) =>
  Type.Array(Text('One entry.', String(example[0])), {
    description,
    examples: [example],
    minItems: 1,
    uniqueItems: true
  })

export const List = <Item extends TSchema>(item: Item, description: string) =>
  Type.Optional(Type.Array(item, { description, minItems: 1 }))

export const FreeForm = (description: string, example: Record<string, unknown>) =>
  Type.Object({}, { description, examples: [example], additionalProperties: true })

export const Links = (description: string, example: Record<string, string>) =>
  Type.Unsafe<Record<string, string>>(
    Type.Object(
      {},
      { description, examples: [example], additionalProperties: Url('A link.', 'https://business.example/') }
    )
  )

export const Image = Component('Image', 'An image, with a text for people who cannot see it.', {
  src: Url('The image.', 'https://business.example/images/workshop.jpg'),
  alt: Text('Description of the image, for people who cannot see it.', 'The workshop from the street'),
  width: Type.Optional(Pixels('Width in pixels.', 1200)),
  height: Type.Optional(Pixels('Height in pixels.', 800))
})
export type Image = Static<typeof Image>
