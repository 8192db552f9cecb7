import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Test } from 'tap'
import { listen } from '../../helper.ts'

/** A line grows while the browser reads it, so it may move this share of the screen before the page has arrived. */
const maxGrowth = 0.02
/** How a page arrives slowly: the browser paints its header before the rest, and then as many bytes at a time. */
const headerMs = 400
const chunkSize = 400
const chunkMs = 50

interface Shift {
  value: number
  time: number
  nodes: string
}

/** Records the layout shifts of the pages of a window, and when each has shown all of its HTML. */
export async function recordShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: Shift[] = []
    Reflect.set(window, 'shifts', shifts)
    addEventListener('DOMContentLoaded', () => {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => Reflect.set(window, 'arrived', performance.now()))
      )
    })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Layout shifts have no types yet.
        const sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] = Reflect.get(
          entry,
          'sources'
        )
        const nodes = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} ${node?.textContent?.slice(0, 40)} ${JSON.stringify([previousRect, currentRect])}`
        )
        shifts.push({ value: Reflect.get(entry, 'value'), time: entry.startTime, nodes: nodes.join('; ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns each layout shift that is too large, or that came after the page had arrived. */
export async function findShifts(page: Page): Promise<string[]> {
  await page.waitForFunction(() => Reflect.has(window, 'arrived'))
  const shifts = await page.evaluate<Shift[]>(() => Reflect.get(window, 'shifts'))
  const arrived = await page.evaluate<number>(() => Reflect.get(window, 'arrived'))
  return shifts
    .filter(({ value, time }) => value > maxGrowth || time > arrived)
    .map(({ value, nodes }) => `shifts by ${value}: ${nodes}`)
}

interface Screen {
  name: string
  viewport: { width: number; height: number }
}

/** Opens pages that arrive slowly, as from a slow network or on a slow device, and returns their layout shifts. */
export async function checkSlowPages(
  t: Test,
  browser: Browser,
  baseUrl: string,
  { name, viewport, paths }: Screen & { paths: string[] }
): Promise<string[]> {
  const slowUrl = await slowDown(t, baseUrl)
  const context = await browser.newContext({ viewport })
  await recordShifts(context)
  const page = await context.newPage()
  const found: string[] = []
  for (const path of paths) {
    await page.goto(slowUrl + path)
    found.push(...(await findShifts(page)).map((problem) => `${path} (slow ${name}): ${problem}`))
  }
  await context.close()
  return found
}

/** Starts a proxy whose HTML arrives slowly after the header of the page; everything else arrives at once. Returns its URL. */
const slowDown = (t: Test, baseUrl: string): Promise<string> =>
  listen(t, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    request(baseUrl + incoming.url, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      outgoing.writeHead(Number(response.statusCode), response.headers)
      const main = body.indexOf('<main')
      if (main === -1) return outgoing.end(body)
      outgoing.write(body.subarray(0, main))
      await setTimeout(headerMs)
      for (let start = main; start < body.length; start += chunkSize) {
        await setTimeout(chunkMs)
        outgoing.write(body.subarray(start, start + chunkSize))
      }
      outgoing.end()
    }).end()
  })
