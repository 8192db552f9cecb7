import { createHash } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import type { AuditedSite } from '../audited-site.ts'
import { type Check, checkDocument } from '../check.ts'
import { collect, describeContentType, expect, notApplicable } from '../problems.ts'
import { readRelations } from './links.ts'

const Target = Type.Object({ href: Type.String({ format: 'uri' }), type: Type.Optional(Type.String()) })
const Targets = Type.Array(Target, { minItems: 1 })
const Api = Type.Object({
  anchor: Type.String({ format: 'uri' }),
  item: Type.Optional(Targets),
  'service-desc': Targets,
  'service-doc': Targets,
  'service-meta': Type.Optional(Targets),
  status: Type.Optional(Targets),
  license: Type.Optional(Targets)
})
const ApiCatalog = Type.Object({ linkset: Type.Array(Api, { minItems: 1 }) })
const PartialApiCatalog = Type.Object({ linkset: Type.Array(Type.Partial(Api)) })

const SkillIndex = Type.Object({
  $schema: Type.Literal('https://schemas.agentskills.io/discovery/0.2.0/schema.json'),
  skills: Type.Array(
    Type.Object({
      name: Type.String({ pattern: '^[a-z0-9](-?[a-z0-9])*$', maxLength: 64 }),
      type: Type.Union([Type.Literal('skill-md'), Type.Literal('archive')]),
      description: Type.String({ minLength: 1, maxLength: 1024 }),
      url: Type.String({ minLength: 1 }),
      digest: Type.String({ pattern: '^sha256:[0-9a-f]{64}$' })
    }),
    { minItems: 1 }
  )
})

const Manifest = Type.Object({
  entries: Type.Array(
    Type.Object({
      identifier: Type.String({ pattern: '^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$' }),
      displayName: Type.String({ minLength: 1 }),
      type: Type.String({ pattern: '^[a-z]+/.+' }),
      // An entry has a URL or its document.
      url: Type.Optional(Type.String({ format: 'uri' })),
      data: Type.Optional(Type.Unknown()),
      // ARD 0.91 recommends two to five.
      representativeQueries: Type.Optional(Type.Array(Type.String({ minLength: 1 })))
    }),
    { minItems: 1 }
  )
})

/** Returns the URLs of entries. Another site may also have resources of a business, unless this software serves the site. */
async function listOwnUrls(
  site: AuditedSite,
  entries: Static<typeof Manifest>['entries']
): Promise<string[]> {
  const isOwn = await site.isOwn()
  return entries.flatMap(({ url }) =>
    url !== undefined && (isOwn || url.startsWith(`${site.origin}/`)) ? [url] : []
  )
}

export const catalogs: Check[] = [
  {
    name: 'the API catalog is a linkset with a description and documentation for each API',
    fetches: '/.well-known/api-catalog',
    asks: { isitagentready: ['apiCatalog'], standards: ['RFC 9727', 'RFC 9264'] },
    fix: 'Publish /.well-known/api-catalog as application/linkset+json, with a Link header (RFC 9727).',
    ownFix: 'Forward /.well-known/ to the server, and its types and headers to the client.',
    run: async (site) => {
      const path = '/.well-known/api-catalog'
      await site.getJson(path, ApiCatalog)
      const { type } = await site.get(path)
      const head = await site.send(path, { method: 'HEAD' })
      return [
        ...expect(/^application\/linkset\+json\b/.test(type), `${path} ${describeContentType(type)}`),
        ...expect(head.status === 200, `HEAD ${path} returns ${head.status}`),
        ...expect(readRelations(head).includes('api-catalog'), `${path} has no link with rel="api-catalog"`)
      ]
    }
  },
  {
    name: 'every link in the API catalog works',
    fetches: '/.well-known/api-catalog and its targets',
    asks: { standards: ['RFC 9727'] },
    fix: 'Forward the URL to the server. If it leads to another site, correct the catalog.',
    ownFix: 'Forward the URL to the server. If it leads to another site, set BASE_URL.',
    run: async (site) => {
      const path = '/.well-known/api-catalog'
      if ((await site.get(path)).status === 404) return notApplicable('the site has no API catalog')
      const { linkset } = await site.getJson(path, PartialApiCatalog)
      const targets = linkset.flatMap((api) =>
        [api['service-desc'], api['service-doc'], api['service-meta'], api.status].flatMap(
          (links = []) => links
        )
      )
      return site.checkUrls(targets.map(({ href }) => href))
    }
  },
  {
    name: 'every skill has the digest that the index of skills states',
    fetches: '/.well-known/agent-skills/index.json and its skills',
    asks: { isitagentready: ['agentSkills'], standards: ['Agent Skills Discovery 0.2.0'] },
    fix: 'Publish /.well-known/agent-skills/index.json with the digest of each skill (agentskills.io).',
    ownFix: 'Configure the proxy to forward the skill unchanged.',
    run: async (site) => {
      const { skills } = await site.getJson('/.well-known/agent-skills/index.json', SkillIndex)
      return collect(skills, async ({ url, digest }) => {
        const { status, bytes } = await site.get(site.toPath(url))
        const actual = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
        if (status !== 200) return [`${url} returns ${status}`]
        return expect(actual === digest, `${url} has the digest ${actual}, not ${digest}`)
      })
    }
  },
  {
    name: 'the ARD manifest lists resources for agents, each with a URL or its document',
    fetches: '/.well-known/ard.json and its entries',
    asks: { isitagentready: ['ard'], standards: ['ARD 0.91'] },
    fix: 'Publish /.well-known/ard.json with the identifier, name, type and URL of each resource (ARD 0.91).',
    ownFix:
      'Forward /.well-known/ to the server, and its types to the client. If an entry is on another site, set BASE_URL.',
    run: async (site) => {
      const path = '/.well-known/ard.json'
      const { entries } = await site.getJson(path, Manifest)
      const { type } = await site.get(path)
      return [
        ...expect(/^application\/(.+\+)?json\b/.test(type), `${path} ${describeContentType(type)}`),
        ...entries.flatMap(({ identifier, url, data }) =>
          expect((url === undefined) !== (data === undefined), `${identifier} must have either url or data`)
        ),
        ...(await site.checkUrls(await listOwnUrls(site, entries)))
      ]
    }
  },
  {
    name: 'security.txt has a contact and expires within a year',
    fetches: '/.well-known/security.txt',
    asks: { standards: ['RFC 9116'] },
    fix: 'Publish /.well-known/security.txt as text/plain with Contact and Expires (RFC 9116).',
    ownFix: 'Restart the server at least once a year, or renew .well-known/security.txt in SITE_DIR.',
    run: checkDocument('/.well-known/security.txt', ({ type, text }) => {
      const path = '/.well-known/security.txt'
      const left = Date.parse(text.match(/^Expires: (.*)$/im)?.[1] ?? '') - Date.now()
      return [
        ...expect(/^text\/plain/.test(type), `${path} ${describeContentType(type)}`),
        ...expect(/^Contact: (mailto:|https:\/\/|http:\/\/|tel:)\S+$/im.test(text), `${path} has no Contact`),
        ...expect(left > 0 && left < 365 * 86_400_000, `${path} has no Expires date within a year`)
      ]
    })
  }
]
