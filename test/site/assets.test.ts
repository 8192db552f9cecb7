import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { t } from 'tap'
import { addressOf, readAssets } from '../../src/site/assets.ts'
import { manifest } from '../../src/site/manifest.ts'
import { createBuiltInPages } from '../../src/site/render.ts'
import { facts } from '../helper.ts'
import { settings, shippedData } from './sample.ts'

t.test('assets', async (t) => {
  const assets = await readAssets()
  const find = (name: string) => assets.find((asset) => asset.name === name)

  t.test('have addresses that change with their bytes', async (t) => {
    for (const { path } of assets) t.match(path, /^\/assets\/[a-z-]+\.[0-9a-f]{10}\.(woff2|css|js)$/)
  })

  t.test('the style sheet names the fonts as they are served', async (t) => {
    const addresses = [...(find('site.css')?.bytes.toString() ?? '').matchAll(/url\(([^)]*)\)/g)].map(
      ([, url = '']) => url
    )
    t.equal(addresses.length, 4)
    for (const address of addresses)
      t.ok(
        assets.some(({ path }) => path === address),
        address
      )
  })

  t.test('a name that is not there is refused', async (t) => {
    t.throws(() => addressOf(assets)('no-such.css'), { message: 'src/site/assets has no no-such.css' })
  })

  t.test('a first visit costs at most 80 KB', async (t) => {
    const website = createBuiltInPages(await facts(shippedData), await settings())
    const icon = await readFile('site/favicon.svg')
    for (const path of website.paths) {
      const html = website.render(path).html
      const asked = assets.filter((asset) => html.includes(asset.path))
      const sizes = asked.map(({ name, bytes }) =>
        name.endsWith('.woff2') ? bytes.length : brotliCompressSync(bytes).length
      )
      const total = sizes.reduce((sum, size) => sum + size, brotliCompressSync(html).length + icon.length)
      t.ok(total <= 80_000, `${path}: ${total} bytes`)
    }
  })
})

t.test('the manifest names the business in its direction', async (t) => {
  const { name, dir, lang } = JSON.parse(
    manifest(createBuiltInPages(await facts(shippedData), await settings()).context)
  )
  t.strictSame({ name, dir, lang }, { name: 'נחת אוטומציות', dir: 'rtl', lang: 'he' })
})
