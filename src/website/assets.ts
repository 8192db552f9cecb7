import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'

/** A file of site/assets with the address that changes with its bytes, so that it may be kept for a year. */
export interface Asset {
  name: string
  path: string
  mediaType: string
  bytes: Buffer
}

const folder = new URL('../../site/assets/', import.meta.url)

const mediaTypes = new Map([
  ['.woff2', 'font/woff2'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8']
])

// A file that names others comes after them: its own address then changes when one of them does.
const order = [...mediaTypes.keys()]

/** Every file of site/assets; the addresses inside a style sheet are those of the files as they are served. */
export async function readAssets(): Promise<Asset[]> {
  const names = (await readdir(folder)).filter((name) => mediaTypes.has(extname(name)))
  names.sort((a, b) => order.indexOf(extname(a)) - order.indexOf(extname(b)))
  const assets: Asset[] = []
  for (const name of names) assets.push(fingerprint(name, await readFile(new URL(name, folder)), assets))
  return assets
}

function fingerprint(name: string, source: Buffer, others: Asset[]): Asset {
  const extension = extname(name)
  const bytes = extension === '.css' ? Buffer.from(withAddresses(source.toString(), others)) : source
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  const path = `/assets/${name.slice(0, -extension.length)}.${hash}${extension}`
  return { name, path, mediaType: mediaTypes.get(extension) ?? '', bytes }
}

const withAddresses = (css: string, assets: Asset[]) =>
  assets.reduce((text, { name, path }) => text.replaceAll(`url(${name})`, `url(${path})`), css)

/** The address of an asset by its name; throws for a name that is not there, so that a page cannot point at nothing. */
export function addressOf(assets: Asset[]): (name: string) => string {
  const paths = new Map(assets.map(({ name, path }) => [name, path]))
  return (name) => {
    const path = paths.get(name)
    if (path === undefined) throw new Error(`site/assets has no ${name}`)
    return path
  }
}
