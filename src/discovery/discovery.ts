import type { FastifyInstance } from 'fastify'
import { sharePending } from '../http/memoise.ts'
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
  // Concurrent requests share one document, even if they accept different encodings.
  const create = sharePending(async (document: DiscoveryDocument) => {
    const expires = document.expires?.(context, context.now())
    // A buffer, because Fastify adds a charset to the media type of a JSON string.
    return { bytes: Buffer.from(await document.create(context)), expires }
  })
  for (const document of documents) {
    const { mediaType, headers = {} } = document
    for (const path of document.paths.filter((path) => !context.hasFile(path))) {
      app.get(path, async (_request, reply) => {
        const { bytes, expires } = await create(document)
        expireAt(reply, expires)
        return reply.headers({ 'content-type': mediaType, ...headers }).send(bytes)
      })
    }
  }
}
