import { link } from '../http/link.ts'
import { type Deprecation, prefixes, type Version } from './versions.ts'

export const noticeMonths = 12

/** Throws, with one line, where an operationId repeats or a version would end before its notice is over. */
export function checkVersions(versions: Version[]): void {
  const ids = versions.flatMap(({ operations }) => operations.map(({ operationId }) => operationId))
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated) throw new Error(`Two operations have the operationId ${repeated}`)
  for (const { name, deprecation } of versions) {
    if (deprecation === undefined) continue
    const { announced, ends } = deprecation
    const earliest = new Date(announced)
    earliest.setUTCMonth(earliest.getUTCMonth() + noticeMonths)
    if (new Date(ends) >= earliest) continue
    throw new Error(
      `${name} is deprecated on ${announced} and ends on ${ends}: give at least ${noticeMonths} months`
    )
  }
}

/** The address of the next version, if there is one. */
export const successor = (version: Version, versions: Version[], baseUrl: string): string | undefined => {
  const next = versions[versions.indexOf(version) + 1]
  return next && `${baseUrl}/api/${next.name}/`
}

/** The address at which the end of a version is explained. */
export const documentation = ({ documentation: link }: Deprecation, baseUrl: string): string =>
  new URL(link, `${baseUrl}/`).href

/**
 * By the path of a request, the headers that every answer below /api carries: Link with the given links and, of a
 * deprecated version, Deprecation (RFC 9745), Sunset (RFC 8594) and their links (RFC 5829 for the successor). No
 * header for any other path.
 */
export function versionHeaders(versions: Version[], baseUrl: string, links: string[]) {
  const byPrefix = new Map([
    ['/api', { link: links.join(', ') }],
    ...versions.flatMap((version) =>
      prefixes(version).map((prefix): [string, Record<string, string>] => [
        prefix,
        headersOf(version, versions, baseUrl, links)
      ])
    )
  ])
  return (path: string): Record<string, string> => {
    const [, root, name] = path.split(/[/?]/)
    return byPrefix.get(`/${root}/${name}`) ?? byPrefix.get(`/${root}`) ?? {}
  }
}

function headersOf(version: Version, versions: Version[], baseUrl: string, links: string[]) {
  const { deprecation } = version
  if (deprecation === undefined) return { link: links.join(', ') }
  const explained = documentation(deprecation, baseUrl)
  const next = successor(version, versions, baseUrl)
  return {
    deprecation: `@${new Date(deprecation.announced).getTime() / 1000}`,
    sunset: new Date(deprecation.ends).toUTCString(),
    link: [
      ...links,
      link(explained, 'deprecation', 'text/html'),
      link(explained, 'sunset', 'text/html'),
      ...(next ? [link(next, 'successor-version')] : [])
    ].join(', ')
  }
}
