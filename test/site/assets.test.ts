import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { t } from 'tap'
import { createAssetLookup, readAssets } from '../../src/site/assets.ts'
import { manifest } from '../../src/site/documents.ts'
import { createBuiltInPages } from '../../src/site/render.ts'
import { facts } from '../helper.ts'
import { settings, shippedData } from './sample.ts'

t.test('assets', async (t) => {
  const assets = await readAssets()
  const find = (name: string) => assets.find((asset) => asset.name === name)

  t.test('have a hash of their bytes in their path', async (t) => {
    for (const { path } of assets) t.match(path, /^\/assets\/[a-z-]+\.[0-9a-f]{10}\.(woff2|svg|css|js)$/)
  })

  t.test('the style sheet refers to the fonts and marks by their path', async (t) => {
    const urls = [...(find('site.css')?.bytes.toString() ?? '').matchAll(/url\(([^)]*)\)/g)].map(
      ([, url = '']) => url
    )
    t.equal(urls.length, assets.filter(({ name }) => /\.(woff2|svg)$/.test(name)).length)
    for (const url of urls)
      t.ok(
        assets.some(({ path }) => path === url),
        url
      )
  })

  t.test('a script refers to the modules that it imports by their path', async (t) => {
    const names = Array.from(
      find('filter-questions.js')
        ?.bytes.toString()
        .matchAll(/from '([^']+)'/g) ?? [],
      ([, name]) => name
    )
    t.same(names, [assets.find(({ name }) => name.endsWith('/spelling.js'))?.path])
  })

  t.test('an unknown name throws', async (t) => {
    t.throws(() => createAssetLookup(assets)('no-such.css'), {
      message: 'src/site/assets has no no-such.css'
    })
  })

  t.test('a first visit transfers at most 60 KB', async (t) => {
    const builtIn = createBuiltInPages(await facts(shippedData), await settings())
    // The site folder of another business may have no icon.
    const icon = await readFile('site/favicon.svg').catch(() => Buffer.alloc(0))
    for (const path of builtIn.paths) {
      const html = builtIn.render(path).html
      const loaded = assets.filter((asset) => html.includes(asset.path))
      const sizes = loaded.map(({ name, bytes }) =>
        name.endsWith('.woff2') ? bytes.length : brotliCompressSync(bytes).length
      )
      const total = sizes.reduce((sum, size) => sum + size, brotliCompressSync(html).length + icon.length)
      t.ok(total <= 60_000, `${path}: ${total} bytes`)
    }
  })
})

t.test('the manifest has the name, language and direction of the business', async (t) => {
  const business = await facts(shippedData)
  const { name, dir, lang } = JSON.parse(manifest(createBuiltInPages(business, await settings()).context))
  t.strictSame({ name, dir, lang }, { name: business.profile.name, dir: 'rtl', lang: 'he' })
})
