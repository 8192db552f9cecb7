import type { Browser, Page } from 'playwright-core'
import { createGate } from '../../helper.ts'

type Check = (page: Page) => Promise<boolean>

const phone = { width: 390, height: 844 }

const setHash = (page: Page, hash: string) =>
  page.evaluate((hash) => {
    location.hash = hash
  }, hash)

const doubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

const checks: Record<string, Check> = {
  async 'the contact page preselects the service in the URL, also if only its fragment changes'(page) {
    await page.goto('/contact/?service=booking')
    const first = await page.inputValue('[name=topic]')
    await setHash(page, 'service=faq')
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('[name=topic]')?.value === 'service=faq'
    )
    return first === 'service=booking'
  },

  async 'a service that the form omits is added when its name arrives, unless the visitor chose since'(page) {
    const topic = page.locator('[name=topic]')
    const follow = async (id: string) => {
      const requested = page.waitForRequest(`**/services/${id}.json`)
      const answered = page.waitForResponse(`**/services/${id}.json`)
      await setHash(page, `service=${id}`)
      await requested
      return answered
    }
    const released = createGate()
    await page.route('**/services/late*.json', async (route) => {
      if (route.request().url().includes('late-2')) await released.opened
      await route.fulfill({ json: { name: 'Late' } })
    })
    await page.goto('/contact/')
    await follow('late-1')
    await topic.locator('[value="service=late-1"]', { hasText: 'Late' }).waitFor({ state: 'attached' })
    const added = await topic.inputValue()
    const answered = follow('late-2')
    await page.waitForRequest('**/services/late-2.json')
    await topic.selectOption('service=faq')
    released.open()
    await (await answered).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    return `${added} ${await topic.inputValue()}` === 'service=late-1 service=faq'
  },

  async 'the contact page preselects the package of the link that led to it'(page) {
    await page.goto('/pricing/')
    await page.click('#bot-full .button')
    await page.waitForURL('/contact/#package=bot-full')
    return (await page.inputValue('[name=topic]')) === 'package=bot-full'
  },

  async 'the URL of a service shows the form on a phone, without focus, and without motion if asked'(page) {
    await page.setViewportSize(phone)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/contact/#service=leads')
    return page.evaluate(() => {
      const { top } = document.querySelector('.message-form')?.getBoundingClientRect() ?? { top: -1 }
      return top >= 0 && top < innerHeight / 4 && document.activeElement === document.body
    })
  },

  async 'the WhatsApp and mail links, and the preview, have the typed message instead of the usual words'(
    page
  ) {
    await page.goto('/contact/')
    const readPreview = async () => (await page.textContent('#messagePreview'))?.split('\n') ?? []
    const [, ...usual] = await readPreview()
    await page.fill('[name=name]', 'Dana $&')
    await page.fill('[name=message]', 'a & b')
    const links = await page.$$eval('[data-send]', (found) =>
      found.map((link) => link.getAttribute('href') ?? '')
    )
    const isSent = links.length === 2 && links.every((link) => /Dana%20%24%26.*a%20%26%20b/.test(link))
    const [, ...message] = await readPreview()
    return isSent && usual.length === 1 && message.join() === 'a & b'
  },

  async 'back, forward and reload keep what was typed and chosen, and the message has it'(page) {
    const shows = (expected: string) =>
      page.waitForFunction((expected) => {
        const [topic, name] = ['topic', 'name'].map(
          (field) => document.querySelector<HTMLInputElement>(`.message-form [name=${field}]`)?.value
        )
        const link = document.querySelector('[data-send]')?.getAttribute('href') ?? ''
        const text = document.querySelector('output')?.textContent ?? ''
        const isSent = text.includes(`${name}`) && decodeURIComponent(link).endsWith(text)
        return isSent && `${topic} ${name}` === expected
      }, expected)
    await page.goto('/contact/?service=booking')
    await page.fill('[name=name]', 'Dana')
    await page.selectOption('[name=topic]', 'service=faq')
    await page.reload()
    await shows('service=faq Dana')
    await page.goto('/pricing/')
    await page.goBack()
    await shows('service=faq Dana')
    await page.selectOption('[name=topic]', '')
    await page.reload()
    await shows(' Dana')
    await page.goto('/contact/?package=bot-full')
    await shows('package=bot-full ')
    await page.goBack()
    await shows(' Dana')
    await page.goForward()
    await shows('package=bot-full ')
    return true
  },

  async 'the URL of a question opens it, also from a link on the page'(page) {
    await page.goto('/faq/')
    const [first = '', second = ''] = await page.$$eval('.question', (found) => found.map(({ id }) => id))
    await page.goto('about:blank')
    await page.goto(`/faq/#${encodeURIComponent(second)}`)
    const readOpen = () => page.$$eval('.question[open]', (found) => found.map(({ id }) => id).join())
    if ((await readOpen()) !== second) return false
    await setHash(page, first)
    await page.waitForSelector('.question[open] ~ .question[open]')
    return (await readOpen()) === `${first},${second}`
  },

  async 'the filter shows the services of one category, counts them and keeps the fragment'(page) {
    const shown = () => page.locator('.group:visible').evaluateAll((found) => found.map(({ id }) => id))
    const id = 'booking-and-service'
    await page.goto('/services/')
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
  },

  async 'the price of a package stays in its column if text has twice its size'(page) {
    await page.goto('/pricing/')
    await doubleText(page)
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 768 })
      const isInside = await page.$$eval('.package .money', (amounts) =>
        amounts.every((amount) => {
          const [inner, outer] = [amount, amount.closest('header')].map((e) => e?.getBoundingClientRect())
          return inner && outer && inner.left >= outer.left - 1 && inner.right <= outer.right + 1
        })
      )
      if (!isInside) return false
    }
    return true
  },

  async 'the bar of a phone is one row of whole labels if text has twice its size'(page) {
    await page.setViewportSize(phone)
    await page.goto('/')
    await doubleText(page)
    const isWhole = await page.$$eval('.contact-bar a', (buttons) =>
      buttons.every((button) => button.scrollWidth <= button.clientWidth)
    )
    const bar = await page.locator('.contact-bar').boundingBox()
    return isWhole && bar !== null && bar.height < 100
  },

  async 'packages are folded on a phone, and unfolded next to each other and in print'(page) {
    await page.goto('/pricing/')
    const read = async () => {
      const isOpen = await page.locator('.package .includes').first().isVisible()
      const { height = 0 } = (await page.locator('.packages').boundingBox()) ?? {}
      return { isOpen, height }
    }
    const wide = await read()
    await page.setViewportSize(phone)
    const narrow = await read()
    await page.emulateMedia({ media: 'print' })
    const printed = await read()
    return wide.isOpen && !narrow.isOpen && narrow.height < 1700 && printed.isOpen
  },

  async 'print has prices, contacts and rules, and no navigation, button or column for the contents'(page) {
    await page.emulateMedia({ media: 'print' })
    const isShown = (selector: string) => page.locator(`${selector}:visible`).count()
    await page.goto('/contact/')
    if ((await isShown('main address')) === 0 || (await isShown('.directions')) > 0) return false
    await page.goto('/pricing/')
    const shown = ['.brand', '.price-line', '.site-footer [href^="tel:"]', '.site-footer address']
    for (const selector of shown) if ((await isShown(selector)) === 0) return false
    for (const selector of ['nav', '.button', 'address ~ a']) if ((await isShown(selector)) > 0) return false
    const rules = await page.$$eval('.package .includes li', (found) =>
      found.map((item) => getComputedStyle(item).borderBlockEndColor)
    )
    await page.goto('/faq/')
    const { width = 0 } = (await page.locator('.topic').first().boundingBox()) ?? {}
    const { width: whole = 0 } = (await page.locator('main').boundingBox()) ?? {}
    return new Set(rules).size === 1 && width > whole * 0.8
  },

  async 'the filter finds questions by a word with a prefix, niqqud, or a part of it, and counts them'(page) {
    await page.goto('/faq/')
    const shown = page.locator('.question:visible')
    const total = await shown.count()
    for (const [text, found, other] of [
      ['ובחשבונות', 'איפה האוטומציה רצה?', 'באילו שפות הבוט עונה?'],
      ['הַמְּחִירִים', 'המחיר יכול להשתנות', 'איפה האוטומציה רצה?'],
      ['וחשבונית מס', 'המחירים כוללים מע״מ?', 'איפה האוטומציה רצה?'],
      ['WOOcom', 'לאילו תוכנות', 'המחירים כוללים מע״מ?']
    ] as const) {
      await page.fill('[name=filter]', text)
      const questions = (await shown.allTextContents()).join()
      const status = await page.textContent('.question-filter [role=status]')
      const topics = await page.locator('.topic:visible').count()
      const full = await page.locator('.topic:has(.question:not([hidden]))').count()
      const isRight = questions.includes(found) && !questions.includes(other) && topics === full
      if (!isRight || status !== `שאלות: ${await shown.count()}`) return false
    }
    await page.press('[name=filter]', 'Escape')
    return (await shown.count()) === total
  },

  async 'a link to a question that the filter hides shows it'(page) {
    await page.goto('/faq/')
    const question = page.locator('.question').first()
    await page.fill('[name=filter]', 'WooCommerce')
    if (await question.isVisible()) return false
    await setHash(page, `${await question.getAttribute('id')}`)
    await page.waitForSelector('.question[open]')
    return question.locator('p').first().isVisible()
  },

  async 'Enter in the form sends nothing'(page) {
    await page.goto('/contact/')
    await page.fill('[name=name]', 'Dana')
    await page.press('[name=name]', 'Enter')
    return page.url().endsWith('/contact/')
  },

  async 'a phone folds the menu if text has twice its size, and the keyboard unfolds it'(page) {
    await page.setViewportSize({ width: 195, height: 422 })
    await page.goto('/')
    const link = page.locator('.site-header nav a').first()
    const isFolded = !(await link.isVisible())
    for (let press = 0; press < 3; press++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    return isFolded && (await link.isVisible())
  }
}

/** Uses the pages under their Content-Security-Policy, then without scripts; returns the problems. */
export async function checkUse(browser: Browser, baseURL: string): Promise<string[]> {
  const problems: string[] = []
  for (const [fact, holds] of Object.entries(checks)) {
    const page = await browser.newPage({ baseURL })
    page.setDefaultTimeout(30_000)
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${fact}: ${message.text()}`)
    })
    const outcome = await holds(page).catch((error) => `${error}`)
    if (outcome !== true) problems.push(`failed: ${fact}${outcome && `: ${outcome}`}`)
    await page.close()
  }
  const plain = await browser.newPage({ baseURL, javaScriptEnabled: false })
  for (const [path, control] of [
    ['/contact/', '[name=topic]'],
    ['/faq/', '[name=filter]']
  ] as const) {
    await plain.goto(path)
    if (await plain.isVisible(control)) problems.push(`without scripts ${control} is shown, but does nothing`)
  }
  await plain.goto(`/faq/#${await plain.getAttribute('.question', 'id')}`)
  if (!(await plain.$eval('.question p', (answer) => answer.checkVisibility())))
    problems.push('without scripts the URL of a question does not open it')
  await plain.close()
  return problems
}
