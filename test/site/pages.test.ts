import { type Test, t } from 'tap'
import { createBuiltInPages, type RenderedPage } from '../../src/site/render.ts'
import { baseUrl, facts } from '../helper.ts'
import { englishData, settings, shippedData } from './sample.ts'

for (const dataDir of [shippedData, englishData]) {
  t.test(`the pages of ${dataDir}`, async (t) => {
    const business = await facts(dataDir)
    const website = createBuiltInPages(business, await settings({ accessLog: true }))
    const pages = [...website.paths.map((path) => website.render(path)), website.renderNotFound()]

    t.test('are the ten of every site, one a service and the one that is not found', async (t) => {
      t.equal(pages.length, 10 + business.services.examples.length + 1)
    })

    t.test('have titles and descriptions that no other page has', async (t) => {
      t.equal(new Set(pages.map(({ title }) => title)).size, pages.length)
      t.equal(new Set(pages.map(({ description }) => description)).size, pages.length)
      for (const { path, description } of pages) {
        t.ok(description.length >= 50 && description.length <= 161, `${path}: ${description}`)
      }
    })

    for (const page of pages) t.test(`${page.path} is sound HTML`, async (t) => checkHtml(t, page))
  })
}

function checkHtml(t: Test, { path, title, html }: RenderedPage) {
  t.match(html, /^<!doctype html><html lang="[a-z]+" dir="(rtl|ltr)"><head><meta charset="utf-8"/)
  t.equal(html.match(/<h1[ >]/g)?.length, 1, 'has one main heading')
  t.equal(html.match(/<title>/g)?.length, 1, `has one title: ${title}`)
  t.notMatch(
    html,
    /<style|\sstyle=|\son[a-z]+=|javascript:|undefined|\[object /,
    'has nothing inline or unfilled'
  )

  const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)/g)]
  for (const [, attributes = '', content = ''] of scripts) {
    if (attributes.includes('application/ld+json')) JSON.parse(content)
    else t.match([attributes, content], [/ src="\/assets\/[a-z-]+\.[0-9a-f]{10}\.js"/, /^$/])
  }

  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  t.equal(new Set(ids).size, ids.length, 'gives each id once')
  for (const [, id] of html.matchAll(/ (?:for|aria-labelledby)="([^"]*)"/g))
    t.ok(ids.includes(id), `has ${id}`)

  const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
  levels.reduce((above, level) => {
    t.ok(level <= above + 1, `skips no heading level at h${level}`)
    return level
  }, 0)

  const isIndexed = path !== '/404/'
  t.equal(html.includes(`<link rel="canonical" href="${baseUrl}${path}"/>`), isIndexed)
  t.equal(html.includes('<meta name="robots" content="noindex"/>'), !isIndexed)
}

t.test('there is no page at an unknown path', async (t) => {
  const website = createBuiltInPages(await facts(shippedData), await settings())
  t.throws(() => website.render('/services/no-such-service/'), {
    message: 'there is no page at /services/no-such-service/'
  })
  t.throws(() => website.render('/pricing'), { message: 'there is no page at /pricing' })
})
