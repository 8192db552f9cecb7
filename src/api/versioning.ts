import { documentation, noticeMonths, successor } from './deprecation.ts'
import { canonicalPrefix, type Version } from './versions.ts'

/** The versioning policy for machines, the extension `x-api-versioning` (section 9 of the specification). */
export function versioning(versions: Version[], baseUrl: string) {
  const current = versions.at(-1)
  const alias = versions.find((version) => version.alias)
  return {
    strategy: 'url-path',
    current: current?.name,
    canonicalPrefix: current && `${canonicalPrefix(current)}/`,
    aliasPrefix: alias && '/api/',
    policy: `A breaking change is published under a new prefix; the version before it keeps working for at least ${noticeMonths} months. The alias follows one version and is not guaranteed permanently.`,
    deprecations: versions.flatMap((version) =>
      version.deprecation
        ? [
            {
              version: version.name,
              announced: version.deprecation.announced,
              sunset: version.deprecation.ends,
              documentation: documentation(version.deprecation, baseUrl),
              successor: successor(version, versions, baseUrl)
            }
          ]
        : []
    ),
    deprecationSignals: {
      headers: ['Deprecation', 'Sunset', 'Link'],
      description:
        'Every answer of a deprecated version, errors included, carries Deprecation (RFC 9745: when it was announced), Sunset (RFC 8594: when it stops working) and Link with the relations deprecation, sunset and successor-version.',
      policyUrl: `${baseUrl}/developers/#versioning`,
      minimumNoticeMonths: noticeMonths
    }
  }
}
