import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Business } from '../../../src/business/business.ts'
import { fill, wordsFor } from '../../../src/business/words.ts'

/** A site, and the screen on which a visitor uses it. */
export interface Visit {
  baseUrl: string
  business: Business
  viewport: { width: number; height: number }
}

/** Follows each journey from the home page with the keyboard only; returns the problems of a visitor who hears or sees it. */
export async function checkJourneys(browser: Browser, visit: Visit): Promise<string[]> {
  const problems: string[] = []
  for (const follow of [findPrice, sendMessage, openResponse]) {
    const context = await browser.newContext({ viewport: visit.viewport, reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    const reader = new Reader(page, await context.newCDPSession(page))
    const fail = (problem: unknown) =>
      problems.push(`${follow.name} (${visit.business.faq.language}): ${problem}`)
    await page.goto(visit.baseUrl)
    await follow(reader, visit).catch(fail)
    reader.problems.forEach(fail)
    await context.close()
  }
  return problems
}

async function findPrice(reader: Reader, { business }: Visit) {
  const { pages, layout, services } = wordsFor(business.faq.language)
  const [service] = business.catalog.services
  await reader.follow('link', pages.services)
  await reader.expectPage(`/services/`, services.examplesStarting)
  await reader.follow('link', layout.skip)
  const category = business.catalog.categories.find(({ id }) => id === service?.category)
  if (category) {
    await reader.follow('link', category.name)
    await reader.expectStatus(/: \d$/)
  }
  await reader.follow('link', `${service?.name}`)
  await reader.expectPage(`/services/${service?.id}/`, `${service?.name}`)
  const amount = new Intl.NumberFormat(business.faq.language).format(Number(service?.price?.amount))
  await reader.expectText(new RegExp(`heading "${service?.name}" \\[level=1\\][^]*${amount}`))
}

async function sendMessage(reader: Reader, { business }: Visit) {
  const { pages, contact: words } = wordsFor(business.faq.language)
  const [service] = business.catalog.services
  const { whatsapp } = business.profile.contact
  await reader.follow('link', pages.contact)
  await reader.expectPage('/contact/', words.title)
  await reader.type(words.yourName, 'Dana')
  await reader.tabTo('combobox', words.topic)
  // The first choice is that nothing is chosen yet.
  await reader.page.keyboard.press('ArrowDown')
  await reader.type(words.message, 'On Sunday?')
  const send = await reader.tabTo('link', whatsapp ? words.sendWhatsapp : words.sendEmail)
  const greeting = fill(words.greeting, { name: 'Dana' })
  for (const part of [greeting, `${service?.name}`, 'On Sunday?'])
    if (!send.description.includes(part))
      throw `the description of the link to send lacks "${part}": ${send.description}`
  if (!whatsapp) return
  const sent = reader.page.waitForRequest('https://wa.me/**')
  await reader.page.route('https://wa.me/**', (route) => route.fulfill({ body: 'sent' }))
  await reader.page.keyboard.press('Enter')
  const text = new URL((await sent).url()).searchParams.get('text')
  if (!text?.endsWith('On Sunday?') || !text.startsWith(greeting)) throw `sends ${text}`
}

async function openResponse(reader: Reader, { business }: Visit) {
  const { pages, layout } = wordsFor('en')
  await reader.follow('link', wordsFor(business.faq.language).pages.developers)
  await reader.expectPage('/developers/', 'API for developers')
  if (!(await reader.page.getAttribute('html', 'lang'))?.startsWith('en'))
    throw `${pages.developers} is not in English`
  await reader.follow('link', layout.skip)
  await reader.follow('link', 'Open the response: getBusinessProfile')
  await reader.page.waitForURL('**/api/v1/profile.json')
}

interface Announcement {
  role: string
  name: string
  description: string
}

/** Presses keys and reads what a screen reader announces: the accessibility tree of Chromium. */
class Reader {
  readonly problems: string[] = []
  readonly page: Page
  readonly #session: CDPSession

  constructor(page: Page, session: CDPSession) {
    this.page = page
    this.#session = session
  }

  /** Presses Tab until a control has the focus, and checks each focus on the way. Throws if none has the role and name. */
  async tabTo(role: string, name: string): Promise<Announcement> {
    const passed: string[] = []
    while (passed.length < 80) {
      await this.page.keyboard.press('Tab')
      const found = await this.readFocus()
      const hidden = await this.page.evaluate(findHiddenFocus)
      if (hidden)
        this.problems.push(`${new URL(this.page.url()).pathname}: ${found.role} "${found.name}" ${hidden}`)
      if (found.name === '') this.problems.push(`a ${found.role} has no name, after ${passed.at(-1)}`)
      if (found.role === role && found.name === name) return found
      passed.push(`${found.role} "${found.name}"`)
    }
    throw `Tab does not reach the ${role} "${name}" but ${passed.join(', ')}`
  }

  async follow(role: string, name: string) {
    await this.tabTo(role, name)
    await this.page.keyboard.press('Enter')
  }

  async type(name: string, text: string) {
    await this.tabTo('textbox', name)
    await this.page.keyboard.type(text)
  }

  /** Returns the role, name and description of the control that has the focus. */
  async readFocus(): Promise<Announcement> {
    const { result } = await this.#session.send('Runtime.evaluate', { expression: 'document.activeElement' })
    const { nodes } = await this.#session.send('Accessibility.getPartialAXTree', {
      objectId: `${result.objectId}`,
      fetchRelatives: false
    })
    const [node] = nodes
    const read = (value: { value?: unknown } | undefined) => `${value?.value ?? ''}`
    return { role: read(node?.role), name: read(node?.name), description: read(node?.description) }
  }

  /** Waits for a page, and throws if its first heading is another text. */
  async expectPage(path: string, heading: string) {
    await this.page.waitForURL((url) => url.pathname === path)
    await this.page.waitForLoadState()
    const title = await this.page.title()
    const found = await this.page.getByRole('heading', { level: 1 }).textContent()
    if (found !== heading) throw `${path} has the title "${title}" and the heading "${found}"`
  }

  /** Waits for a text in a live region, which a screen reader announces. */
  async expectStatus(text: RegExp) {
    await this.page.getByRole('status').filter({ hasText: text }).waitFor()
  }

  /** Throws if what a screen reader reads of the page's content has no such text. */
  async expectText(text: RegExp) {
    const content = await this.page.locator('main').ariaSnapshot()
    if (!text.test(content)) throw `${this.page.url()} is read without ${text}: ${content.slice(0, 500)}`
  }
}

/** Returns why a visitor does not see which element has the focus; empty if they do. */
function findHiddenFocus(): string {
  const element = document.activeElement
  if (element === null || element === document.body) return 'has no focus'
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return 'has no outline'
  const [box] = element.getClientRects()
  if (box === undefined) return 'is not visible'
  // A browser does not scroll to all of a high text field, only to its first line (WCAG 2.2, criterion 2.4.11).
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
  if (bottom - top < Math.min(box.height, 24)) return 'is outside the window'
  const found = document.elementFromPoint(box.left + box.width / 2, (top + bottom) / 2)
  if (found === null) return 'is outside the window'
  return element.contains(found) || found.contains(element)
    ? ''
    : `is behind ${found.className || found.nodeName}`
}
