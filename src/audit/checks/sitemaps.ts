import { refusesIndexing } from '../../base/text.ts'
import type { AuditedSite, Page } from '../audited-site.ts'
import { type Check, checkDocument } from '../check.ts'
import { findElements, readAttribute } from '../html.ts'
import { collect, describeContentType, expect, notApplicable } from '../problems.ts'

const missing = notApplicable('the site has no sitemap')

export const sitemaps: Check[] = [
  {
    name: 'sitemap.xml is XML and lists pages or sitemaps',
    fetches: '/sitemap.xml and the sitemaps in it and in robots.txt',
    asks: {
      isitagentready: ['sitemap'],
      a14y: ['sitemap-xml.exists', 'sitemap-xml.valid'],
      standards: ['sitemaps.org']
    },
    fix: 'Publish /sitemap.xml as application/xml, or name your sitemap in robots.txt.',
    ownFix: 'Forward /sitemap.xml to the server, or serve your own as application/xml.',
    run: async (site) => {
      const { status, type, text } = await site.follow('/sitemap.xml')
      const entries = await site.readSitemaps()
      // A line of robots.txt may name another file.
      if (status === 404 && entries.length > 0) return []
      if (status !== 200) return [`/sitemap.xml returns ${status}`]
      return [
        ...expect(/[/+]xml\b/.test(type), `/sitemap.xml ${describeContentType(type)}`),
        ...expect(/<(urlset|sitemapindex)\b/.test(text), '/sitemap.xml has no <urlset> or <sitemapindex>'),
        ...expect(entries.length > 0, '/sitemap.xml lists no page')
      ]
    }
  },
  {
    name: 'every page in the sitemaps has a lastmod that is not in the future',
    fetches: 'the sitemaps',
    asks: { a14y: ['sitemap-xml.has-lastmod'] },
    fix: 'Give each <url> of your sitemap a <lastmod>, such as 2026-11-20.',
    ownFix:
      'Give each <url> of your sitemap a <lastmod>, such as 2026-11-20. This server takes it from the files: copy them with their times (cp -p).',
    isWarning: true,
    run: async (site) => {
      const entries = await site.readSitemaps()
      if (entries.length === 0) return missing
      const tomorrow = Date.now() + 24 * 60 * 60 * 1000
      return entries.flatMap(({ loc, lastmod = '' }) => {
        const isTime = /^\d{4}(-\d\d(-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?)?)?$/.test(lastmod)
        return expect(
          isTime && Date.parse(lastmod) < tomorrow,
          `${loc} has ${lastmod === '' ? 'no lastmod' : `the lastmod "${lastmod}"`}`
        )
      })
    }
  },
  {
    name: 'every URL in the sitemaps is on this site',
    fetches: 'the sitemaps',
    asks: { standards: ['sitemaps.org'] },
    fix: 'List the public URLs of the site.',
    ownFix: 'Set BASE_URL to the public URL of the site.',
    run: async (site) => {
      const entries = await site.readSitemaps()
      if (entries.length === 0) return missing
      return entries.flatMap(({ loc }) =>
        expect(loc.startsWith(`${site.origin}/`), `${loc} is not on ${site.origin}`)
      )
    }
  },
  {
    name: 'sitemap.md lists the pages under a heading',
    fetches: '/sitemap.md',
    asks: { a14y: ['sitemap-md.exists', 'sitemap-md.has-structure'] },
    fix: 'Publish /sitemap.md: a heading, and a list of links to the pages.',
    ownFix: 'Forward /sitemap.md to the server, or write your own.',
    run: checkDocument('/sitemap.md', ({ type, text }) => [
      ...expect(!/html/.test(type), '/sitemap.md is HTML'),
      ...expect(/^#+ /m.test(text), '/sitemap.md has no heading'),
      ...expect(text.includes(']('), '/sitemap.md has no link')
    ])
  },
  {
    name: 'every page that the home page links to is in a sitemap',
    fetches: '/ and the sitemaps',
    asks: { a14y: ['discovery.indexed'] },
    fix: 'Add the page to the sitemap, or correct the link.',
    ownFix: 'Add the page to sitemap.xml in SITE_DIR, or correct the link.',
    isWarning: true,
    run: async (site) => {
      const entries = await site.readSitemaps()
      if (entries.length === 0) return missing
      const listed = new Set(entries.map(({ loc }) => site.toPath(loc).split('?')[0]))
      const { document } = await site.readHomePage()
      const links = findElements(document, ['a']).flatMap(
        ({ attribs }) => attribs.href?.match(/^\/[^?#]*/)?.[0] ?? []
      )
      const unlisted = [...new Set(links)].filter((path) => path.endsWith('/') && !listed.has(path))
      return collect(unlisted, async (path) => {
        const page = await site.readPage(path)
        return expect(page.html.status === 200 && asksToBeOmitted(page, site), `${path} is not in a sitemap`)
      })
    }
  }
]

/** Returns whether a page does not belong in a sitemap: it refuses indexing, leads elsewhere, or is a copy of another page. */
function asksToBeOmitted({ path, html, document }: Page, site: AuditedSite): boolean {
  const rules = [
    // The header may name the crawler before its rules.
    (html.headers.get('x-robots-tag') ?? '').replace(/\b(?:google|bing)bot\s{0,9}:/gi, ','),
    ...['robots', 'googlebot', 'bingbot'].map((name) => readAttribute(document, 'content', 'meta', { name }))
  ]
  const canonical = readAttribute(document, 'href', 'link', { rel: 'canonical' }) || path
  return (
    rules.some(refusesIndexing) ||
    readAttribute(document, 'content', 'meta', { 'http-equiv': 'refresh' }) !== '' ||
    site.toPath(canonical) !== path
  )
}
