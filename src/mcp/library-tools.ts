import { Type } from '@sinclair/typebox'
import type { Library } from './library.ts'
import type { Tool } from './tool.ts'

const Query = Type.Object(
  {
    query: Type.String({
      description: 'A few words or a whole question.',
      minLength: 1,
      maxLength: 300
    }),
    limit: Type.Optional(
      Type.Integer({ description: 'Maximum number of results.', minimum: 1, maximum: 50, default: 10 })
    )
  },
  { additionalProperties: false }
)

const Url = Type.String({ description: 'URL of the page for people.', format: 'uri' })

const SearchResults = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Pass this id to fetch.' }),
      title: Type.String(),
      url: Url
    }),
    { description: 'The best results first; empty if nothing matches.' }
  )
})

const FetchedDocument = Type.Object({
  id: Type.String(),
  title: Type.String(),
  text: Type.String({ description: 'Full text: JSON of the API, plain text or Markdown.' }),
  url: Url,
  metadata: Type.Record(Type.String(), Type.String())
})

/** Returns the two tools that the connectors of assistants expect, by these names. */
export const createLibraryTools = (library: Library): Tool[] => [
  {
    name: 'search',
    title: 'Search',
    description:
      'Finds services, prices, contact details, answers and pages by their words. Use it first if the question is open, then fetch its results.',
    inputSchema: Query,
    outputSchema: SearchResults,
    call: ({ query, limit = 10 }) => library.search(String(query), Number(limit))
  },
  {
    name: 'fetch',
    title: 'Fetch',
    description: 'Returns the full text of one search result. Read it before you answer, and cite its URL.',
    inputSchema: Type.Object(
      { id: Type.String({ description: 'An id from the results of search.' }) },
      { additionalProperties: false }
    ),
    outputSchema: FetchedDocument,
    call: ({ id }) => library.fetch(String(id)),
    listIds: () => library.listIds(),
    explain: () => 'Take the id from the results of search.'
  }
]
