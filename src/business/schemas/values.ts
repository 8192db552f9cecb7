import {
  Optional,
  type Static,
  type StringOptions,
  type TProperties,
  type TSchema,
  Type
} from '@sinclair/typebox'
import { blank, colour, currency, day, decimal, language, phone, slug, time } from '../../base/json-schema.ts'

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

export const wholeUnits = 'in whole units of `currency` (despite `_ils` in the name)'

const string = (options: StringOptions) => (description: string, example: string) =>
  Type.String({ description, examples: [example], ...options })

const integer = (minimum: number, maximum: number) => (description: string, example: number) =>
  Type.Integer({ description, examples: [example], minimum, maximum })

const text = string({ minLength: 1, maxLength: 5000, pattern: blank })
const url = string({ format: 'uri', maxLength: 2000 })

/** A list of at least one entry, without duplicates. */
const distinct = <Item extends TSchema>(item: Item, description: string, example?: string[]) =>
  Type.Array(item, { description, ...(example && { examples: [example] }), minItems: 1, uniqueItems: true })

/** The kinds of fields. Each has a description and usually an example, which OpenAPI and the schemas for editors show. */
export const field = {
  name: string({ minLength: 1, maxLength: 200, pattern: blank }),
  text,
  /** A name in another standard, such as a time zone. */
  identifier: string({ minLength: 1, maxLength: 64 }),
  slug: string({ maxLength: 64, pattern: slug }),
  decimal: string({ pattern: decimal }),
  colour: string({ pattern: colour }),
  time: string({ pattern: time }),
  instant: string({ format: 'date-time' }),
  day: string({ format: 'date', pattern: day }),
  /** An absolute URL; data files may also contain a path of the site. */
  url,
  email: string({ format: 'email', maxLength: 254 }),
  phone: string({ pattern: phone }),
  currency: (description: string) => string({ pattern: currency })(description, 'ILS'),
  language: (description: string) => string({ maxLength: 35, pattern: language })(description, 'he'),
  amount: integer(0, 1_000_000_000),
  year: integer(1000, 9999),
  pixels: integer(1, 100_000),
  choice: <const Value extends string>(description: string, values: readonly Value[]) =>
    Type.Unsafe<Value>({ type: 'string', description, enum: [...values], examples: values.slice(0, 1) }),
  flag: (description: string) => Type.Boolean({ description, examples: [true] }),
  texts: (description: string, example: string[]) =>
    distinct(text('One entry.', String(example[0])), description, example),
  distinct,
  /** An optional list. */
  list: <Item extends TSchema>(item: Item, description: string) =>
    Optional(Type.Array(item, { description, minItems: 1 })),
  freeForm: (description: string, example: Record<string, unknown>) =>
    Type.Object({}, { description, examples: [example], additionalProperties: true }),
  links: (description: string, example: Record<string, string>) => {
    const additionalProperties = url('A link.', 'https://business.example/')
    const schema = Type.Object({}, { description, examples: [example], additionalProperties })
    return Type.Unsafe<Record<string, string>>(schema)
  }
}

export const Image = Component('Image', 'An image, with a text for people who cannot see it.', {
  src: field.url('The image.', 'https://business.example/images/workshop.jpg'),
  alt: field.text('Description of the image, for people who cannot see it.', 'The workshop from the street'),
  width: Optional(field.pixels('Width in pixels.', 1200)),
  height: Optional(field.pixels('Height in pixels.', 800))
})
export type Image = Static<typeof Image>
