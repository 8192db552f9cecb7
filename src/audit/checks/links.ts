import { type Check, unless, verdict } from '../check.ts'
import { parseLinks, registered } from '../links.ts'

const wanted = [
  'api-catalog',
  'service-desc',
  'service-doc',
  'describedby',
  'sitemap',
  'license',
  'canonical',
  'alternate'
]
const linksOf = ({ headers }: { headers: Headers }) => parseLinks(headers.get('link') ?? '')
const proxy = 'A proxy or CDN in front has to pass the Link header on.'

export const links: Check[] = [
  {
    name: 'the Link header of every page leads agents on',
    fetches: 'pages',
    asks: { isitagentready: ['linkHeaders'], standards: ['RFC 8288', 'RFC 9727'] },
    fix: proxy,
    run: async (subject) =>
      verdict(
        await subject.eachPage(({ html }) => {
          const relations = linksOf(html).flatMap((link) => link.relations)
          return wanted.flatMap((relation) =>
            unless(relations.includes(relation), `has no link to ${relation}`)
          )
        })
      )
  },
  {
    name: 'the Link header of the API leads to its description, documentation and licence',
    fetches: '/api/v1/profile.json',
    asks: { standards: ['RFC 8631'] },
    fix: proxy,
    run: async (subject) => {
      const relations = linksOf(await subject.get('/api/v1/profile.json')).flatMap((link) => link.relations)
      return verdict(
        ['service-desc', 'service-doc', 'license'].flatMap((relation) =>
          unless(relations.includes(relation), `it has no link to ${relation}`)
        )
      )
    }
  },
  {
    name: 'the relations in Link headers are registered ones',
    fetches: 'pages and /api/profile.json',
    asks: { standards: ['IANA link relations'] },
    fix: 'Whatever adds the link in front has to use a registered relation.',
    run: async (subject) => {
      const api = linksOf(await subject.get('/api/profile.json'))
      const pages = (await subject.pages()).flatMap(({ html }) => linksOf(html))
      const relations = new Set([...api, ...pages].flatMap((link) => link.relations))
      return verdict([...relations].flatMap((name) => unless(registered.includes(name), `"${name}" is none`)))
    }
  },
  {
    name: 'the links of the home page lead to what they say',
    fetches: '/ and the targets of its Link header',
    asks: { standards: ['RFC 8288'] },
    fix: 'Let the address through to the server.',
    run: async (subject) => {
      const targets = linksOf((await subject.home()).html)
      const problems = targets.map(async ({ target, type }) => {
        const address = new URL(target, subject.origin)
        if (address.origin !== subject.origin) return []
        const { status, type: served } = await subject.get(subject.pathOf(target))
        return [
          ...unless(status === 200, `${target} answers ${status}`),
          ...unless(type === undefined || served.startsWith(type), `${target} is ${served} and not ${type}`)
        ]
      })
      return verdict((await Promise.all(problems)).flat())
    }
  }
]
