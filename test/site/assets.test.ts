import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { t } from 'tap'
import { config, facts, readSite } from '../helper.ts'
import { builtInPages, fixtures, renderAll } from './sample.ts'

const { resources } = (await readSite(config, await facts())).context
const paths = resources.listPaths().filter((path) => /^\/assets\/(?!og\.)/.test(path))
const find = (name: string) => paths.find((path) => path.startsWith(`/assets/${name}.`)) ?? ''
const read = async (path: string) => {
  const body = await resources.get(path)?.read()
  return body && 'content' in body ? String(body.content) : ''
}
const css = await read(find('site'))

t.test('assets', async (t) => {
  t.test('have a hash of their bytes in their path', async (t) => {
    for (const path of paths) t.match(path, /^\/assets\/[a-z-]+\.[0-9a-f]{10}\.(woff2|svg|css|js)$/)
  })

  t.test('the style sheet refers to the fonts and marks by their path', async (t) => {
    const urls = Array.from(css.matchAll(/url\(([^)]*)\)/g), ([, url = '']) => url)
    for (const name of ['assistant-hebrew', 'frank-ruhl-libre-hebrew', 'call'])
      t.ok(urls.includes(find(name)), name)
    for (const url of urls) t.ok(paths.includes(url), url)
  })

  t.test('a script refers to the modules that it imports by their path', async (t) => {
    t.same((await read(find('filter-questions'))).match(/(?<=from ')[^']+/g), [find('spelling')])
  })

  t.test('have no comments', async (t) => {
    t.notMatch(css, '/*')
    for (const path of paths.filter((path) => path.endsWith('.js')))
      t.notMatch(await read(path), /^\s*\/[/*]/m, path)
  })
})

t.test('every class of the pages has a rule, and every rule a class', async (t) => {
  const businesses = await Promise.all(fixtures.map((fixture) => facts(fixture)))
  const sites = await Promise.all(businesses.map((business) => builtInPages(business)))
  const html = sites.flatMap(renderAll).map(({ html }) => html)
  const used = new Set(
    html
      .flatMap((page) => Array.from(page.matchAll(/ class="([^"]*)"/g), ([, names = '']) => names.split(' ')))
      .flat()
  )
  const selectors = css.replace(/\{[^{}]*\}/g, '{}').replace(/@media[^{]*/g, '')
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
