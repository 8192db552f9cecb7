import { isUtf8 } from 'node:buffer'
import { extname } from 'node:path'

const types = new Map([
  ['.atom', 'application/atom+xml'],
  ['.css', 'text/css'],
  ['.csv', 'text/csv'],
  ['.geojson', 'application/geo+json'],
  ['.ics', 'text/calendar'],
  ['.js', 'text/javascript'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.md', 'text/markdown'],
  ['.mjs', 'text/javascript'],
  ['.rss', 'application/rss+xml'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain'],
  ['.vcf', 'text/vcard'],
  ['.webmanifest', 'application/manifest+json'],
  ['.xml', 'application/xml'],
  ['.yaml', 'application/yaml'],
  ['.yml', 'application/yaml']
])

/** Returns a function that gives the media type for the bytes of a text file, or undefined if the extension is not one of text. */
export function textTypeOf(file: string): ((bytes: Buffer) => string) | undefined {
  const type = types.get(extname(file).toLowerCase())
  return type === undefined
    ? undefined
    : (bytes) => (type.startsWith('text/') && isUtf8(bytes) ? `${type}; charset=utf-8` : type)
}
