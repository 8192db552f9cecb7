import { type Test, t } from 'tap'
import type { MenuPage } from '../../src/context/context.ts'
import { pageTable } from '../../src/site/page-table.ts'
import { baseUrl, facts, folderWith } from '../helper.ts'
import {
  builtInPages,
  englishData,
  fixtures,
  type RenderedPage,
  renderAll,
  type TestPages,
  versionsOf
} from './sample.ts'

for (const dataDir of fixtures) {
  t.test(`the pages of ${dataDir}`, async (t) => {
    const business = await facts(dataDir)
    const given = { accessLog: true, versions: versionsOf(business) }
    const builtIn = await builtInPages(business, given)
    const pages = renderAll(builtIn)

    t.test('are the rows of the page table that exist, one per service, and the 404 page', async (t) => {
      const services = business.catalog.services.map(({ id }) => `/services/${id}/`)
      const rows = pageTable.filter(({ exists }) => exists?.(business) ?? true)
      const paths = [...rows.map(({ path }) => path), ...services, '/404/']
      const found = pages.map(({ path }) => path)
      t.strictSame(found, paths)
    })

    t.test('have unique titles and descriptions, the latter of 50 to 161 characters', async (t) => {
      t.equal(new Set(pages.map(({ title }) => title)).size, pages.length)
      t.equal(new Set(pages.map(({ description }) => description)).size, pages.length)
      for (const { path, description } of pages) {
        t.ok(description.length >= 50 && description.length <= 161, `${path}: ${description}`)
      }
    })

    t.test('have themselves as the last breadcrumb', async (t) => {
      for (const { path, html } of pages.filter(({ path }) => !['/', '/404/'].includes(path))) {
        const crumbs = between(html, '<nav class="crumbs"', '</nav>')
        t.match(crumbs, new RegExp(`.*<a href="${path}" aria-current="page">.*</a></li></ol>$`), path)
      }
    })

    for (const page of pages) t.test(`${page.path} is valid HTML`, async (t) => checkHtml(t, page))
  })
}

t.test('every page of the table exists for a fixture, such as the guest house', async (t) => {
  const businesses = await Promise.all(fixtures.map((dataDir) => facts(dataDir)))
  for (const { path, exists } of pageTable)
    t.ok(
      businesses.some((business) => exists?.(business) ?? true),
      path
    )
})

function checkHtml(t: Test, { path, title, html }: RenderedPage) {
  t.match(html, /^<!doctype html><html lang="[a-z]+" dir="(rtl|ltr)"><head><meta charset="utf-8"/)
  t.equal(html.match(/<h1[ >]/g)?.length, 1, 'has one main heading')
  t.equal(html.match(/<title>/g)?.length, 1, `has one title: ${title}`)
  t.notMatch(
    html,
    /<style|\sstyle=|\son[a-z]+=|javascript:|undefined|\[object /,
    'has no inline style or script and no missing value'
  )

  const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)/g)]
  for (const [, attributes = '', content = ''] of scripts) {
    if (attributes.includes('application/ld+json')) JSON.parse(content)
    else t.match([attributes, content], [/ src="\/assets\/[a-z-]+\.[0-9a-f]{10}\.js"/, /^$/])
  }

  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  t.equal(new Set(ids).size, ids.length, 'has unique ids')
  for (const [, id] of html.matchAll(/ (?:for|aria-labelledby)="([^"]*)"/g))
    t.ok(ids.includes(id), `has ${id}`)

  const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
  levels.reduce((above, level) => {
    t.ok(level <= above + 1, `skips no heading level before h${level}`)
    return level
  }, 0)

  const isIndexed = path !== '/404/'
  t.equal(html.includes(`<link rel="canonical" href="${baseUrl}${path}"/>`), isIndexed)
  t.equal(html.includes('<meta name="robots" content="noindex"/>'), !isIndexed)
}

t.test('the menus', async (t) => {
  const business = await facts(englishData)
  const builtIn = await builtInPages(business)
  const custom = await builtInPages(business, { siteDir: folderWith(t, { 'index.html': '<title>Home' }) })
  const about = (pages: TestPages, start: string, end: string) =>
    between(pages.render('/for-ai/').html, start, end)
  const frames: [menu: MenuPage['menus'][number], html: (pages: TestPages) => string][] = [
    ['header', (pages) => about(pages, '<header class="site-header">', '</header>')],
    ['footer', (pages) => about(pages, '<footer class="site-footer">', '<div class="small-print">')],
    ['programs', (pages) => about(pages, '<div class="small-print">', '</footer>')],
    ['notFound', (pages) => between(pages.renderNotFound().html, '<main', '</main>')]
  ]

  for (const [menu, read] of frames) {
    t.test(`link to the pages that the table puts in "${menu}", in its order`, async (t) => {
      const rows = pageTable.filter(
        ({ menus, exists }) => menus.includes(menu) && (exists?.(business) ?? true)
      )
      const expected = rows.map(({ path }) => path)
      t.strictSame(linksIn(read(builtIn)), expected)
      const kept = rows.filter(({ path, subject }) => subject === 'programs' || path === '/')
      t.strictSame(
        linksIn(read(custom)),
        kept.map(({ path }) => path),
        'on a custom site'
      )
    })
  }

  t.test('lead to the only service, unless categories have prices too', async (t) => {
    const { catalog, ...rest } = business
    const [service] = catalog.services
    const readLinks = async (categories: typeof catalog.categories) => {
      const services = service ? [service] : []
      const one = await builtInPages({ ...rest, catalog: { ...catalog, categories, services } })
      return frames.flatMap(([, read]) => linksIn(read(one))).filter((path) => path?.startsWith('/services/'))
    }
    const path = `/services/${service?.id}/`
    t.strictSame(await readLinks([]), [path, path, path])
    t.strictSame(await readLinks(catalog.categories), ['/services/', '/services/', '/services/'])
  })
})

const between = (html: string, start: string, end: string) => html.split(start)[1]?.split(end)[0] ?? ''

const linksIn = (html: string) => Array.from(html.matchAll(/<li><a href="(\/[^"]*)"/g), ([, path]) => path)
