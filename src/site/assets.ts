import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'

/** A file of src/site/assets with the address that changes with its bytes, so that it may be kept for a year. */
export interface Asset {
  name: string
  path: string
  mediaType: string
  bytes: Buffer
}

const folder = new URL('./assets/', import.meta.url)

// A file that names others comes after them: its own address then changes when one of them does.
const mediaTypes = [
  ['.woff2', 'font/woff2'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8']
] as const

/** Every file of src/site/assets; the addresses inside a style sheet are those of the files as they are served. */
export async function readAssets(): Promise<Asset[]> {
  const names = await readdir(folder)
  const assets: Asset[] = []
  for (const [extension, mediaType] of mediaTypes) {
    for (const name of names.filter((entry) => extname(entry) === extension)) {
      const source = await readFile(new URL(name, folder))
      const bytes = extension === '.css' ? Buffer.from(withAddresses(source.toString(), assets)) : source
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
      assets.push({
        name,
        path: `/assets/${basename(name, extension)}.${hash}${extension}`,
        mediaType,
        bytes
      })
    }
  }
  return assets
}

const withAddresses = (css: string, assets: Asset[]) =>
  assets.reduce((text, { name, path }) => text.replaceAll(`url(${name})`, `url(${path})`), css)

/** The address of an asset by its name; throws for a name that is not there, so that a page cannot point at nothing. */
export function addressOf(assets: Asset[]): (name: string) => string {
  const paths = new Map(assets.map(({ name, path }) => [name, path]))
  return (name) => {
    const path = paths.get(name)
    if (path === undefined) throw new Error(`src/site/assets has no ${name}`)
    return path
  }
}
