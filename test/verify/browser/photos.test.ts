// Loads photos as phones take them on the screen of a phone, and counts what arrives.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { hasBrowser, launch } from '../../../harness/browser.ts'
import { buildWhole, facts, listen } from '../../helper.ts'
import { findShifts, recordShifts } from './check-shifts.ts'

// In CI a missing browser is a failure; elsewhere it skips these tests.
const skip = !hasBrowser && process.env.CI !== 'true' && 'no Chromium: set CHROMIUM to its path'

const width = 4000
const height = 3000

/** Returns noise as large as a photo, whose grains are as many pixels wide. */
async function drawGrains(grain: number, sigma: number) {
  const size = { width: width / grain, height: height / grain }
  const noise = { type: 'gaussian', mean: 128, sigma } as const
  const small = await sharp({ create: { ...size, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const { data, info } = await sharp(small)
    .blur(0.7)
    .resize(width)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width, height, channels: info.channels } }
}

/** Draws four photos of 12 megapixels: shades, shapes and grains of several sizes, in about 3 MB each, with the place where they were taken. */
async function drawPhotos(): Promise<Buffer[]> {
  const shades = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="a" x2="1" y2="1"><stop stop-color="#c63"/><stop offset="1" stop-color="#036"/></linearGradient><path fill="url(#a)" d="M0 0h4000v3000H0z"/></svg>`
  const grains = await Promise.all([
    drawGrains(100, 90),
    drawGrains(20, 60),
    drawGrains(4, 26),
    drawGrains(1, 18)
  ])
  const { data, info } = await sharp(Buffer.from(shades))
    .composite(grains.map((grain) => ({ ...grain, blend: 'overlay' as const })))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const draw = () =>
    sharp(data, { raw: { width, height, channels: info.channels } })
      .jpeg({ quality: 90 })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1 4/1 30/1' } })
  return Promise.all([draw(), draw().flip(), draw().flop(), draw().negate()].map((photo) => photo.toBuffer()))
}

/** Serves a business with four photos: one of the business and a gallery. */
async function serve(t: Test) {
  const siteDir = t.testdir()
  const photos = await drawPhotos()
  for (const [index, photo] of photos.entries()) writeFileSync(join(siteDir, `${index}.jpg`), photo)
  t.ok(
    Math.min(...photos.map(({ length }) => length)) > 2_500_000,
    `they have many details: ${photos.map(({ length }) => length)}`
  )
  const server = createServer()
  const baseUrl = await listen(t, () => {}, server)
  const given = await facts(undefined, undefined, baseUrl)
  const [image, ...gallery] = photos.map((_, index) => ({
    ...{ src: `${baseUrl}/${index}.jpg`, alt: 'תמונה', width, height }
  }))
  const business = {
    ...given,
    profile: { ...given.profile, gallery, ...(image && { image }) },
    site: { ...given.site, hero: 'split' as const, home: ['gallery', 'services', 'contact'] }
  }
  const app = await buildWhole(t, { business }, { baseUrl, siteDir })
  await app.preparePhotos()
  server.on('request', app.listener)
  return baseUrl
}

t.test('four photos of 12 megapixels on a phone', { skip, timeout: 300_000 }, async (t) => {
  const baseUrl = await serve(t)
  const browser = await launch()
  t.teardown(() => browser.close())
  for (const path of ['/', '/about/']) {
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
    })
    await recordShifts(context)
    const page = await context.newPage()
    const sizes: number[] = []
    page.on('requestfinished', async (request) => {
      if (request.resourceType() === 'image' && request.url().includes('/photos/'))
        sizes.push((await request.sizes()).responseBodySize)
    })
    await page.goto(baseUrl + path, { waitUntil: 'load' })
    for (const image of await page.locator('picture img').all()) {
      await image.scrollIntoViewIfNeeded()
      await image.evaluate((element) => (element instanceof HTMLImageElement ? element.decode() : undefined))
    }
    await page.waitForLoadState('networkidle')
    const sum = sizes.reduce((all, size) => all + size, 0)
    t.equal(sizes.length, 4, `${path}: all are loaded, ${sizes}`)
    t.ok(sum <= 350_000, `${path}: they have ${sum} bytes`)
    t.strictSame(await findShifts(page), [], `${path}: nothing moves`)
    await context.close()
  }
})
