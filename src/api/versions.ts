import { decodePath, formatLink } from '../base/url-path.ts'
import {
  type ApiVersion,
  canonicalPrefix,
  currentVersion,
  noticeMonths,
  operations
} from '../business/operations.ts'

/** Every version that is served, the oldest first; the last is the current one. */
export const versions: ApiVersion[] = [{ name: 'v1', hasAlias: true, operations }]

/** Returns the end of a version as `x-api-versioning` states it, or undefined if the version is not deprecated. */
function describeDeprecation(version: ApiVersion, versions: ApiVersion[], baseUrl: string) {
  const { name, deprecation } = version
  if (deprecation === undefined) return undefined
  const { announced, ends: sunset } = deprecation
  const documentation = new URL(deprecation.documentation, `${baseUrl}/`).href
  const next = versions[versions.indexOf(version) + 1]
  const successor = next && `${baseUrl}${canonicalPrefix(next)}${next.operations[0]?.path}`
  return { version: name, announced, sunset, documentation, successor }
}

/** Returns a function from a path to its headers: of a deprecated version Deprecation (RFC 9745), Sunset (RFC 8594) and links. */
export function createVersionHeaders(versions: ApiVersion[], baseUrl: string, links: string[]) {
  const headersOf = (version: ApiVersion): Record<string, string> => {
    const deprecation = describeDeprecation(version, versions, baseUrl)
    if (deprecation === undefined) return { link: links.join(', ') }
    const { announced, sunset, documentation, successor } = deprecation
    return {
      deprecation: `@${new Date(announced).getTime() / 1000}`,
      sunset: new Date(sunset).toUTCString(),
      link: [
        ...links,
        formatLink(documentation, 'deprecation', 'text/html'),
        formatLink(documentation, 'sunset', 'text/html'),
        ...(successor ? [formatLink(successor, 'successor-version')] : [])
      ].join(', ')
    }
  }
  const byName = new Map(versions.map((version) => [version.name, headersOf(version)]))
  const alias = versions.find((version) => version.hasAlias)
  const others = alias ? headersOf(alias) : { link: links.join(', ') }
  return (path: string): Record<string, string> => {
    // Decoded as the router does: `%61pi` is `api`.
    const [, root, name = ''] = path.split(/[/?]/, 3).map(decodePath)
    return root === 'api' ? (byName.get(name) ?? others) : {}
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
    deprecations: versions.flatMap((version) => describeDeprecation(version, versions, baseUrl) ?? []),
    deprecationSignals: {
      headers: ['Deprecation', 'Sunset', 'Link'],
      description:
        'Every response of a deprecated version, including errors, has Deprecation (RFC 9745: the date of the announcement), Sunset (RFC 8594: the date it stops working) and Link with the relations deprecation, sunset and successor-version.',
      policyUrl: `${baseUrl}/developers/#versioning`,
      minimumNoticeMonths: noticeMonths
    }
  }
}
