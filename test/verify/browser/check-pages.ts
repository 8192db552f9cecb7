import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Business } from '../../../src/business/business.ts'
import { buildWhole, listen } from '../../helper.ts'
import {
  findCoveredEnd,
  findDividedPrices,
  findHiddenHero,
  findSmallTargets,
  findWrongColours
} from './check-look.ts'
import { findShifts, recordShifts } from './check-shifts.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Serves a business, read for the URL at which it is served, until the end of the test. */
export async function serve(t: Test, read: (baseUrl: string) => Promise<Business>, settings = {}) {
  const server = createServer()
  const baseUrl = await listen(t, () => {}, server)
  const business = await read(baseUrl)
  const { listener, site } = await buildWhole(t, { business }, { baseUrl, ...settings })
  server.on('request', listener)
  return { baseUrl, business, site }
}

export const screens = [
  { name: 'phone', viewport: { width: 390, height: 844 } },
  { name: 'desktop', viewport: { width: 1366, height: 768 } }
]

/** Which links the contact bar covers depends on the height. */
const phones = [
  { width: 360, height: 640 },
  { width: 412, height: 823 },
  { width: 390, height: 844 }
]
/** The limit of a first visit: all responses with their headers, compressed, without pictures of the owner. */
const maxTransfer = 60_000
const targetSize = { runOnly: ['target-size'] }

/** Checks every page on phones, a tablet and a desktop, light and dark: axe, console, other hosts, overflow, layout shift, transfer. */
export async function checkPages(browser: Browser, baseUrl: string, paths: string[]): Promise<string[]> {
  const problems = await Promise.all(
    screens.map(async ({ name, viewport }) => {
      const found: string[] = []
      const context = await browser.newContext({
        viewport,
        reducedMotion: 'reduce',
        bypassCSP: true,
        hasTouch: name === 'phone'
      })
      await recordShifts(context)
      // One window for all pages: opening a window takes longer than the checks of a page.
      const page = await context.newPage()
      const faults = watch(page, baseUrl)
      const session = await context.newCDPSession(page)
      const readTransfer = await countTransfer(session)
      for (const path of paths) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        readTransfer()
        const problems = await checkPage(page, baseUrl + path)
        const transfer = readTransfer()
        if (transfer > maxTransfer) problems.push(`transfers ${transfer} bytes on a first visit`)
        if (name === 'phone') problems.push(...(await checkWidths(page, session)))
        found.push(...[...faults.splice(0), ...problems].map((problem) => `${path} (${name}): ${problem}`))
      }
      await context.close()
      return found
    })
  )
  return problems.flat()
}

async function checkPage(page: Page, address: string): Promise<string[]> {
  const found: string[] = []
  await page.goto(address, { waitUntil: 'load' })
  await page.addScriptTag({ path: axe })
  // Layout shifts have been observed by the time that another script is loaded.
  found.push(...(await findShifts(page)))
  found.push(...(await overflow(page)), ...(await findHiddenHero(page)), ...(await findWrongColours(page)))
  if (await page.evaluate(() => matchMedia('(pointer: coarse)').matches))
    found.push(...(await findObscuredTargets(page)))

  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  found.push(...(await violations(page, { rules: { 'target-size': { enabled: true } } })))
  if (await page.evaluate(() => matchMedia('(pointer: coarse)').matches))
    found.push(...(await findSmallTargets(page)))
  // Of all axe rules, only the contrast depends on the colour scheme.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const inTheDark = await violations(page, { runOnly: ['color-contrast'] })
  found.push(...(await findWrongColours(page)))
  found.push(...inTheDark.map((problem) => `in the dark, ${problem}`))
  return found
}

/** Returns the targets that something covers on one of the phones, before the visitor scrolls. */
async function findObscuredTargets(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const viewport of phones) {
    await page.setViewportSize(viewport)
    found.push(...(await violations(page, targetSize)))
  }
  return found
}

/** Checks the open page on a tablet and on the narrowest phone, then with text of twice its size. */
async function checkWidths(page: Page, session: CDPSession): Promise<string[]> {
  const narrowest = { width: 320, height: 640 }
  const tablet = { width: 768, height: 1024 }
  await page.setViewportSize(narrowest)
  const found = [
    ...(await overflow(page)),
    ...(await findCoveredEnd(page)),
    ...(await findDividedPrices(page))
  ]
  await page.setViewportSize(tablet)
  found.push(...(await overflow(page)), ...(await findSmallTargets(page)), ...(await findDividedPrices(page)))
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const viewport of [tablet, { width: 1024, height: 768 }, { width: 320, height: 800 }]) {
    await page.setViewportSize(viewport)
    const problems = [...(await overflow(page)), ...(await findCoveredEnd(page))]
    found.push(...problems.map((problem) => `with text of twice its size, ${problem}`))
  }
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  return found
}

/** Returns the violations that axe finds, each with its first three elements. */
const violations = (page: Page, options: Record<string, unknown>): Promise<string[]> =>
  page.evaluate(async (options) => {
    const results = await Reflect.get(window, 'axe').run({ ...options, resultTypes: ['violations'] })
    return results.violations.flatMap(
      ({ id, nodes }: { id: string; nodes: { target: string[]; failureSummary: string }[] }) =>
        nodes.slice(0, 3).map((node) => `axe ${id} at ${node.target}: ${node.failureSummary}`)
    )
  }, options)

/** Collects console messages, errors and requests to other hosts while the page is open. */
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
    if (!isOwn) faults.push(`requests another host: ${request.url()}`)
  })
  return faults
}

/** Disables the cache, and returns a function that returns the bytes of all responses since its last call, without pictures. */
async function countTransfer(session: CDPSession): Promise<() => number> {
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  const pictures = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Image' && !response.url.includes('/assets/')) pictures.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength
  })
  return () => {
    const total = bytes
    bytes = 0
    return total
  }
}

export const overflow = async (page: Page) => {
  const [scroll, client] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth
  ])
  return Number(scroll) > Number(client) ? [`is wider than the screen: ${scroll} px of ${client}`] : []
}
