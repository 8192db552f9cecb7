import type { Browser, Page } from 'playwright-core'

type Check = [fact: string, holds: (page: Page, baseUrl: string) => Promise<boolean>]

const checks: Check[] = [
  [
    'the contact page preselects the service in the URL',
    async (page, baseUrl) => {
      await page.goto(`${baseUrl}/contact/?service=booking`)
      return (await page.inputValue('[name=topic]')) === 'service=booking'
    }
  ],
  [
    'the contact page preselects the package in the URL',
    async (page, baseUrl) => {
      await page.goto(`${baseUrl}/contact/?package=bot-full`)
      return (await page.inputValue('[name=topic]')) === 'package=bot-full'
    }
  ],
  [
    'the WhatsApp and mail links contain the typed message',
    async (page, baseUrl) => {
      await page.goto(`${baseUrl}/contact/`)
      await page.fill('[name=name]', 'Dana $&')
      await page.fill('[name=message]', 'a & b')
      const links = await page.$$eval('[data-send]', (found) =>
        found.map((link) => link.getAttribute('href') ?? '')
      )
      return links.length === 2 && links.every((link) => /Dana%20%24%26.*a%20%26%20b/.test(link))
    }
  ],
  [
    'the URL of a question opens it, also from a link on the page',
    async (page, baseUrl) => {
      await page.goto(`${baseUrl}/faq/`)
      const [first = '', second = ''] = await page.$$eval('.question', (found) => found.map(({ id }) => id))
      await page.goto(`${baseUrl}/faq/#${encodeURIComponent(second)}`)
      await page.waitForSelector('.question[open]')
      await page.evaluate((id) => {
        location.hash = id
      }, first)
      await page.waitForSelector('.question[open] ~ .question[open]')
      return (await page.locator('.question[open]').count()) === 2
    }
  ],
  [
    'the filter shows the services of one category, counts them and keeps the fragment',
    async (page, baseUrl) => {
      const shown = () => page.locator('.group:visible').evaluateAll((found) => found.map(({ id }) => id))
      const id = 'booking-and-service'
      await page.goto(`${baseUrl}/services/`)
      const all = await shown()
      await page.click(`.filter a[href="#${id}"]`)
      const chosen = await shown()
      const status = await page.locator('.filter [role=status]').textContent()
      const { hash } = new URL(page.url())
      const current = await page.locator('.filter [aria-current=true]').getAttribute('href')
      await page.reload()
      const again = await shown()
      await page.click('.filter a')
      const back = await shown()
      return (
        all.length > 1 &&
        `${chosen} ${again} ${hash} ${current}` === `${id} ${id} #${id} #${id}` &&
        status?.endsWith(': 2') === true &&
        `${back}` === `${all}`
      )
    }
  ],
  [
    'packages are folded on a phone, and unfolded next to each other and in print',
    async (page, baseUrl) => {
      await page.goto(`${baseUrl}/pricing/`)
      const read = async () => {
        const isOpen = await page.locator('.package .includes').first().isVisible()
        const { height = 0 } = (await page.locator('.packages').boundingBox()) ?? {}
        return { isOpen, height }
      }
      const wide = await read()
      await page.setViewportSize({ width: 390, height: 844 })
      const narrow = await read()
      await page.emulateMedia({ media: 'print' })
      const printed = await read()
      return wide.isOpen && !narrow.isOpen && narrow.height < 1700 && printed.isOpen
    }
  ],
  [
    'Enter in the form sends nothing',
    async (page, baseUrl) => {
      await page.goto(`${baseUrl}/contact/`)
      await page.fill('[name=name]', 'Dana')
      await page.press('[name=name]', 'Enter')
      return page.url() === `${baseUrl}/contact/`
    }
  ],
  [
    'Try it shows the live response',
    async (page, baseUrl) => {
      await page.goto(`${baseUrl}/developers/`)
      const form = page.locator('.try-it[data-path$="{id}.json"]').first()
      await form.locator('button').click()
      await form.locator('.try-it-answer pre').waitFor()
      const shown = JSON.parse((await form.locator('pre').textContent()) ?? '')
      return typeof shown.from_ils === 'number'
    }
  ],
  [
    'the first Tab focuses the link that skips to the content',
    async (page, baseUrl) => {
      await page.goto(baseUrl)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      return (await page.evaluate(() => document.activeElement?.id)) === 'mainContent'
    }
  ],
  [
    'Tab moves through the menu in order, and Enter follows a link',
    async (page, baseUrl) => {
      await page.goto(baseUrl)
      for (let press = 0; press < 4; press++) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/pricing/')
      return true
    }
  ],
  [
    'the agent of the browser gets every MCP tool, read-only',
    async (page, baseUrl) => {
      await page.addInitScript(`window.registered = new Promise((resolve) => {
        document.modelContext = { registerTool: (tool) => tool.name === 'get_service' && resolve(tool) }
      })`)
      await page.goto(baseUrl)
      return page.evaluate(async () => {
        const tool = await Reflect.get(window, 'registered')
        const { content } = await tool.execute({ id: tool.inputSchema.properties.id.enum[0] })
        return JSON.parse(content[0].text).from_ils > 0 && tool.annotations.readOnlyHint === true
      })
    }
  ]
]

/** Uses the pages under their Content-Security-Policy, then without scripts; returns the problems. */
export async function checkUse(browser: Browser, baseUrl: string): Promise<string[]> {
  const problems: string[] = []
  for (const [fact, holds] of checks) {
    const page = await browser.newPage()
    page.setDefaultTimeout(30_000)
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${fact}: ${message.text()}`)
    })
    const outcome = await holds(page, baseUrl).catch((error) => `${error}`)
    if (outcome !== true) problems.push(`failed: ${fact}${outcome && `: ${outcome}`}`)
    await page.close()
  }
  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto(`${baseUrl}/contact/`)
  const links = await plain.$$eval('main a[href]', (found) =>
    found.map((link) => link.getAttribute('href') ?? '')
  )
  for (const scheme of ['tel:', 'mailto:', 'https://wa.me/']) {
    if (!links.some((link) => link.startsWith(scheme)))
      problems.push(`without scripts the page has no ${scheme} link`)
  }
  if (await plain.isVisible('[name=topic]'))
    problems.push('without scripts the form shows fields that do nothing')
  await plain.close()
  return problems
}
