import { type Document, documentsOf } from './documents.ts'
import { once } from './once.ts'
import { createSearch, type Hit } from './search.ts'
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
  const documents = once(() => documentsOf(source))
  const index = once(async () => createSearch([...(await documents()).values()]))
  return {
    search: async (query, limit) => {
      const search = await index()
      return { results: search(query, limit) }
    },
    fetch: async (id) => {
      const document = (await documents()).get(id)
      const text = await document?.read()
      if (document === undefined || text === undefined) return undefined
      const { title, url, kind, metadata } = document
      return { id, title, text, url, metadata: { kind, ...metadata } }
    }
  }
}
