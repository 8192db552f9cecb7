import type { Browser } from 'playwright-core'

/** Returns each width of the screen at which the line, once it has straightened, differs from that without motion. */
export async function checkLine(browser: Browser, baseUrl: string): Promise<string[]> {
  const problems: string[] = []
  for (const width of [390, 1440, 1920]) {
    const page = await browser.newPage({
      viewport: { width, height: 844 },
      reducedMotion: 'no-preference'
    })
    for (const [path, part] of [
      ['/', '.hero'],
      ['/no-such-page/', '.not-found']
    ] as const) {
      await page.goto(baseUrl + path)
      const count = await page.evaluate(async () => {
        const animations = document.getAnimations()
        await Promise.all(animations.map(({ finished }) => finished))
        return animations.length
      })
      const moved = await page.locator(part).screenshot()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const still = await page.locator(part).screenshot()
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      if (count !== 1) problems.push(`${path} has ${count} animations at ${width} px`)
      if (!moved.equals(still)) problems.push(`the line of ${path} is not whole at ${width} px`)
    }
    await page.close()
  }
  return problems
}
