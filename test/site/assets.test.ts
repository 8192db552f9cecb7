import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { t } from 'tap'
import { readAssets } from '../../src/site/assets.ts'
import { fontsOf, styleRules } from '../../src/site/theme.ts'
import { build, facts } from '../helper.ts'
import { builtInPages, fixtures, renderAll, settings, shippedData } from './sample.ts'

t.test('assets', async (t) => {
  const assets = await readAssets()
  const find = (name: string) => assets.find((asset) => asset.name === name)

  t.test('have a hash of their bytes in their path', async (t) => {
    for (const { path } of assets) t.match(path, /^\/assets\/[a-z-]+\.[0-9a-f]{10}\.(woff2|svg|css|js)$/)
  })

  t.test('the style sheet refers to the fonts and marks by their path', async (t) => {
    const css = `${(await readAssets(styleRules())).find(({ name }) => name === 'site.css')?.bytes}`
    const urls = Array.from(css.matchAll(/url\(([^)]*)\)/g), ([, url = '']) => url)
    const used = [...fontsOf().map((family) => `${family}-hebrew.woff2`), 'call.svg']
    for (const name of used) t.ok(urls.includes(`${find(name)?.path}`), name)
    for (const url of urls)
      t.ok(
        assets.some(({ path }) => path === url),
        url
      )
  })

  t.test('a script refers to the modules that it imports by their path', async (t) => {
    const names = `${find('filter-questions.js')?.bytes}`.match(/(?<=from ')[^']+/g)
    t.same(names, [assets.find(({ name }) => name.endsWith('/spelling.js'))?.path])
  })

  t.test('have no comments, and the style sheet has the rules of a site at its end', async (t) => {
    for (const { name, bytes } of await readAssets(':root{--own:1}')) {
      if (name.endsWith('.js')) t.notMatch(`${bytes}`, /^\s*\/[/*]/m, name)
      if (name !== 'site.css') continue
      t.notMatch(`${bytes}`, '/*')
      t.match(`${bytes}`, /}:root\{--own:1\}$/)
    }
  })
})

t.test('every class of the pages has a rule, and every rule a class', async (t) => {
  const businesses = await Promise.all(fixtures.map((fixture) => facts(fixture)))
  const given = await settings()
  const sites = await Promise.all(businesses.map((business) => builtInPages(business, given)))
  const html = sites.flatMap(renderAll).map(({ html }) => html)
  const used = new Set(
    html
      .flatMap((page) => Array.from(page.matchAll(/ class="([^"]*)"/g), ([, names = '']) => names.split(' ')))
      .flat()
  )
  const css = String((await readAssets()).find(({ name }) => name === 'site.css')?.bytes)
  const selectors = css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/@media[^{]*/g, '')
  const ruled = new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name))
  const unruled = [...used].filter((name) => !ruled.has(name) && !name.startsWith('language-'))
  t.same(unruled, [])
  // A fixture need not have all facts, so a class may be in the source only.
  const folder = join(import.meta.dirname, '../../src/site')
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\.(tsx|js)$/.test(name))
  const source = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
  const unused = [...ruled].filter(
    (name) => !used.has(name) && !new RegExp(`["'\` ]${name}["'\` ]`).test(source)
  )
  t.same(unused, [])
})

t.test('the manifest has the name, language and direction of the business', async (t) => {
  const business = await facts(shippedData)
  const app = await build(t, { business })
  const { name, dir, lang } = (await app.inject('/site.webmanifest')).json()
  t.strictSame({ name, dir, lang }, { name: business.profile.name, dir: 'rtl', lang: 'he' })
})
