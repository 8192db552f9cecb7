import { readObjects, readText, walkObjects } from '../../base/json-value.ts'
import type { Check } from '../check.ts'
import { collect, expect } from '../problems.ts'
import { describe } from './http.ts'

/** The documents that every site has, with their types. */
const documents: [path: string, type: RegExp][] = [
  ['/robots.txt', /^text\/plain\b/],
  ['/sitemap.xml', /^(?:application|text)\/xml\b/],
  ['/sitemap.md', /^text\/markdown\b/],
  ['/llms.txt', /^text\/plain\b/],
  ['/llms-full.txt', /^text\/plain\b/],
  ['/openapi.json', /^application\/(?:.+\+)?json\b/],
  ['/.well-known/api-catalog', /^application\/linkset\+json\b/],
  ['/.well-known/ard.json', /^application\/(?:.+\+)?json\b/],
  ['/.well-known/agent-skills/index.json', /^application\/json\b/],
  ['/.well-known/security.txt', /^text\/plain\b/]
]

const setBaseUrl =
  'Forward the URL to the server. If it leads to another site, set BASE_URL, or correct it in your own file.'

export const documentChecks: Check[] = [
  {
    name: 'every document returns 200 with its media type',
    fix: 'Forward the path to the server, and its Content-Type to the client.',
    run: (site) =>
      collect(documents, async ([path, expected]) => {
        const response = await site.follow(path)
        const { status, type } = response
        return expect(status === 200 && expected.test(type), `${path} ${describe(response)}`)
      })
  },
  {
    name: 'robots.txt closes the site to no crawler, and lists a sitemap on this site',
    fix: 'Remove the Disallow rules from robots.txt, or from the one that a CDN adds. If a sitemap is on another site, set BASE_URL.',
    run: async (site) => {
      const { status, text } = await site.get('/robots.txt')
      if (status !== 200) return [`/robots.txt returns ${status}`]
      const sitemaps = Array.from(text.matchAll(/^sitemap:[ \t]*(\S+)/gim), ([, url = '']) => url)
      return [
        ...expect(
          !/^[ \t]*disallow[ \t]*:[ \t]*\/\*?[ \t]*(?:#|$)/im.test(text),
          '/robots.txt has a group with "Disallow: /"'
        ),
        ...expect(sitemaps.length > 0, '/robots.txt has no Sitemap line'),
        ...(await site.checkUrls(sitemaps))
      ]
    }
  },
  {
    name: 'the sitemaps list pages that exist on this site',
    fix: setBaseUrl,
    run: async (site) => {
      const urls = await site.readSitemaps()
      const [first] = urls
      if (first === undefined) return ['/sitemap.xml lists no page']
      const other = urls.find((url) => !url.startsWith(`${site.origin}/`))
      const samples = (await site.samplePages()).map((path) => site.origin + path)
      return [...(other ? [`${other} is not on ${site.origin}`] : []), ...(await site.checkUrls(samples))]
    }
  },
  {
    name: 'every link in llms.txt works and is on this site',
    fix: setBaseUrl,
    run: async (site) => {
      const { status, text } = await site.get('/llms.txt')
      if (status !== 200) return [`/llms.txt returns ${status}`]
      const links = Array.from(text.matchAll(/\]\(([^)\s]+)/g), ([, url = '']) => url.replace(/#.*/, ''))
      return [...expect(links.length > 0, '/llms.txt has no link'), ...(await site.checkUrls(links))]
    }
  },
  {
    name: 'every link in the catalogs of the API, tools and skills works and is on this site',
    fix: setBaseUrl,
    run: (site) =>
      collect(['api-catalog', 'ard.json', 'agent-skills/index.json'], async (name) => {
        const path = `/.well-known/${name}`
        // A relation with another site, such as a licence, is not a link of the catalog.
        const links = [...walkObjects(await site.getJson(path))].flatMap(({ node }) => [
          readText(node, 'url'),
          ...linkRelations.flatMap((relation) =>
            readObjects(node, relation).map((link) => readText(link, 'href'))
          )
        ])
        const urls = links.filter(Boolean).map((url) => site.resolve(url).href)
        return [...expect(urls.length > 0, `${path} has no link`), ...(await site.checkUrls(urls))]
      })
  }
]

const linkRelations = ['service-desc', 'service-doc', 'service-meta', 'status']
