import t, { type Test } from 'tap'
import type { SiteFile } from '../../src/business/schemas/site.ts'
import { build, facts } from '../helper.ts'

/** Returns the home page and the style sheet of a site. */
async function readLook(t: Test, site: SiteFile = {}) {
  const app = await build(t, { business: { ...(await facts()), site } })
  const page = await app.inject('/')
  const styleSheets = page.body.match(/(?<=<link rel="stylesheet" href=")[^"]+/g) ?? []
  const css = await app.inject(String(styleSheets[0]))
  return { page, styleSheets, css }
}

const immutable = 'public, max-age=31536000, immutable'
const plain = (css: string) => css.replace(/\s/g, '')
const original = await readLook(t)

t.test('the colours of a site', async (t) => {
  t.test('are in the one style sheet of each page, with another hash', async (t) => {
    const { styleSheets, css, page } = await readLook(t, { accent: '#0B6E4F', accent_dark: '#7fd8b4' })
    t.equal(styleSheets.length, 1)
    t.not(styleSheets[0], original.styleSheets[0])
    t.match(css.headers, { 'content-type': 'text/css; charset=utf-8', 'cache-control': immutable })
    t.match(plain(css.body), '--accent:#0b6e4f;--field:#0b6e4f}@media(prefers-color-scheme:dark)')
    t.match(plain(css.body), '--accent:#7fd8b4;--field:#0b6e4f}}')
    t.notMatch(page.body, /<style|style="/)
  })

  t.test('change the style sheet for screens only', async (t) => {
    const { css } = await readLook(t, { accent_dark: '#7fd8b4' })
    const [before, changed] = [original, { css }].map(({ css }) => css.body.split(/(?=@media screen\{:root)/))
    t.equal(changed?.[0], before?.[0])
    t.not(changed?.[1], before?.[1])
  })

  t.test('replace every use of the default accent', async (t) => {
    const uses = original.css.body.match(/#(?:2337c6|2638b8|aab6ff|1f30b0)/g)
    t.same(uses, ['#2337c6', '#2337c6', '#aab6ff', '#2638b8'], 'only as custom properties')
  })
})

t.test('the font of a site', async (t) => {
  const preloads = (html: string) =>
    Array.from(html.matchAll(/rel="preload" href="\/assets\/([a-z-]+)-[a-z]+\./g), ([, name]) => name)

  t.test('is the built-in pair without `font`, and with `serif`', async (t) => {
    t.same(new Set(preloads(original.page.body)), new Set(['assistant', 'frank-ruhl-libre']))
    t.same((await readLook(t, { font: 'serif' })).styleSheets, original.styleSheets)
  })

  t.test('is one family with `sans`', async (t) => {
    const { page, css } = await readLook(t, { font: 'sans' })
    t.same(new Set(preloads(page.body)), new Set(['assistant']))
    t.match(plain(css.body), /--serif:var\(--sans\)\}h1,h2,h3\{font-weight:600\}/)
  })

  t.test('is no file with `system`', async (t) => {
    const { page, css } = await readLook(t, { font: 'system' })
    t.same(preloads(page.body), [])
    t.match(plain(css.body), '--sans:system-ui,sans-serif;--serif:var(--sans)}')
  })
})
