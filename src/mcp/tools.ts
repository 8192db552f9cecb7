import { type TSchema, Type } from '@sinclair/typebox'
import type { Business } from '../business/business.ts'
import { idsInWords, type Operation, readBody } from '../business/operations.ts'
import type { Library } from './library.ts'
import type { Source } from './source.ts'

type Arguments = Record<string, unknown>
type ObjectSchema = TSchema & { type: 'object' }

/** What a client may call. */
export interface Tool {
  name: string
  title: string
  /** What it gives and when to use it. */
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  /** The body for arguments of the input schema; undefined where there is none. */
  call: (args: Arguments) => Promise<unknown>
  /** What to do where the arguments are not of the input schema or have no body. */
  hint: (args: Arguments) => string
}

/** A tool as it is listed. None changes anything, and none reaches beyond the facts. */
export const listTool = ({ name, title, description, inputSchema, outputSchema }: Tool) => ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations: {
    title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false
  }
})

// A client puts the schemas of all tools before its model: the ids of a large catalogue do not belong there. And an
// enum without an entry is no schema.
const mostIds = 200

/** Every tool: one for each operation of the API, and the two of the library. */
export const toolsOf = (source: Source, library: Library): Tool[] => [
  ...operationTools(source),
  ...libraryTools(library)
]

const operationTools = ({ operations, business }: Source): Tool[] =>
  operations.map((operation) => ({
    name: operation.operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title: operation.summary,
    description: operation.description,
    inputSchema: inputOf(operation, business),
    outputSchema: { ...plain(operation.schema), type: 'object' },
    call: async ({ id }) => readBody(operation, business, String(id)),
    hint: ({ id }) =>
      [operation.explain?.(business, String(id)), idsInWords(operation, business)].filter(Boolean).join(' ')
  }))

function inputOf({ ids }: Operation, business: Business): ObjectSchema {
  const known = ids?.(business)
  const id = known && {
    id: Type.String({
      description: 'Id of the item.',
      ...(known.length > 0 && known.length <= mostIds && { enum: known })
    })
  }
  return Type.Object({ ...id }, { additionalProperties: false })
}

/** A schema in which nothing has an `$id`, which is not to repeat in one document, or an example. */
function plain({ $id, examples, properties, items, ...rest }: TSchema): TSchema {
  const fields = Object.entries<TSchema>(properties ?? {})
  return Type.Unsafe({
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, plain(field)]))
    }),
    ...(items && { items: plain(items) })
  })
}

const Query = Type.Object(
  {
    query: Type.String({
      description: 'A few words or a whole question, best in the language of the business.',
      minLength: 1,
      maxLength: 300
    }),
    limit: Type.Optional(
      Type.Integer({ description: 'How many results at most.', minimum: 1, maximum: 50, default: 10 })
    )
  },
  { additionalProperties: false }
)

const Address = Type.String({ description: 'The page that shows it, for people.', format: 'uri' })

const Results = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String({ description: 'What fetch takes.' }),
      title: Type.String(),
      url: Address
    }),
    { description: 'The best first; empty where nothing is found.' }
  )
})

const Fetched = Type.Object({
  id: Type.String(),
  title: Type.String(),
  text: Type.String({ description: 'The whole of it: JSON of the API, plain text or Markdown.' }),
  url: Address,
  metadata: Type.Record(Type.String(), Type.String())
})

// What assistants' connectors look for by these names: find a document, read it whole.
const libraryTools = (library: Library): Tool[] => [
  {
    name: 'search',
    title: 'Search',
    description:
      'Finds services, packages, answers to common questions and pages by words in any form; typos are forgiven. Use it first when the question is open, then fetch what it finds. Hebrew works best.',
    inputSchema: Query,
    outputSchema: Results,
    call: ({ query, limit = 10 }) => library.search(String(query), Number(limit)),
    hint: () => 'Give `query`, a text of 1 to 300 characters, and if you like `limit`, 1 to 50.'
  },
  {
    name: 'fetch',
    title: 'Fetch',
    description:
      'Gives the whole of one document that search found. Use it to read before you answer, and to quote with its address.',
    inputSchema: Type.Object(
      { id: Type.String({ description: 'An id from the results of search.' }) },
      { additionalProperties: false }
    ),
    outputSchema: Fetched,
    call: ({ id }) => library.fetch(String(id)),
    hint: () => 'Take `id` from the results of search.'
  }
]
