import { formatLink } from '../base/url-path.ts'
import {
  type ApiVersion,
  canonicalPrefix,
  currentVersion,
  type Deprecation,
  listPrefixes
} from '../business/operation.ts'
import { operations } from '../business/operations.ts'

/** Every version that is served, the oldest first; the last is the current one. */
export const versions: ApiVersion[] = [{ name: 'v1', hasAlias: true, operations }]

export const noticeMonths = 12

function getSuccessorUrl(version: ApiVersion, versions: ApiVersion[], baseUrl: string): string | undefined {
  const next = versions[versions.indexOf(version) + 1]
  return next && `${baseUrl}${canonicalPrefix(next)}${next.operations[0]?.path}`
}

const getDocumentationUrl = ({ documentation }: Deprecation, baseUrl: string): string =>
  new URL(documentation, `${baseUrl}/`).href

/**
 * Returns a function from a request's path to the headers of every response there: below /api, Link and, for a deprecated
 * version, Deprecation (RFC 9745), Sunset (RFC 8594) and their links (RFC 5829 for the successor); elsewhere none.
 */
export function createVersionHeaders(versions: ApiVersion[], baseUrl: string, links: string[]) {
  const byPrefix = new Map([
    ['/api', { link: links.join(', ') }],
    ...versions.flatMap((version) => {
      const headers: Record<string, string> = headersOf(version, versions, baseUrl, links)
      return listPrefixes(version).map((prefix) => [prefix, headers] as const)
    })
  ])
  return (path: string): Record<string, string> => {
    const [, root, name] = path.split(/[/?]/, 3).map(decodePart)
    return byPrefix.get(`/${root}/${name}`) ?? byPrefix.get(`/${root}`) ?? {}
  }
}

/**
 * Returns a part of a path as the router reads it: `%61pi` is `api`. A malformed part stays as it is, and so does `%2F`, which
 * `decodePath` would turn into a delimiter.
 */
function decodePart(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURI(part)
  } catch {
    return part
  }
}

function headersOf(version: ApiVersion, versions: ApiVersion[], baseUrl: string, links: string[]) {
  const { deprecation } = version
  if (deprecation === undefined) return { link: links.join(', ') }
  const documentation = getDocumentationUrl(deprecation, baseUrl)
  const next = getSuccessorUrl(version, versions, baseUrl)
  return {
    deprecation: `@${new Date(deprecation.announced).getTime() / 1000}`,
    sunset: new Date(deprecation.ends).toUTCString(),
    link: [
      ...links,
      formatLink(documentation, 'deprecation', 'text/html'),
      formatLink(documentation, 'sunset', 'text/html'),
      ...(next ? [formatLink(next, 'successor-version')] : [])
    ].join(', ')
  }
}

/** Returns the versioning policy for machines, the extension `x-api-versioning` (section 9 of the specification). */
export function describeVersioning(versions: ApiVersion[], baseUrl: string) {
  const current = currentVersion(versions)
  const alias = versions.find((version) => version.hasAlias)
  const aliasPolicy =
    alias &&
    ` /api/ is an alias of ${canonicalPrefix(alias)}/ and is not guaranteed permanently: use the versioned path.`
  return {
    strategy: 'url-path',
    current: current.name,
    canonicalPrefix: `${canonicalPrefix(current)}/`,
    aliasPrefix: alias && '/api/',
    policy: `A breaking change is published under a new prefix. The version before it keeps working for at least ${noticeMonths} months.${aliasPolicy ?? ''}`,
    deprecations: versions.flatMap((version) => {
      const { name, deprecation } = version
      if (deprecation === undefined) return []
      const { announced, ends: sunset } = deprecation
      const documentation = getDocumentationUrl(deprecation, baseUrl)
      const successor = getSuccessorUrl(version, versions, baseUrl)
      return { version: name, announced, sunset, documentation, successor }
    }),
    deprecationSignals: {
      headers: ['Deprecation', 'Sunset', 'Link'],
      description:
        'Every response of a deprecated version, including errors, has Deprecation (RFC 9745: the date of the announcement), Sunset (RFC 8594: the date it stops working) and Link with the relations deprecation, sunset and successor-version.',
      policyUrl: `${baseUrl}/developers/#versioning`,
      minimumNoticeMonths: noticeMonths
    }
  }
}
