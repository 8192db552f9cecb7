import { Type } from '@sinclair/typebox'
import { type Business, englishName } from '../business/business.ts'
import { listSubjects } from '../business/notes.ts'
import type { Question } from '../business/operation.ts'
import { firstServiceOf } from '../business/operations.ts'
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

interface LibraryTool {
  name: string
  describe: (business: Business) => string
  /** Questions that the tool answers. */
  questions: Question[]
}

export const libraryTools: Record<'search' | 'fetch', LibraryTool> = {
  search: {
    name: 'search',
    describe: (business) =>
      `Finds facts and pages by their words: ${listSubjects(business, 'contact details')}. Use it first if no other tool clearly has the fact, then fetch its results.`,
    questions: [
      ['What does the business say about ‘{subject}’?', firstServiceOf],
      ['Find everything about {subject}.', englishName]
    ]
  },
  fetch: {
    name: 'fetch',
    describe: () =>
      'Returns the full text of one search result. Read it before you answer, and cite its URL.',
    questions: [
      ['Read the page about ‘{subject}’ and summarize it.', firstServiceOf],
      ['Read the home page of {subject}, and summarize it.', englishName]
    ]
  }
}

/** Returns the two tools that the connectors of assistants expect, by these names. */
export const createLibraryTools = (library: Library, business: Business): Tool[] => [
  {
    name: libraryTools.search.name,
    title: 'Search',
    description: libraryTools.search.describe(business),
    inputSchema: Query,
    outputSchema: SearchResults,
    call: ({ query, limit = 10 }) => library.search(String(query), Number(limit))
  },
  {
    name: libraryTools.fetch.name,
    title: 'Fetch',
    description: libraryTools.fetch.describe(business),
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
