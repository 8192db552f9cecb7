import type { FastifyInstance } from 'fastify'
import { type Responding, represent } from '../http/represent.ts'
import { aiCatalog } from './ai-catalog.ts'
import { apiCatalog } from './api-catalog.ts'
import type { Document, Sources } from './document.ts'
import { llms } from './llms.ts'
import { llmsFull } from './llms-full.ts'
import { robots } from './robots.ts'
import { security } from './security.ts'
import { countSitemaps, sitemap, sitemapIndex } from './sitemap.ts'
import { sitemapMarkdown } from './sitemap-markdown.ts'
import { skill, skillIndex } from './skill.ts'

interface Options extends Responding {
  sources: Sources
  /** How many pages the site has. */
  pageCount: number
}

const documents = [
  llms,
  llmsFull,
  sitemapIndex,
  sitemapMarkdown,
  robots,
  apiCatalog,
  skillIndex,
  skill,
  aiCatalog,
  security
]

/** Serves every document where agents and crawlers look for it; it is made when it is first requested. */
export async function discovery(app: FastifyInstance, options: Options) {
  const { sources, pageCount } = options
  await app.register(represent, options)
  const making = new Map<Document, Promise<Buffer>>()
  // Concurrent requests share one document, whatever encoding they ask for.
  const make = (document: Document) => {
    const made = making.get(document) ?? makeOnce(document)
    making.set(document, made)
    return made
  }
  const makeOnce = async (document: Document) => {
    try {
      // A buffer, because Fastify adds a charset to the media type of a string of JSON.
      return Buffer.from(await document.make(sources))
    } finally {
      making.delete(document)
    }
  }
  const sitemaps = Array.from({ length: countSitemaps(pageCount) }, (_, index) => sitemap(index + 1))
  for (const document of [...documents, ...sitemaps]) {
    const { mediaType, headers = {} } = document
    for (const path of document.paths.filter((path) => !sources.hasFile(path))) {
      app.get(path, async (_request, reply) =>
        reply.headers({ 'content-type': mediaType, ...headers }).send(await make(document))
      )
    }
  }
}
