import { Type } from '@sinclair/typebox'
import type { AuditedSite } from '../audited-site.ts'
import type { Check } from '../check.ts'
import type { SiteResponse } from '../client.ts'
import { checkOperations, sampleOperations } from '../operation-paths.ts'
import { collect, expect, notApplicable } from '../problems.ts'

interface Link {
  target: string
  relations: string[]
  type?: string
}

export function parseLinks(header: string): Link[] {
  return Array.from(
    header.matchAll(/<([^<>]*)>((?:\s*;\s*[\w*-]+(?:=(?:"[^"]*"|[^",;\s]*))?)*)/g),
    ([, target = '', rest = '']) => {
      const readParameter = (name: string) =>
        rest
          .match(new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^",;\\s]*))`, 'i'))
          ?.slice(1)
          .find((value) => value !== undefined)
      const type = readParameter('type')
      const relations = (readParameter('rel') ?? '').split(/\s+/)
      return { target, relations, ...(type !== undefined && { type }) }
    }
  )
}

const readLinks = ({ headers }: SiteResponse) => parseLinks(headers.get('link') ?? '')

export const readRelations = (response: SiteResponse): string[] =>
  readLinks(response).flatMap(({ relations }) => relations)

/** The relations that a business site may use: the relations that IANA has registered, and `ard` of ARD 0.91. */
const registeredRelations = `
  about alternate api-catalog ard author canonical collection contents copyright current deprecation describedby
  describes dns-prefetch edit enclosure first glossary help icon index item last latest-version license
  linkset manifest me modulepreload next nofollow original preconnect predecessor-version prefetch preload
  prev privacy-policy profile related search section self service service-desc service-doc service-meta
  sitemap status stylesheet successor-version sunset tag terms-of-service type up version-history via
`
  .trim()
  .split(/\s+/)

const pageRelations = 'api-catalog service-desc service-doc describedby sitemap canonical alternate'.split(
  ' '
)
const apiRelations = ['service-desc', 'service-doc']

async function readLicenceRelation(site: AuditedSite): Promise<string[]> {
  const { info } = await site.getJson('/openapi.json', Described).catch(() => ({ info: {} }))
  return 'license' in info ? ['license'] : []
}

const Described = Type.Object({ info: Type.Object({}) })

const findMissing = (response: SiteResponse, wanted: string[]) => {
  const relations = readRelations(response)
  return wanted.filter((name) => !relations.includes(name)).map((name) => `has no link with rel="${name}"`)
}

const forwardLink = 'Configure the proxy or CDN to forward the Link header.'
const sendLink =
  'Send a Link header with these relations, such as </llms.txt>; rel="describedby", and forward it through a proxy or CDN.'

export const links: Check[] = [
  {
    name: 'every page has a Link header with the relations that agents follow',
    fetches: 'pages',
    asks: { isitagentready: ['linkHeaders'], standards: ['RFC 8288', 'RFC 9727'] },
    fix: sendLink,
    ownFix: forwardLink,
    run: async (site) => {
      const wanted = [...pageRelations, ...(await readLicenceRelation(site))]
      return site.checkPages(({ html }) => findMissing(html, wanted))
    }
  },
  {
    name: 'every version of the API links to its description, documentation and stated licence',
    fetches: 'one operation per folder of the API',
    asks: { standards: ['RFC 8631'] },
    fix: sendLink,
    ownFix: forwardLink,
    run: async (site) => {
      const wanted = [...apiRelations, ...(await readLicenceRelation(site))]
      return checkOperations(site, async (path) =>
        findMissing(await site.get(path), wanted).map((problem) => `${path} ${problem}`)
      )
    }
  },
  {
    name: 'every relation in a Link header is registered',
    fetches: 'pages and one operation per folder of the API',
    asks: { standards: ['IANA link relations'] },
    fix: 'Use a registered relation in the link that the proxy or CDN adds.',
    run: async (site) => {
      const operations = await sampleOperations(site)
      const responses = await Promise.all(operations.map((path) => site.get(path)))
      const pages = (await site.readPages()).map(({ html }) => html)
      const relations = new Set([...responses, ...pages].flatMap(readRelations))
      if (relations.size === 0) return notApplicable('no page or operation has a Link header')
      return [...relations].flatMap((name) =>
        expect(registeredRelations.includes(name), `"${name}" is not a registered relation`)
      )
    }
  },
  {
    name: 'every link in the Link header of the home page works and has its declared type',
    fetches: '/ and the targets of its Link header',
    asks: { standards: ['RFC 8288'] },
    fix: 'Forward the URL to the server.',
    run: async (site) => {
      const links = readLinks((await site.readHomePage()).html)
      if (links.length === 0) return notApplicable('the home page has no Link header')
      return collect(links, async ({ target, type }) => {
        if (site.resolve(target).origin !== site.origin) return []
        const { status, type: actual } = await site.get(site.toPath(target))
        return [
          ...expect(status === 200, `${target} returns ${status}`),
          ...expect(
            type === undefined || actual.startsWith(type),
            `${target} has the type "${actual}", not "${type}"`
          )
        ]
      })
    }
  }
]
