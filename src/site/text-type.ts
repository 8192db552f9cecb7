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

/** Returns what gives the media type of a text file's bytes; undefined if the name is not that of a text file. */
export function textTypeOf(file: string): ((bytes: Buffer) => string) | undefined {
  const type = types.get(extname(file).toLowerCase())
  return type === undefined
    ? undefined
    : (bytes) => (type.startsWith('text/') && isUtf8(bytes) ? `${type}; charset=utf-8` : type)
}
