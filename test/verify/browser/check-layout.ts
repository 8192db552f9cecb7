import type { Page } from 'playwright-core'

// Functions of each page.
declare function elementsOf(selector: string): Element[]
declare function boxesOf(selector: string): DOMRect[]

const on = (path: string, widths: number[], holds: () => boolean) => ({ path, widths, holds })

/** The facts about the layout of a page on screens of these widths; each function runs in the page. */
const checks = {
  'packages have texts at one edge, a badge above, and the price below': on('/pricing/', [640, 768], () => {
    const names = boxesOf('.package h3')
    const prices = boxesOf('.package .package-price')
    const [badge] = boxesOf('.package .badge')
    const [popular] = boxesOf('.popular h3')
    return (
      new Set(names.map(({ left }) => left)).size === 1 &&
      new Set(prices.map(({ right }) => right)).size === 1 &&
      Number(badge?.bottom) <= Number(popular?.top) &&
      names.every(({ bottom }, index) => Number(prices[index]?.top) >= bottom)
    )
  }),
  'a long word of the headline is in one line if the page has room for it': on('/', [768, 1440], () => {
    const [heading] = elementsOf('.hero h1')
    heading?.replaceChildren('Elektroinstallateur')
    const range = document.createRange()
    if (heading) range.selectNodeContents(heading)
    return range.getClientRects().length === 1
  }),
  'the link of each section of the home page is at the end of the row of its heading': on('/', [768], () =>
    elementsOf('.section-head').every((head) => {
      const [heading, link] = [...head.children].map((part) => part.getBoundingClientRect())
      return Number(link?.top) < Number(heading?.bottom)
    })
  ),
  'the times of special hours begin at one edge, on wide screens the edge of the week, and no end of a range of dates breaks':
    on('/contact/', [320, 390, 768, 1440], () => {
      for (const folded of document.querySelectorAll('details')) folded.open = true
      const lists = elementsOf('.hours ul').map((list) => {
        const cells = [...list.querySelectorAll('li > :last-child')]
        const week = list.closest('.hours')?.querySelector('tbody td') ?? list
        return (innerWidth < 600 ? cells : [week, ...cells]).map((cell) => cell.getBoundingClientRect().left)
      })
      const ends = elementsOf('.hours li .unbroken')
      return (
        lists.length > 0 &&
        lists.every(([edge = 0, ...others]) => others.every((left) => Math.abs(left - edge) < 8)) &&
        ends.length > 1 &&
        ends.every((end) => end.getClientRects().length === 1)
      )
    }),
  'no line of hours begins with a comma': on('/contact/', [390], () => {
    const cell = elementsOf('.hours td').find((td) => td.querySelectorAll('bdi').length > 1)
    const first = cell?.querySelector('bdi')
    if (!(cell instanceof HTMLElement) || !first) return false
    const { width } = first.getBoundingClientRect()
    Object.assign(cell.style, { display: 'block', padding: '0', width: `${width + 1}px` })
    const rest = document.createRange()
    rest.setStartAfter(first)
    rest.setEndAfter(cell)
    const [comma] = rest.getClientRects()
    return Number(comma?.top) < first.getBoundingClientRect().bottom
  }),
  'the name of special hours begins at the edge of its dates, in any direction': on(
    '/contact/',
    [390],
    () => {
      const [name] = elementsOf('.hours li bdi')
      name?.replaceChildren('פסח')
      name?.setAttribute('dir', 'rtl')
      const [text, entry] = [name, name?.closest('li')].map((part) => part?.getBoundingClientRect())
      return text !== undefined && text.width < 100 && text.left === entry?.left
    }
  ),
  'a line break in a message is no empty line': on('/', [390], () => {
    document.body.innerHTML = '<div class="chat"><dl><div><dd>a<br>\nb</dd></div></dl></div>'
    const [message] = boxesOf('.chat dd')
    return Number(message?.height) < 100
  }),
  'a long word for the menu does not widen the page': on('/', [320], () => {
    const [name] = elementsOf('.menu span')
    name?.replaceChildren('Navigationsübersichtsverzeichnis')
    document.querySelector('.menu')?.classList.remove('few')
    return name?.checkVisibility() === true && document.documentElement.scrollWidth <= innerWidth
  }),
  'a long label of a number to call does not widen the page': on('/services/sea-room/', [980], () => {
    const [call] = elementsOf('.offer .call > span')
    call?.insertAdjacentHTML('afterbegin', `<bdi>${'Appointments and prescriptions '.repeat(4)}</bdi>`)
    return call !== undefined && document.documentElement.scrollWidth <= innerWidth
  }),
  'a text keeps a distance from the heading above it': on('/pricing/', [390], () => {
    const [heading, text] = [...boxesOf('main > section > h2'), ...boxesOf('main > section > h2 + p')]
    return text !== undefined && text.top - Number(heading?.bottom) >= 16
  }),
  'a select is as high as an input': on('/contact/', [390, 1440], () => {
    const heights = boxesOf('.fields :is(input, select)').map(({ height }) => height)
    return heights.length > 1 && new Set(heights).size === 1
  }),
  'a short word before a price is next to it, and a range is in one line': on(
    '/services/sea-room/',
    [390, 1440],
    () => {
      const tops = new Set(boxesOf('.offer-price .from .money').map(({ top }) => top))
      const [word] = elementsOf('.service .unbroken > .from-word')
      return tops.size === 1 && word !== undefined && getComputedStyle(word).display !== 'block'
    }
  ),
  'a price with tax ends where its price does, and a tag does not move the names of services': on(
    '/services/',
    [390, 768, 1440, 1920],
    () => {
      const taxes = boxesOf('.service-price .with-tax')
      const ends = [...taxes, ...boxesOf('.service-price')].map(({ right }) => Math.round(right))
      const starts = boxesOf('.service-name').map(({ left }) => Math.round(left))
      const hasTag = elementsOf('.service .tag').length > 0
      return hasTag && taxes.length > 1 && new Set(ends).size === 1 && new Set(starts).size === 1
    }
  ),
  'images that follow each other in a text do not touch': on('/', [390, 1440], () => {
    const image = '<img width="40" height="40" alt="">'
    document.body.innerHTML = `<div class="text-page"><p>${image} ${image}<br><a href="/">${image}</a></p></div>`
    const boxes = boxesOf('img')
    return boxes.every(({ top }, index) => index === 0 || top - Number(boxes[index - 1]?.bottom) >= 8)
  }),
  'no film, frame or drawing of a text is wider than the screen, and a film keeps its shape': on(
    '/',
    [390],
    () => {
      const parts = ['video', 'iframe', 'svg', 'canvas', 'object', 'embed']
      const elements = parts.map((name) => `<${name} width="900" height="450"></${name}>`)
      document.body.innerHTML = `<main><div class="text-page"><p>${elements.join('</p><p>')}</p></div></main>`
      const [film] = boxesOf('video')
      const isFilm = film !== undefined && Math.abs(film.width - 2 * film.height) < 1
      return isFilm && boxesOf(parts.join()).every(({ left, right }) => left >= 0 && right <= innerWidth)
    }
  ),
  'a short text in another direction begins at the edge of the page': on('/services/', [390, 1440], () => {
    const [summary] = elementsOf('.service-summary')
    summary?.replaceChildren('Wix')
    const { direction } = getComputedStyle(document.body)
    summary?.setAttribute('dir', direction === 'rtl' ? 'ltr' : 'rtl')
    const range = document.createRange()
    if (summary) range.selectNodeContents(summary)
    const [text, box] = [range, summary].map((part) => part?.getBoundingClientRect())
    const edge = direction === 'rtl' ? 'right' : 'left'
    return text !== undefined && text.width > 0 && Math.abs(text[edge] - Number(box?.[edge])) < 1
  }),
  'a screen without the bar of a phone has the number to call next to the buttons': on(
    '/',
    [390, 640, 1440],
    () => elementsOf('.contact-bar, .closing a[href^="tel:"]').some((element) => element.checkVisibility())
  ),
  'the link of the header shows that it leads to the page': on('/contact/', [1440], () => {
    const [link] = elementsOf('.site-header a[href="/contact/"]')
    return link !== undefined && getComputedStyle(link).textDecorationLine === 'underline'
  }),
  'no short code breaks, or ends a line before a full stop': on('/developers/', [320, 390, 768, 1440], () =>
    elementsOf('.documentation :is(p, li, td):not(.address) > :is(code, .unbroken)')
      .filter(({ textContent }) => textContent.length < 24)
      .every((code) => {
        const range = document.createRange()
        range.selectNode(code)
        const next = code.nextSibling
        if (next instanceof Text && /^[.,;:]/.test(next.data)) range.setEnd(next, 1)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        return Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom))
      })
  )
}

/** Returns each statement about the layout of the pages that does not hold. */
export async function checkLayout(page: Page, baseUrl: string): Promise<string[]> {
  await page.addInitScript(() => {
    const elementsOf = (selector: string) => [...document.querySelectorAll(selector)]
    const boxesOf = (selector: string) => elementsOf(selector).map((part) => part.getBoundingClientRect())
    Object.assign(window, { elementsOf, boxesOf })
  })
  const problems: string[] = []
  for (const [fact, { path, widths, holds }] of Object.entries(checks))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(baseUrl + path)
      if (!(await page.evaluate(holds))) problems.push(`failed at ${width} px: ${fact}`)
    }
  return problems
}
