import t, { type Test } from 'tap'
import type { SiteFile } from '../../../src/business/schemas/site.ts'
import { baseUrl, build, buildWhole, config, dataWith, facts, folderWith } from '../../helper.ts'
import { englishData } from '../sample.ts'

// The file does not have the values of these tests, so their place is the whole file.
const siteFile = `${config.dataDir}/site.json`

const withSite = async (site: SiteFile) => ({ business: { ...(await facts(englishData)), site } })

/** Returns the problems and the warnings of a check of the site, without the file. */
async function check(t: Test, site: SiteFile, settings = {}) {
  const { problems, warnings } = await (await buildWhole(t, await withSite(site), settings)).checkSite()
  const shorten = (line: string) => line.replace(`${siteFile}:1:1 `, '')
  return { problems: problems.map(shorten), warnings: warnings.map(shorten) }
}

const navigation = (html: string) => /<header.*?<\/header>/s.exec(html)?.[0] ?? ''

t.test('the menu of site.json', async (t) => {
  const site = {
    menu: [
      { label: 'Start', href: `${baseUrl}/` },
      { label: 'Repairs', href: `${baseUrl}/services/` },
      { label: 'Price list', href: `${baseUrl}/files/prices.pdf` },
      { label: 'Shop & more', href: 'https://shop.example/?a=1' },
      { label: 'Call', href: 'tel:+15550100' },
      { label: 'Lost', href: `${baseUrl}/servces/` },
      { label: 'Hot', href: `${baseUrl}/services/#hot` }
    ]
  }
  const files = { siteDir: folderWith(t, { 'files/prices.pdf': '%PDF' }) }
  const app = await build(t, await withSite(site), files)

  t.test('is the menu of every page, in its order, without links to missing pages', async (t) => {
    const html = navigation((await app.inject('/pricing/')).body)
    const links = Array.from(html.matchAll(/<li><a href="([^"]*)"[^>]*>([^<]*)/g), ([, ...link]) => link)
    t.same(links, [
      ['/', 'Start'],
      ['/services/', 'Repairs'],
      ['/files/prices.pdf', 'Price list'],
      ['https://shop.example/?a=1', 'Shop &amp; more'],
      ['tel:+15550100', 'Call'],
      ['/services/#hot', 'Hot']
    ])
    t.match(html, 'class="button small"', 'the button to the contact page stays')
  })

  t.test('marks the current page, and the page that the current one is below', async (t) => {
    const currentOn = async (path: string) =>
      Array.from(
        navigation((await app.inject(path)).body).matchAll(/<li><a href="([^"]*)" aria-current="(\w+)"/g),
        ([, ...link]) => link
      )
    const [example] = (await facts(englishData)).catalog.services
    t.same(await currentOn('/'), [['/', 'page']])
    t.same(await currentOn('/services/'), [['/services/', 'page']])
    t.same(await currentOn(`/services/${example?.id}/`), [['/services/', 'true']])
    t.same(await currentOn('/pricing/'), [])
  })

  t.test('may be empty, and has no second link to the contact page', async (t) => {
    const headerOf = async (menu: NonNullable<SiteFile['menu']>) =>
      navigation((await (await build(t, await withSite({ menu }))).inject('/')).body)
    const html = await headerOf([{ label: 'Write to us', href: `${baseUrl}/contact/` }])
    t.equal(html.match(/href="\/contact\/"/g)?.length, 1)
    t.notMatch(await headerOf([]), '<nav')
  })

  t.test('is checked: a missing page is a problem', async (t) => {
    const menu = [
      { label: 'Lost', href: `${baseUrl}/servces/` },
      { label: 'Prices', href: `${baseUrl}/pricing` },
      { label: 'Gone', href: `${baseUrl}/zzzzzzzzzzzz` }
    ]
    t.same((await check(t, { menu })).problems, [
      '/menu/0/href: is not a page or file of the site, got "/servces/". Did you mean "/services/"?',
      '/menu/1/href: is not a page or file of the site, got "/pricing". Did you mean "/pricing/"?',
      '/menu/2/href: is not a page or file of the site, got "/zzzzzzzzzzzz". Add the page, or write the URL of another page.'
    ])
  })
})

t.test('a redirect of site.json', async (t) => {
  const redirects = {
    '/prices.php': `${baseUrl}/pricing/`,
    '/old/': `${baseUrl}/services/#${'repair'}`,
    '/%D7%92%D7%9C%D7%A8%D7%99%D7%94': `${baseUrl}/about/`,
    '/מחירים.html': `${baseUrl}/pricing/?from=old`,
    '/a b%': 'https://shop.example/',
    '/feed%2Frss': `${baseUrl}/about/`
  }
  const app = await build(t, await withSite({ redirects }))

  t.test('sends 308 for Markdown too, with or without a slash at the end, encoded or not', async (t) => {
    for (const [url, location] of [
      ['/prices.php', '/pricing/'],
      ['/prices.php/', '/pricing/'],
      ['/old', '/services/#repair'],
      ['/old/', '/services/#repair'],
      [encodeURI('/גלריה'), '/about/'],
      [encodeURI('/מחירים.html'), '/pricing/?from=old'],
      ['/a%20b%25', 'https://shop.example/'],
      ['/feed%2Frss', '/about/']
    ] as const) {
      const response = await app.inject({ url, headers: { accept: 'text/markdown' } })
      t.match(response, { statusCode: 308, headers: { location } }, url)
    }
  })

  t.test('keeps the query of the request, before a fragment, unless its URL has one', async (t) => {
    const locationOf = async (url: string) => (await app.inject(url)).headers.location
    t.equal(await locationOf('/prices.php?a=%D7%90&b=$&'), '/pricing/?a=%D7%90&b=$&')
    t.equal(await locationOf('/old?a=1'), '/services/?a=1#repair')
    t.equal(await locationOf(`${encodeURI('/מחירים.html')}?a=1`), '/pricing/?from=old')
  })

  t.test('stays on the site if the path of its URL looks like another host', async (t) => {
    const url = `${baseUrl}//other.example/x`
    const site = { redirects: { '/old/': url }, menu: [{ label: 'Lost', href: url }] }
    const app = await build(t, await withSite(site))
    const { location } = (await app.inject('/old/')).headers
    t.equal(new URL(`${location}`, `${baseUrl}/old/`).href, url)
    t.notMatch(navigation((await app.inject('/')).body), 'other.example', 'a menu leaves out a missing page')
    const { problems, warnings } = await check(t, site)
    t.match(problems, ['/menu/0/href: is not a page or file of the site'])
    t.match(warnings, [/redirects to a path that does not exist/])
  })

  t.test('is in no sitemap and in no llms.txt', async (t) => {
    for (const path of ['/sitemap.xml', '/llms.txt']) t.notMatch((await app.inject(path)).body, 'prices.php')
  })

  t.test('works on a site with its own pages, and never hides one of them', async (t) => {
    const settings = { siteDir: folderWith(t, { 'index.html': '<title>Home</title>', 'prices.php': 'text' }) }
    const custom = await build(t, await withSite({ redirects }), settings)
    t.equal((await custom.inject('/old')).statusCode, 308)
    t.equal((await custom.inject('/prices.php')).statusCode, 200)
  })

  t.test('of a path that the server answers is a problem, and has no effect', async (t) => {
    const taken = [
      ...['/', '/pricing/', '/pricing', '/pricing.md', '/llms.txt', '/mcp', '/healthz', '/api/v1/old.json'],
      ...['/favicon.svg', '/openapi.json', '/site.webmanifest', '/robots.txt']
    ]
    const site = { redirects: Object.fromEntries(taken.map((path) => [path, `${baseUrl}/about/`])) }
    const message = 'has no effect, because the server already serves this path'
    t.same(
      (await check(t, site)).problems,
      taken.map(
        (path) => `/redirects/${path.replaceAll('/', '~1')}: ${message}, got "${path}". Delete the redirect.`
      )
    )
    const other = await build(t, await withSite(site))
    for (const path of taken) t.not((await other.inject(path)).headers.location, '/about/', path)
  })

  t.test('to a path that does not exist is a warning', async (t) => {
    const missing = {
      '/a.php': `${baseUrl}/abuot/`,
      '/b.php': `${baseUrl}/zzzzzzzzzzzzzz?a=b`,
      '/c.php': `${baseUrl}/prices/`
    }
    const site = { redirects: { ...missing, ...redirects } }
    t.same(await check(t, site), {
      problems: [],
      warnings: [
        `/redirects/~1a.php: redirects to a path that does not exist, got "/abuot/". Did you mean "/about/"?`,
        `/redirects/~1b.php: redirects to a path that does not exist, got "/zzzzzzzzzzzzzz". Add the page, or write the URL of another page.`,
        `/redirects/~1c.php: redirects to a path that does not exist, got "/prices/". Did you mean "/pricing/"?`
      ]
    })
  })
})

t.test('a link to a missing page and a redirect without effect are logged at the start', async (t) => {
  const edits = {
    'pricing#/quote_url': `${baseUrl}/quote/`,
    'profile#/contact/contact_page': `${baseUrl}/kontakt/`,
    'site#/redirects': { '/about/': '/' }
  }
  const dataDir = dataWith(t, edits, englishData)
  const lines: string[] = []
  const warn = (line: string) => void lines.push(line)
  await build(t, { business: await facts(dataDir), warn }, { dataDir })
  t.match(lines.join('\n'), /site\.json:.* \/redirects\/~1about~1: has no effect, because the server/)
  const missing = lines.filter((line) => line.includes('page does not exist'))
  t.match(missing, [
    /pricing\.json:.* \/quote_url: page does not exist, got "\/quote\/"/,
    /profile\.json:.* \/contact\/contact_page: page does not exist, got "\/kontakt\/"/
  ])
})

t.test('every link of the data to a page that does not exist is a problem, in any encoding', async (t) => {
  const links = {
    'services#/categories/0/url': '/gone/',
    'services#/examples/0/url': '/sale-50%/',
    'pricing#/packages/0/url': '/%F9/#%F9',
    'pricing#/quote_url': '/מבצע/',
    'faq#/source': '/gone/',
    'profile#/links/gallery': '/guide.pdf',
    'profile#/same_as/0': `${baseUrl}/gone/`,
    'profile#/testimonials/0/url': '/gone/',
    'profile#/contact/contact_page': '/servces/',
    'site#/licence/url': '/gone/'
  }
  const edits = { 'site#/licence': { name: 'Terms' }, ...links }
  const dataDir = dataWith(t, edits, 'test/fixtures/guesthouse')
  const { checkSite } = await buildWhole(t, { business: await facts(dataDir) }, { dataDir })
  const found = (await checkSite()).problems.map((line) =>
    line.replace(/^.*\/(\w+)\.json:\S+ (\S+: )/, '$1#$2').replace(/ Add the page.*/, '')
  )
  const expected = Object.entries(links).map(([field, url]) => {
    const hint = url === '/servces/' ? ' Did you mean "/services/"?' : ''
    return `${field}: page does not exist, got "${url.replace(baseUrl, '')}".${hint}`
  })
  t.same(found.sort(), expected.sort())
})
