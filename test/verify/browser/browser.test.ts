import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { hasBrowser, launch } from '../../../harness/browser.ts'
import type { Business } from '../../../src/business/business.ts'
import { limits } from '../../../src/business/limits.ts'
import { listBuiltIn } from '../../../src/site/page-table.ts'
import { dataWith, facts } from '../../helper.ts'
import { englishData, shippedData } from '../../site/sample.ts'
import { checkJourneys } from './check-journeys.ts'
import { checkLayout } from './check-layout.ts'
import { findBrokenWords } from './check-look.ts'
import { checkPages, overflow, serve } from './check-pages.ts'
import { checkUse } from './check-use.ts'

// In CI a missing browser is a failure; elsewhere it skips these tests.
const skip = !hasBrowser && process.env.CI !== 'true' && 'no Chromium: set CHROMIUM to its path'
const phones = [320, 390]

t.test('the pages in a browser', { skip, timeout: 900_000 }, async (t) => {
  const browser = await launch()
  t.teardown(() => browser.close())
  const { baseUrl, business } = await serve(t, (url) => facts(undefined, undefined, url))
  const readEnglish = (url: string) => facts(englishData, undefined, url)
  const { baseUrl: englishUrl, business: english } = await serve(t, readEnglish)
  const paths = [...listBuiltIn(business, false), '/no-such-page/']

  /** Returns the problems that a function finds on each page of a business, on phones of these widths. */
  async function look(
    t: Test,
    read: (baseUrl: string) => Promise<Business>,
    find: (page: Page) => Promise<string[]>,
    widths = phones,
    only?: string
  ) {
    const { baseUrl, business } = await serve(t, read)
    const problems: string[] = []
    for (const width of widths) {
      const page = await browser.newPage({ viewport: { width, height: 640 }, hasTouch: true })
      for (const path of only ? [only] : listBuiltIn(business, false)) {
        await page.goto(baseUrl + path)
        problems.push(...(await find(page)).map((problem) => `${path}, ${width} px: ${problem}`))
      }
      await page.close()
    }
    return problems
  }

  t.test('have no axe violation, console error, other host, layout shift or overflow', async (t) => {
    t.same(await checkPages(browser, baseUrl, paths), [])
    // npm run verify examples checks all pages of two English businesses.
    t.same(await checkPages(browser, englishUrl, ['/', '/services/', '/pricing/', '/contact/']), [])
  })

  t.test('break no word of a label or of a name next to a long price on a phone', async (t) => {
    const read = async (baseUrl: string): Promise<Business> => {
      const given = await readEnglish(baseUrl)
      const services = ['Esterilização de gata', 'Room on the garden'].map((name, index) => ({
        ...{ id: `service-${index}`, name, url: `${baseUrl}/services/service-${index}/` },
        price: { kind: 'range' as const, amount: '140.00', max: '1190.50' }
      }))
      return {
        ...given,
        profile: { ...given.profile, contact: { whatsapp: 'https://wa.me/351000000101' } },
        catalog: { ...given.catalog, services },
        site: { ...given.site, font: 'system' }
      }
    }
    const find = async (page: Page) => [...(await findBrokenWords(page)), ...(await overflow(page))]
    t.same(await look(t, read, find, phones, '/pricing/'), [])
  })

  t.test('have a Hebrew name with vowel points in one font', async (t) => {
    const { baseUrl } = await serve(t, async (baseUrl) => {
      const given = await facts(undefined, undefined, baseUrl)
      return { ...given, profile: { ...given.profile, name: 'מַאֲפִיַּת שִׁבֳּלִים' } }
    })
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    // A font that loads late is used from the second page on.
    for (const path of ['/', '/about/']) await page.goto(baseUrl + path, { waitUntil: 'networkidle' })
    for (const method of ['DOM.enable', 'CSS.enable'] as const) await session.send(method)
    const { root } = await session.send('DOM.getDocument')
    for (const selector of ['h1', '.footer-brand']) {
      const node = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', node)
      t.match(fonts, [{ isCustomFont: true }], selector)
      t.equal(fonts.length, 1, selector)
    }
    await page.close()
  })

  t.test('fit the screen with a long starting price, and with a long unit', async (t) => {
    const prices = ['1200.50', '980', '12500'].map((amount) => ({ kind: 'from', amount, unit: 'person' }))
    const unit = 'pessoa e noite, com café da manhã, toalhas, lençóis e a limpeza final'
    const others = [
      { kind: 'fixed', amount: '12500000.50' },
      { kind: 'fixed', amount: '90', unit }
    ]
    const edits = {
      'faq#/language': 'pt-BR',
      'pricing#/currency': 'BRL',
      'pricing#/notes': ['Pagamento na chegada.'],
      'services#/examples': [...prices, ...others].map((price, index) => ({
        ...{ id: `service-${index}`, name: 'Aula de surfe', price }
      }))
    }
    const read = (baseUrl: string) => facts(dataWith(t, edits, 'test/fixtures/minimal'), undefined, baseUrl)
    for (const path of ['/services/', '/pricing/'])
      t.same(await look(t, read, overflow, [320, 360, 960], path), [], path)
  })

  t.test('have long amounts within their column, on every screen', async (t) => {
    const columns = '.package-price, .service-price, .offer-price'
    const find = (page: Page) =>
      page.evaluate((columns) => {
        const sidesOf = (element: Element | null) => {
          const { left = 0, right = 0 } = element?.getBoundingClientRect() ?? {}
          return { left, right }
        }
        const amounts = Array.from(document.querySelectorAll(`:is(${columns}) .money`), (amount) => ({
          text: String(amount.textContent),
          inner: sidesOf(amount),
          outer: sidesOf(amount.closest(columns))
        }))
        return amounts
          .filter(({ inner, outer }) => inner.right > outer.right + 1 || inner.left < outer.left - 1)
          .map(({ text }) => text)
      }, columns)
    for (const [language, currency, amount] of [
      ['de-CH', 'CHF', '12500.50'],
      ['ar-JO', 'JOD', '1900.394'],
      // As many characters as a large amount may have.
      ['en', 'EUR', '12500.50']
    ] as const) {
      const items = ['a', 'b', 'c'].map((id) => ({ id, name: id, price: { kind: 'from', amount } }))
      const edits = {
        'faq#/language': language,
        'pricing#/currency': currency,
        'pricing#/packages': items.map((item) => ({ ...item, popular: item.id === 'b' })),
        'services#/examples': items
      }
      const read = (baseUrl: string) => facts(dataWith(t, edits, 'test/fixtures/minimal'), undefined, baseUrl)
      for (const path of ['/pricing/', '/services/', '/services/a/'])
        t.same(await look(t, read, find, [320, 960, 1280], path), [], language)
    }
  })

  t.test('fit a phone with the longest times of a day in two halves', async (t) => {
    const times = { opens: '10:30', closes: '22:30' }
    const name = 'Holidays of our staff and apprentices'
    const find = async (page: Page) => {
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      return overflow(page)
    }
    for (const { language, country } of [
      { language: 'en-US', country: 'US' },
      { language: 'es', country: 'MX' }
    ]) {
      const edits = {
        'faq#/language': language,
        'profile#/address': { street: '8 Example Street', locality: 'Springfield', country },
        'profile#/timezone': 'America/Mexico_City',
        'profile#/opening_hours': [{ day: 'wednesday', ...times }],
        'profile#/special_hours': [{ name, from: '2099-12-24', to: '2099-12-26', ...times }],
        'profile#/locations': [{ id: 'annex', name: 'Annex', address: { locality: 'Springfield' } }]
      }
      const read = (baseUrl: string) => facts(dataWith(t, edits, 'test/fixtures/minimal'), undefined, baseUrl)
      t.same(await look(t, read, find, [320, 360, 390]), [], language)
    }
  })

  t.test('fit the narrowest screen with the longest menu', async (t) => {
    const readLong = async (baseUrl: string) => {
      const given = await readEnglish(baseUrl)
      const entry = { label: 'Bathrooms and wet rooms', href: `${baseUrl}/services/` }
      return { ...given, site: { ...given.site, menu: Array(limits.menuEntries).fill(entry) } }
    }
    t.same(await look(t, readLong, overflow, [320]), [])
  })

  t.test('fit a phone if every name and text has a word that is wider than the screen', async (t) => {
    for (const folder of [shippedData, englishData]) {
      const read = async (baseUrl: string) => {
        const given = await facts(folder, undefined, baseUrl)
        const { profile, catalog, pricing, faq, site } = given
        return { ...given, ...lengthen({ profile, catalog, pricing, faq, site }) }
      }
      t.same(await look(t, read, overflow), [], folder)
    }
  })

  t.test('are laid out as they should be', async (t) => {
    const { baseUrl } = await serve(t, async (baseUrl) => {
      const given = await facts('test/fixtures/guesthouse', undefined, baseUrl)
      const special_hours = [{ name: 'Closed season', from: '2099-12-25', to: '2100-01-04' }]
      const services = given.catalog.services.map((service, index) =>
        index === 0 ? { ...service, tag: 'Popular' } : service
      )
      return {
        ...given,
        profile: { ...given.profile, special_hours },
        catalog: { ...given.catalog, services },
        pricing: { ...given.pricing, tax: { included: false, name: 'VAT', rate_percent: 20 } }
      }
    })
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    t.same(await checkLayout(page, baseUrl), [])
    await page.emulateMedia({ media: 'print' })
    await page.goto(`${baseUrl}/contact/`)
    t.ok(await page.locator('.hours details li').isVisible(), 'print has the later dates')
    await page.close()
  })

  t.test('work with keyboard, form and links', async (t) => {
    t.same(await checkUse(browser, baseUrl), [])
  })

  t.test('can be used and understood with only a keyboard, in Hebrew and in English', async (t) => {
    const [phone, desktop] = [
      { width: 390, height: 844 },
      { width: 1366, height: 768 }
    ]
    t.same(await checkJourneys(browser, { baseUrl, business, viewport: phone }), [])
    t.same(await checkJourneys(browser, { baseUrl: englishUrl, business: english, viewport: desktop }), [])
  })

  t.test('offer the tools of the MCP server to the agent of a browser with WebMCP', async (t) => {
    const browser = await launch('--enable-features=WebMCP')
    t.teardown(() => browser.close())
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('console', (message) => faults.push(message.text()))
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.goto(baseUrl)
    const { tools } = await (await fetch(`${baseUrl}/.well-known/mcp/server-card.json`)).json()
    const found = await page.evaluate(async (count) => {
      const context = Reflect.get(document, 'modelContext')
      while ((await context.getTools()).length < count)
        await new Promise((resolve) => context.addEventListener('toolchange', resolve, { once: true }))
      const registered: { name: string; inputSchema: unknown }[] = await context.getTools()
      const service = registered.find(({ name }) => name === 'get_service')
      // Browsers of before August 2026 have the schema and the arguments as JSON texts.
      const id = { id: 'leads' }
      const input = typeof service?.inputSchema === 'string' ? JSON.stringify(id) : id
      return { count: registered.length, leads: await context.executeTool(service, input) }
    }, tools.length)
    t.equal(found.count, tools.length)
    t.equal(found.leads, await (await fetch(`${baseUrl}/api/v1/services/leads.json`)).text())
    t.same(faults, [])
  })

  t.test('request only the first of many services in a link', async (t) => {
    const page = await browser.newPage()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname)
    })
    const query = Array.from({ length: 400 }, (_, index) => `service=none-${index}&package=none-${index}`)
    await page.goto(`${baseUrl}/contact/?name=a&${query.join('&')}`, { waitUntil: 'networkidle' })
    t.same(asked, ['/api/v1/services/none-0.json'])
    await page.close()
  })
})

/** Returns data in which each name, and each text of several words, has a word that is wider than a phone's screen. */
function lengthen<T>(data: T, key?: string): T
function lengthen(data: unknown, key = ''): unknown {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitän'
  if (Array.isArray(data)) return data.map((part) => lengthen(part, key))
  if (typeof data === 'object' && data !== null)
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, lengthen(value, name)]))
  if (typeof data !== 'string' || /^\+?\d|:\/\//.test(data)) return data
  if (/^name(_en)?$|^label$/.test(key)) return `${word} ${data}`
  return data.includes(' ') ? `${data} ${word}` : data
}
