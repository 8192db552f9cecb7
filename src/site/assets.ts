import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { immutable, type Resource } from '../resources/resources.ts'

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

/**
 * Returns the assets by path, with `rules` at the end of style sheets, and the path of an asset by name. A path contains a hash
 * of the bytes, so clients may cache it for a year. Texts have these paths instead of file names, and no comments.
 */
export async function readAssets(rules: string, hasServer: boolean) {
  const names = [...imported, ...(await readdir(folder))]
  const paths = new Map<string, string>()
  const resources: [path: string, Resource][] = []
  for (const [extension, mediaType] of mediaTypes) {
    for (const name of names.filter((entry) => extname(entry) === extension)) {
      const source = await readFile(new URL(name, folder))
      const text = () =>
        extension === '.css' ? joinLines(shorten(`${source}`)) + rules : shorten(`${source}`)
      const content = extension === '.woff2' ? source : Buffer.from(replaceFileNames(text(), paths))
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 10)
      const path = `/assets/${basename(name, extension)}.${hash}${extension}`
      const headers = { 'content-type': mediaType, 'cache-control': immutable }
      paths.set(name, path)
      if (name !== 'webmcp.js' || hasServer)
        resources.push([path, { read: async () => ({ headers, content }) }])
    }
  }
  return {
    resources,
    /** Throws if the asset does not exist, so no page has a broken link. */
    asset: (name: string): string => {
      const path = paths.get(name)
      if (path === undefined) throw new Error(`src/site/assets has no ${name}`)
      return path
    }
  }
}

// Comments and indentation are a sixth of the compressed bytes.
const shorten = (text: string) =>
  text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/^\s*\/\/.*/gm, '')
    .replace(/^\s+/gm, '')

const joinLines = (styles: string) =>
  styles.replace(/\n/g, ' ').replace(/(?<=[{};,]|\w:) |;(?= ?\})| (?=\{)|(?<![\d.])0(?=\.\d)/g, '')

const replaceFileNames = (text: string, paths: Map<string, string>) =>
  [...paths].reduce(
    (replaced, [name, path]) =>
      replaced.replaceAll(`url(${name})`, `url(${path})`).replaceAll(`from '${name}'`, `from '${path}'`),
    text
  )
