import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const screens = [
  { name: 'phone', viewport: { width: 390, height: 844 } },
  { name: 'desktop', viewport: { width: 1440, height: 900 } }
]

// On a busy machine a font comes after the first layout and within the 100 ms that `font-display: optional` waits,
// while its text is not shown yet: a shift of 0.002 at most, seen by nobody. A late font would be far above this.
const noticed = 0.01

/** On every page, light and dark, on a phone and a desktop: axe, console errors, foreign requests, overflow, shift. */
export async function checkPages(browser: Browser, baseUrl: string, paths: string[]): Promise<string[]> {
  const views = screens.flatMap((screen) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ ...screen, colorScheme }))
  )
  const problems = await Promise.all(
    views.map(async ({ name, viewport, colorScheme }) => {
      const found: string[] = []
      const context = await browser.newContext({
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        bypassCSP: true
      })
      for (const path of paths) {
        const page = await context.newPage()
        const faults = await checkPage(page, baseUrl, path)
        found.push(...faults.map((problem) => `${path} (${name}, ${colorScheme}): ${problem}`))
        await page.close()
      }
      await context.close()
      return found
    })
  )
  const narrow = await browser.newContext({ viewport: { width: 320, height: 640 } })
  const page = await narrow.newPage()
  const violations = watch(page, baseUrl)
  for (const path of paths) {
    await page.goto(baseUrl + path, { waitUntil: 'load' })
    violations.push(...(await overflow(page)).map((problem) => `${path} (320 px): ${problem}`))
  }
  await narrow.close()
  return [...problems.flat(), ...violations]
}

async function checkPage(page: Page, baseUrl: string, path: string): Promise<string[]> {
  const faults = watch(page, baseUrl)
  await page.goto(baseUrl + path, { waitUntil: 'load' })
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 100)
      })
  )
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  await page.addScriptTag({ path: axe })
  const violations: string[] = await page.evaluate(async () => {
    const results = await Reflect.get(window, 'axe').run(document, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } }
    })
    return results.violations.flatMap(
      ({ id, nodes }: { id: string; nodes: { target: string[]; failureSummary: string }[] }) =>
        nodes.slice(0, 3).map((node) => `axe ${id} at ${node.target}: ${node.failureSummary}`)
    )
  })
  return [
    ...faults,
    ...violations,
    ...(await overflow(page)),
    ...(shift > noticed ? [`shifts by ${shift}`] : [])
  ]
}

/** Collects what a page should not do while it is open. */
function watch(page: Page, baseUrl: string): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    const isExpected = message.location().url.includes('/no-such-page/')
    if (['error', 'warning'].includes(message.type()) && !isExpected)
      faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(baseUrl) || request.url().startsWith('data:')
    if (!isOwn) faults.push(`asks another host: ${request.url()}`)
  })
  return faults
}

const overflow = async (page: Page) => {
  const [scroll, client] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth
  ])
  return Number(scroll) > Number(client) ? [`is wider than the screen: ${scroll} px of ${client}`] : []
}
