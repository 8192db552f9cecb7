import { partOf } from '../base/json-schema.ts'
import { entriesOf, fieldOf } from '../base/json-value.ts'
import { pointerPart } from '../base/problem.ts'
import { pathOf } from '../base/url-path.ts'
import { type Business, dataFiles } from '../business/business.ts'
import { Image } from '../business/schemas/values.ts'

/** A link of the data to this site: its data file, without `.json`; its place and its URL; the path in the URL, decoded. */
export type PageLink = ReturnType<typeof listPageLinks>[number]

/** Lists the links of all fields in the order of a table of contents: the services are last. */
export function listPageLinks({ baseUrl, ...facts }: Business) {
  const { catalog, pricing, faq, profile, site, words: _words, ...others } = facts
  const contents: [file: string, value: unknown][] = [
    ...Object.entries(others),
    ['services', { categories: catalog.categories }],
    ['pricing', pricing],
    ['faq', faq],
    ['profile', profile],
    // The menu and the redirects have checks of their own.
    ['site', { licence: site?.licence }],
    ['services', { examples: catalog.services }]
  ]
  return contents.flatMap(([file, value]) =>
    Array.from(findLinks(value, fieldOf(dataFiles, file, 'schema')), (field) => ({ file, ...field }))
      .filter(({ url }) => url.startsWith(`${baseUrl}/`))
      .map((field) => ({ ...field, path: pathOf(field.url.slice(baseUrl.length)) }))
  )
}

/** Yields URLs with the JSON pointer of the list entry that has each, empty outside lists, and its own in the entry or the file. */
function* findLinks(
  value: unknown,
  schema: unknown,
  pointer = '',
  link = ''
): Generator<{ pointer: string; link: string; url: string }> {
  if (typeof value === 'string' && fieldOf(schema, 'format') === 'uri') yield { pointer, link, url: value }
  // Loading finds the images that are missing.
  if (fieldOf(schema, '$id') === Image.$id) return
  for (const [name, part] of entriesOf(value)) {
    const place = link + pointerPart(name)
    const [entry, rest] = Array.isArray(value) ? [pointer + place, ''] : [pointer, place]
    yield* findLinks(part, partOf(schema, name), entry, rest)
  }
}
