// Looks at the first screen of every business that the project ships, with each hero that has a picture.
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import t from 'tap'
import { hasBrowser, launch } from '../../../harness/browser.ts'
import { buildWhole, facts, listen } from '../../helper.ts'
import { shipped } from '../../shipped.ts'

// In CI a missing browser is a failure; elsewhere it skips these tests.
const skip = !hasBrowser && process.env.CI !== 'true' && 'no Chromium: set CHROMIUM to its path'
const screens = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 }
]

/** Returns the part of the first screen that the picture takes, how the shape of its file changes, and what hides the main action. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const image = document.querySelector<HTMLImageElement>('.hero img')
    const bar = document.querySelector('.contact-bar')?.getBoundingClientRect()
    const end = bar?.height ? bar.top : innerHeight
    const action = document.querySelector('.hero .button')?.getBoundingClientRect()
    const box = image?.getBoundingClientRect()
    const height = box && Math.min(box.bottom, end) - Math.max(box.top, 0)
    const middle = action && document.elementFromPoint(action.left + action.width / 2, action.top + 20)
    return {
      share:
        box && height ? (Math.min(box.width, innerWidth) * height) / (innerWidth * innerHeight) : undefined,
      isLoaded: image?.complete === true && image.naturalWidth > 0,
      isAbove: action !== undefined && action.bottom <= end && middle?.closest('.button') !== null,
      width: document.documentElement.scrollWidth
    }
  })

t.setTimeout(900_000)

for (const { name, dataDir, siteDir } of shipped) {
  t.test(name, { skip, timeout: 300_000 }, async (t) => {
    const browser = await launch()
    t.teardown(() => browser.close())
    for (const hero of [undefined, 'cover'] as const) {
      const server = createServer()
      const baseUrl = await listen(t, () => {}, server)
      const given = await facts(dataDir, undefined, baseUrl, siteDir)
      const business = { ...given, site: { ...given.site, ...(hero && { hero }) } }
      const { listener } = await buildWhole(t, { business }, { baseUrl, dataDir, siteDir })
      server.on('request', listener)
      for (const viewport of screens) {
        const where = `${hero ?? 'as it is'}, ${viewport.width} px`
        const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
        await page.goto(baseUrl, { waitUntil: 'load' })
        const { share, isLoaded, isAbove, width } = await measure(page)
        t.ok(isAbove, `the main action is above the bar: ${where}`)
        t.equal(width, viewport.width, `nothing is wider than the screen: ${where}`)
        const hasPicture = given.profile.image && (hero ?? given.site?.hero ?? 'split') !== 'line'
        if (hasPicture) t.ok(isLoaded, `the picture is loaded: ${where}`)
        if (hasPicture) t.ok((share ?? 0) >= 0.2, `the picture takes ${share} of the screen: ${where}`)
        await page.close()
      }
    }
  })
}
