import type { Browser } from 'playwright-core'

/** Returns each width of the screen at which the line is not whole once it has straightened. */
export async function checkLine(browser: Browser, baseUrl: string): Promise<string[]> {
  const problems: string[] = []
  for (const width of [390, 1440, 1920]) {
    const page = await browser.newPage({
      viewport: { width, height: 844 },
      reducedMotion: 'no-preference'
    })
    for (const path of ['/', '/no-such-page/']) {
      await page.goto(baseUrl + path)
      const line = page.locator('.line path')
      const count = await line.evaluate(async (element) => {
        const animations = element.getAnimations()
        for (const animation of animations) animation.finish()
        await Promise.all(animations.map(({ finished }) => finished))
        return animations.length
      })
      // A dash may be shorter than the line, because a browser measures it in pixels of the screen.
      const dashes = await line.evaluate((element) => getComputedStyle(element).strokeDasharray)
      if (count !== 1) problems.push(`${path} has ${count} animations at ${width} px`)
      if (dashes !== 'none') problems.push(`the line of ${path} has dashes at ${width} px: ${dashes}`)
    }
    await page.close()
  }
  return problems
}
