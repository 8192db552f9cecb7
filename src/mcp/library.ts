import { type Document, documentsOf } from './documents.ts'
import { once } from './once.ts'
import { createSearch, type Hit } from './search.ts'
import type { Source } from './source.ts'

/** What can be found and read. */
export interface Library {
  search: (query: string, limit: number) => Promise<{ results: Hit[] }>
  /** Undefined where nothing has the id. */
  fetch: (id: string) => Promise<Fetched | undefined>
  /** Builds the index in the background. */
  warmUp: () => Promise<void>
  /** Drops the index, and stops its building unless a request waits for it. */
  close: () => void
}

type Fetched = Pick<Document, 'id' | 'title' | 'url'> & { text: string; metadata: Record<string, string> }

/** The library of a business; its list and its index are made when they are first asked for. */
export function openLibrary(source: Source): Library {
  let isClosed = false
  let waiting = 0
  const open = () => {
    const documents = once(() => documentsOf(source))
    const index = once(async () =>
      createSearch([...(await documents()).values()], () => isClosed && waiting === 0)
    )
    return { documents, index }
  }
  let opened = open()
  return {
    search: async (query, limit) => {
      waiting += 1
      try {
        const search = await opened.index()
        return { results: search(query, limit) }
      } finally {
        waiting -= 1
      }
    },
    fetch: async (id) => {
      const document = (await opened.documents()).get(id)
      const text = await document?.read()
      if (document === undefined || text === undefined) return undefined
      const { title, url, kind, metadata } = document
      return { id, title, text, url, metadata: { kind, ...metadata } }
    },
    warmUp: async () => {
      await opened.index()
    },
    close: () => {
      isClosed = true
      opened = open()
    }
  }
}
