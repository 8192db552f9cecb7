import type { FastifyInstance } from 'fastify'
import { Representation } from '../http/representation.ts'
import { Resource } from '../http/resource.ts'
import { type Sending, sendResource } from '../http/send.ts'
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

interface Options extends Sending {
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

/** Every document where agents and crawlers look for it, made when it is first asked for. */
export function discovery(app: FastifyInstance, options: Options, done: () => void) {
  const { sources, pageCount, kept } = options
  const making = new Map<Document, Promise<Resource>>()
  // Whoever asks while a document is being made waits for the same.
  const make = (document: Document) => {
    const made = making.get(document) ?? represent(document, sources).finally(() => making.delete(document))
    making.set(document, made)
    return made
  }
  const sitemaps = Array.from({ length: countSitemaps(pageCount) }, (_, index) => sitemap(index + 1))
  for (const document of [...documents, ...sitemaps]) {
    for (const path of document.paths.filter((path) => !sources.hasFile(path))) {
      app.get(path, async (request, reply) =>
        sendResource(request, reply, options, path, kept.get(path) ?? (await make(document)))
      )
    }
  }
  done()
}

async function represent({ make, mediaType, headers }: Document, sources: Sources): Promise<Resource> {
  const representation = new Representation(await make(sources), mediaType)
  return new Resource(representation, { 'x-content-type-options': 'nosniff', ...headers })
}
