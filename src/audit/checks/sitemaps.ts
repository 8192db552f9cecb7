import { type Check, notApplicable, unless, verdict } from '../check.ts'
import { elements } from '../html.ts'

export const sitemaps: Check[] = [
  {
    name: 'sitemap.xml is XML that lists pages or sitemaps',
    fetches: '/sitemap.xml and the sitemaps that it lists',
    asks: {
      isitagentready: ['sitemap'],
      a14y: ['sitemap-xml.exists', 'sitemap-xml.valid'],
      standards: ['sitemaps.org']
    },
    fix: 'Let /sitemap.xml through to the server, or serve your own as application/xml.',
    run: async (subject) => {
      const { status, type, text } = await subject.get('/sitemap.xml')
      return verdict([
        ...unless(status === 200, `it answers ${status}`),
        ...unless(/[/+]xml\b/.test(type), `it is ${type}`),
        ...unless(/<(urlset|sitemapindex)\b/.test(text), 'it is neither a urlset nor a sitemapindex'),
        ...unless((await subject.entries()).length > 0, 'it lists no page')
      ])
    }
  },
  {
    name: 'every page of the sitemaps has a time of its last change, not in the future',
    fetches: 'the sitemaps',
    asks: { a14y: ['sitemap-xml.has-lastmod'] },
    fix: 'Give each url of your sitemap a lastmod of the form 2026-11-20.',
    run: async (subject) => {
      const entries = await subject.entries()
      if (entries.length === 0) return notApplicable('there is no sitemap')
      const tomorrow = Date.now() + 24 * 60 * 60 * 1000
      return verdict(
        entries.flatMap(({ loc, lastmod = '' }) => {
          const time = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(lastmod)
            ? Date.parse(lastmod)
            : Number.NaN
          return unless(time < tomorrow, `${loc} has the lastmod "${lastmod}"`)
        })
      )
    }
  },
  {
    name: 'every address of the sitemaps is of this site',
    fetches: 'the sitemaps',
    asks: { standards: ['sitemaps.org'] },
    fix: 'Set BASE_URL to the public address of the site.',
    run: async (subject) => {
      const entries = await subject.entries()
      if (entries.length === 0) return notApplicable('there is no sitemap')
      return verdict(
        entries.flatMap(({ loc }) =>
          unless(loc.startsWith(`${subject.origin}/`), `${loc} is not on ${subject.origin}`)
        )
      )
    }
  },
  {
    name: 'sitemap.md lists the pages under a heading',
    fetches: '/sitemap.md',
    asks: { a14y: ['sitemap-md.exists', 'sitemap-md.has-structure'] },
    fix: 'Let /sitemap.md through to the server, or write your own.',
    run: async (subject) => {
      const { status, type, text } = await subject.get('/sitemap.md')
      return verdict([
        ...unless(status === 200, `it answers ${status}`),
        ...unless(!/html/.test(type), 'it is HTML'),
        ...unless(/^#+ /m.test(text), 'it has no heading'),
        ...unless(/\[[^\]]+\]\([^)]+\)/.test(text), 'it has no link')
      ])
    }
  },
  {
    name: 'every page that the home page links to is in a sitemap',
    fetches: '/ and the sitemaps',
    asks: { a14y: ['discovery.indexed'] },
    fix: 'Add the page to your sitemap.',
    run: async (subject) => {
      const entries = await subject.entries()
      if (entries.length === 0) return notApplicable('there is no sitemap')
      const listed = new Set(entries.map(({ loc }) => subject.pathOf(loc).split('?')[0]))
      const { document } = await subject.home()
      const links = elements(document, ['a']).flatMap(
        ({ attribs }) => attribs.href?.match(/^\/[^?#]*/)?.[0] ?? []
      )
      const paths = new Set(links)
      return verdict(
        [...paths]
          .filter((path) => path.endsWith('/'))
          .flatMap((path) => unless(listed.has(path), `${path} is not listed`))
      )
    }
  }
]
