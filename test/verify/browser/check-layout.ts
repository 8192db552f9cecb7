import type { Page } from 'playwright-core'

interface LayoutCheck {
  fact: string
  path: string
  widths: number[]
  /** Runs in the page. */
  holds: () => boolean
}

const checks: LayoutCheck[] = [
  {
    fact: 'the text of all packages has the same edges, the badge is above the name, and the price below it',
    path: '/pricing/',
    widths: [640, 768],
    holds: () => {
      const boxesOf = (selector: string) =>
        [...document.querySelectorAll(`.package ${selector}`)].map((part) => part.getBoundingClientRect())
      const [badge] = boxesOf('.badge')
      const names = boxesOf('h3')
      const prices = boxesOf('.package-price')
      const popular = document.querySelector('.popular h3')?.getBoundingClientRect()
      return (
        new Set(names.map(({ left }) => left)).size === 1 &&
        new Set(prices.map(({ right }) => right)).size === 1 &&
        badge !== undefined &&
        badge.bottom <= Number(popular?.top) &&
        names.every(({ bottom }, index) => {
          const price = prices[index]
          return price !== undefined && price.top >= bottom
        })
      )
    }
  },
  {
    fact: 'the link of each section of the home page is at the end of the row of its heading',
    path: '/',
    widths: [768],
    holds: () =>
      [...document.querySelectorAll('.section-head')].every((head) => {
        const [heading, link] = [...head.children].map((part) => part.getBoundingClientRect())
        return heading !== undefined && link !== undefined && link.top < heading.bottom
      })
  },
  {
    fact: 'the times of special hours begin at one edge, on wide screens that of the week, and no end of a range of dates breaks',
    path: '/contact/',
    widths: [320, 390, 768, 1440],
    holds: () => {
      for (const folded of document.querySelectorAll('details')) folded.open = true
      const lists = [...document.querySelectorAll('.hours ul')].map((list) => {
        const cells = [...list.querySelectorAll('li > :last-child')]
        const week = list.closest('.hours')?.querySelector('tbody td') ?? list
        return (innerWidth < 600 ? cells : [week, ...cells]).map((cell) => cell.getBoundingClientRect().left)
      })
      const ends = [...document.querySelectorAll('.hours li .unbroken')]
      return (
        lists.length > 0 &&
        lists.every(([edge = 0, ...others]) => others.every((left) => Math.abs(left - edge) < 8)) &&
        ends.length > 1 &&
        ends.every((end) => end.getClientRects().length === 1)
      )
    }
  },
  {
    fact: 'a select is as high as an input',
    path: '/contact/',
    widths: [390, 1440],
    holds: () => {
      const heights = [...document.querySelectorAll('.fields :is(input, select)')].map(
        (field) => field.getBoundingClientRect().height
      )
      return heights.length > 1 && new Set(heights).size === 1
    }
  },
  {
    fact: 'a short word before a price is next to it, and a range is in one line',
    path: '/services/sea-room/',
    widths: [390, 1440],
    holds: () => {
      const amounts = [...document.querySelectorAll('.offer-price .from .money')]
      const tops = new Set(amounts.map((amount) => amount.getBoundingClientRect().top))
      const word = document.querySelector('.service .unbroken > .from-word')
      return tops.size === 1 && word !== null && getComputedStyle(word).display !== 'block'
    }
  },
  {
    fact: 'a price with tax ends where its price does, and a tag does not move the names of services',
    path: '/services/',
    widths: [390, 768, 1440, 1920],
    holds: () => {
      const edgesOf = (selector: string, edge: 'left' | 'right') =>
        [...document.querySelectorAll(selector)].map((part) => Math.round(part.getBoundingClientRect()[edge]))
      const taxes = edgesOf('.service-price .with-tax', 'right')
      const edges = [...taxes, ...edgesOf('.service-price', 'right')]
      const hasTag = document.querySelector('.service .tag') !== null
      return (
        hasTag &&
        taxes.length > 1 &&
        new Set(edges).size === 1 &&
        new Set(edgesOf('.service-name', 'left')).size === 1
      )
    }
  },
  {
    fact: 'images that follow each other in a text do not touch',
    path: '/',
    widths: [390, 1440],
    holds: () => {
      const image = '<img width="40" height="40" alt="">'
      document.body.innerHTML = `<div class="text-page"><p>${image} ${image}<br><a href="/">${image}</a></p></div>`
      const boxes = [...document.querySelectorAll('img')].map((part) => part.getBoundingClientRect())
      return boxes.every(({ top }, index) => index === 0 || top - Number(boxes[index - 1]?.bottom) >= 8)
    }
  },
  {
    fact: 'a screen without the bar of a phone has the number to call next to the buttons',
    path: '/',
    widths: [390, 640, 1440],
    holds: () => {
      const isVisible = (selector: string) => document.querySelector(selector)?.checkVisibility() ?? false
      return isVisible('.contact-bar') || isVisible('.closing a[href^="tel:"]')
    }
  },
  {
    fact: 'the link of the header shows that it leads to the page',
    path: '/contact/',
    widths: [1440],
    holds: () => {
      const link = document.querySelector('.site-header a[href="/contact/"]')
      return link !== null && getComputedStyle(link).textDecorationLine === 'underline'
    }
  },
  {
    fact: 'no short code breaks, or ends a line before a full stop',
    path: '/developers/',
    widths: [320, 390, 768, 1440],
    holds: () =>
      [...document.querySelectorAll('.documentation :is(p, li, td) > :is(code, .unbroken)')]
        .filter(
          ({ textContent, parentElement }) => textContent.length < 24 && !parentElement?.matches('.address')
        )
        .every((code) => {
          const range = document.createRange()
          range.selectNode(code)
          const next = code.nextSibling
          if (next instanceof Text && /^[.,;:]/.test(next.data)) range.setEnd(next, 1)
          const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
          return Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom))
        })
  }
]

/** Returns each statement about the layout of the pages that does not hold. */
export async function checkLayout(page: Page, baseUrl: string): Promise<string[]> {
  const problems: string[] = []
  for (const { fact, path, widths, holds } of checks) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(baseUrl + path)
      if (!(await page.evaluate(holds))) problems.push(`failed at ${width} px: ${fact}`)
    }
  }
  return problems
}
