import { type Document, documentsOf } from './documents.ts'
import { createSearch, type Hit, type Search } from './search.ts'
import type { Source } from './source.ts'

/** What can be found and read. */
export interface Library {
  search: (query: string, limit: number) => Promise<{ results: Hit[] }>
  /** Undefined where nothing has the id. */
  fetch: (id: string) => Promise<Fetched | undefined>
}

type Fetched = Pick<Document, 'id' | 'title' | 'url'> & { text: string; metadata: Record<string, string> }

/** The library of a business; its list and its index are made when they are first asked for. */
export function openLibrary(source: Source): Library {
  let documents: Promise<Map<string, Document>> | undefined
  let search: Promise<Search> | undefined
  const open = () => {
    documents ??= documentsOf(source)
    return documents
  }
  const index = async () => createSearch([...(await open()).values()])
  return {
    search: async (query, limit) => {
      search ??= index()
      return { results: (await search)(query, limit) }
    },
    fetch: async (id) => {
      const document = (await open()).get(id)
      const text = await document?.read()
      if (document === undefined || text === undefined) return undefined
      const { title, url, kind, metadata } = document
      return { id, title, text, url, metadata: { kind, ...metadata } }
    }
  }
}
