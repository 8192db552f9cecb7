import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Business } from '../business/business.ts'
import { Representation } from '../http/representation.ts'
import { Resource } from '../http/resource.ts'
import { type Asset, addressOf, readAssets } from './assets.ts'
import { builtInHeaders, pageHeaders, year } from './headers.ts'
import { manifest } from './manifest.ts'
import { createWebsite, type RenderedPage, type Website } from './render.ts'
import type { Settings } from './settings.ts'
import { listSiteFiles } from './site-files.ts'

const html = 'text/html; charset=utf-8'
/** The built-in pages that a site of one's own keeps, unless it has them itself. */
const lasting = ['/developers/', '/for-ai/']

interface Parts {
  business: Business
  /** The built-in pages. */
  website: Website
  assets: Asset[]
  siteDir: string
  /** The files of siteDir by the path of their address; with an index.html at its root it is a site of its own. */
  files: Map<string, string>
}

/** What stands at the addresses outside the API. */
export interface Site {
  /** Whether siteDir has pages of its own. */
  isOwn: boolean
  /** The paths of all pages. */
  paths: Set<string>
  /** A page, or another resource that is made here; undefined where there is none. */
  resourceAt: (path: string) => Promise<Resource | undefined>
  /** The file of siteDir at a path, relative to it. */
  fileAt: (path: string) => string | undefined
  /** The page that is sent, with status 404, where there is nothing. */
  notFound: () => Promise<Resource>
}

/** Reads the assets and the list of files, and makes the site of them. Rejects where a folder cannot be read. */
export async function openSite(
  business: Business,
  siteDir: string,
  settings: Omit<Settings, 'asset'>
): Promise<Site> {
  const [assets, files] = await Promise.all([readAssets(), listSiteFiles(siteDir)])
  const website = createWebsite(business, { ...settings, asset: addressOf(assets) })
  return createSite({ business, website, assets, siteDir, files })
}

/** The built-in pages with the files of siteDir beside them, or the pages of siteDir in their place. */
export function createSite({ business, website, assets, siteDir, files }: Parts): Site {
  const isOwn = files.has('/')
  const own = isOwn ? [...files].filter(([, file]) => file.endsWith('.html')) : []
  const pages = new Map(own.filter(([path]) => path !== '/404.html'))
  const builtIn = new Set((isOwn ? lasting : website.paths).filter((path) => !pages.has(path)))
  const made = new Map<string, () => Resource>([
    ...assets.map(({ path, mediaType, bytes }): [string, () => Resource] => [
      path,
      () => new Resource(new Representation(bytes, mediaType), { ...nosniff, 'cache-control': year })
    ]),
    [
      '/site.webmanifest',
      () => new Resource(new Representation(manifest(business), 'application/manifest+json'), nosniff)
    ]
  ])

  const render = (page?: RenderedPage) =>
    page && new Resource(new Representation(page.html, html), builtInHeaders)
  const read = async (file: string) => {
    const bytes = await readFile(join(siteDir, file))
    // In another encoding it says so itself, or its reader finds out.
    return new Resource(new Representation(bytes, isUtf8(bytes) ? html : 'text/html'), pageHeaders)
  }
  return {
    isOwn,
    paths: new Set([...pages.keys(), ...builtIn]),
    resourceAt: async (path) => {
      const file = pages.get(path)
      if (file !== undefined) return read(file)
      return builtIn.has(path) ? render(website.render(path)) : made.get(path)?.()
    },
    fileAt: (path) => (path.endsWith('/') ? undefined : files.get(path)),
    notFound: async () => {
      const file = isOwn ? files.get('/404.html') : undefined
      return file
        ? read(file)
        : new Resource(new Representation(website.notFound().html, html), builtInHeaders)
    }
  }
}

const nosniff = { 'x-content-type-options': 'nosniff' }
