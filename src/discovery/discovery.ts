import type { FastifyInstance } from 'fastify'
import { expireAt, type RepresentOptions, represent } from '../http/represent.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import { apiCatalog } from './api-catalog.ts'
import { aiCatalog, ard } from './ard.ts'
import type { DiscoveryDocument } from './document.ts'
import { llms } from './llms.ts'
import { llmsFull } from './llms-full.ts'
import { robots } from './robots.ts'
import { security } from './security.ts'
import { sitemap, sitemapIndex } from './sitemap.ts'
import { sitemapMarkdown } from './sitemap-markdown.ts'
import { skill, skillIndex } from './skill.ts'

interface Options extends RepresentOptions {
  context: SurfaceContext
}

/** The bytes of a document, and when it changes if it depends on the time. */
interface Created {
  bytes: Buffer
  expires: Date | undefined
}

const documents = [
  llms,
  llmsFull,
  sitemapIndex,
  sitemap,
  sitemapMarkdown,
  robots,
  apiCatalog,
  skillIndex,
  skill,
  ard,
  aiCatalog,
  security
]

/** Serves every document at the paths where agents and crawlers look for it. Creates a document only on request. */
export async function discovery(app: FastifyInstance, options: Options) {
  const { context } = options
  await app.register(represent, options)
  const pending = new Map<DiscoveryDocument, Promise<Created>>()
  // Concurrent requests share one document, even if they accept different encodings.
  const createShared = (document: DiscoveryDocument) => {
    const promise = pending.get(document) ?? create(document)
    pending.set(document, promise)
    return promise
  }
  const create = async (document: DiscoveryDocument) => {
    try {
      const expires = document.hasPages ? context.pagesExpire() : undefined
      // A buffer, because Fastify adds a charset to the media type of a JSON string.
      return { bytes: Buffer.from(await document.create(context)), expires }
    } finally {
      pending.delete(document)
    }
  }
  for (const document of documents) {
    const { mediaType, headers = {} } = document
    for (const path of document.paths.filter((path) => !context.hasFile(path))) {
      app.get(path, async (_request, reply) => {
        const { bytes, expires } = await createShared(document)
        expireAt(reply, expires)
        return reply.headers({ 'content-type': mediaType, ...headers }).send(bytes)
      })
    }
  }
}
