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
    fact: 'the text of all packages has the same edges, the badge is above the name, and the price next to it',
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
        names.every(({ top, bottom }, index) => {
          const price = prices[index]
          return price !== undefined && price.top < bottom && price.bottom > top
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
    fact: 'the times of special hours begin where those of the week do, and no end of a range of dates breaks',
    path: '/contact/',
    widths: [390, 768, 1440],
    holds: () => {
      const boxOf = (selector: string) =>
        document.querySelector(`.hours ${selector}`)?.getBoundingClientRect()
      const [week, special] = [boxOf('tbody td'), boxOf('li > :last-child')]
      const ends = [...document.querySelectorAll('.hours li .unbroken')]
      return (
        week !== undefined &&
        special !== undefined &&
        Math.abs(week.left - special.left) < 8 &&
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
      const amounts = [...document.querySelectorAll('.offer-price .money')]
      const tops = new Set(amounts.map((amount) => amount.getBoundingClientRect().top))
      const word = document.querySelector('.service .unbroken > .from-word')
      return tops.size === 1 && word !== null && getComputedStyle(word).display !== 'block'
    }
  },
  {
    fact: 'a screen without the bar of a phone has the number to call next to the buttons',
    path: '/',
    widths: [390, 640, 1440],
    holds: () => {
      const isVisible = (selector: string) => document.querySelector(selector)?.checkVisibility() ?? false
      return isVisible('.contact-bar') !== isVisible('.closing .direct-ways')
    }
  },
  {
    fact: 'the button of the header shows that it leads to the page',
    path: '/contact/',
    widths: [1440],
    holds: () => {
      const button = document.querySelector('.site-header .button')
      return button !== null && getComputedStyle(button).textDecorationLine === 'underline'
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
