import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { immutable, type Resource } from '../resources/resources.ts'

/** A file of src/site/assets, or one that its scripts import. Its URL path contains a hash of its bytes, so clients may cache it for a year. */
interface Asset {
  name: string
  path: string
  mediaType: string
  content: Buffer
}

const folder = new URL('./assets/', import.meta.url)

// The modules outside the folder that its scripts import.
const imported = ['../../base/spelling.js']

// Style sheets come last, because they contain the hashed paths of fonts and marks: when one changes, so do they.
const mediaTypes = [
  ['.woff2', 'font/woff2'],
  ['.svg', 'image/svg+xml'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8']
] as const

/** Returns the assets by path, with `rules` at the end of style sheets, and the path of an asset by name. */
export async function readAssets(rules: string, hasServer: boolean) {
  const assets = await readAll(rules)
  const paths = new Map(assets.map(({ name, path }) => [name, path]))
  return {
    resources: assets
      .filter(({ name }) => name !== 'webmcp.js' || hasServer)
      .map(({ path, mediaType, content }): [path: string, Resource] => {
        const headers = { 'content-type': mediaType, 'cache-control': immutable }
        return [path, { read: async () => ({ headers, content }) }]
      }),
    /** Throws if the asset does not exist, so no page has a broken link. */
    asset: (name: string): string => {
      const path = paths.get(name)
      if (path === undefined) throw new Error(`src/site/assets has no ${name}`)
      return path
    }
  }
}

/** Reads the files, with the paths at which they are served instead of file names, and without comments. */
async function readAll(rules: string): Promise<Asset[]> {
  const names = [...imported, ...(await readdir(folder))]
  const assets: Asset[] = []
  for (const [extension, mediaType] of mediaTypes) {
    for (const name of names.filter((entry) => extname(entry) === extension)) {
      const source = await readFile(new URL(name, folder))
      const text = () =>
        extension === '.css' ? joinLines(shorten(`${source}`)) + rules : shorten(`${source}`)
      const content = extension === '.woff2' ? source : Buffer.from(replaceFileNames(text(), assets))
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 10)
      const path = `/assets/${basename(name, extension)}.${hash}${extension}`
      assets.push({ name, path, mediaType, content })
    }
  }
  return assets
}

// Comments and indentation are a sixth of the compressed bytes.
const shorten = (text: string) =>
  text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*/gm, '')
    .replace(/^\s+/gm, '')

const joinLines = (styles: string) =>
  styles.replace(/\n/g, ' ').replace(/(?<=[{};,]|\w:) |;(?= ?\})| (?=\{)|(?<![\d.])0(?=\.\d)/g, '')

const replaceFileNames = (text: string, assets: Asset[]) =>
  assets.reduce(
    (replaced, { name, path }) =>
      replaced.replaceAll(`url(${name})`, `url(${path})`).replaceAll(`from '${name}'`, `from '${path}'`),
    text
  )
