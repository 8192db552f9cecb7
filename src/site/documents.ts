import type { Asset } from './assets.ts'
import { manifest } from './manifest.ts'
import negotiation from './negotiation.json' with { type: 'json' }
import type { PageContext } from './page-context.ts'

/** The complete body of a response, with its headers. */
export interface Document {
  headers: Record<string, string>
  bytes: Buffer
}

/** Cache-Control of a path that contains the hash of its content. */
export const immutable = 'public, max-age=31536000, immutable'

/** Returns the assets and the generated documents of a site by path. */
export const createDocuments = (assets: Asset[], context: PageContext): Map<string, Document> =>
  new Map([
    ...assets.map(({ path, mediaType, bytes }): [string, Document] => [
      path,
      { bytes, headers: { 'content-type': mediaType, 'cache-control': immutable } }
    ]),
    ['/site.webmanifest', createDocument(manifest(context), 'application/manifest+json')],
    [
      '/for-ai/negotiation.json',
      createDocument(JSON.stringify(negotiation), 'application/json; charset=utf-8')
    ]
  ])

const createDocument = (text: string, mediaType: string): Document => ({
  bytes: Buffer.from(text),
  headers: { 'content-type': mediaType }
})
