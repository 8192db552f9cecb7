import type { Page } from 'playwright-core'

/** Returns each control that is smaller than 44 x 44 CSS pixels, except a link in a sentence (WCAG 2.2, criterion 2.5.8). */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const size = 44
    const targets = 'a[href], button, input, select, textarea, summary'
    const hasOwnText = (node: Node) =>
      [...node.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && /[\p{L}\p{N}]/u.test(`${child.nodeValue}`)
      )
    // A link in a sentence: its parent has words too.
    const isInline = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      element.parentElement !== null &&
      hasOwnText(element.parentElement)
    /** Returns whether a point at a distance from the middle of an element belongs to it. */
    const reaches = (element: Element, x: number, y: number) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const found = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y)
      return found !== null && (element.contains(found) || found.closest('label')?.contains(element) === true)
    }
    const isLarge = ({ width, height }: DOMRect) => width >= size && height >= size
    // A link may cover the whole row that contains it.
    const rowOf = (element: HTMLElement) => {
      const { position, inset } = getComputedStyle(element, '::after')
      return position === 'absolute' && inset === '0px' ? element.offsetParent : null
    }
    const half = size / 2 - 0.5
    const hasRoom = (element: HTMLElement) => {
      if (isLarge((rowOf(element) ?? element).getBoundingClientRect())) return true
      element.scrollIntoView({ block: 'center', inline: 'center' })
      return [-half, half].every((way) => reaches(element, way, 0) && reaches(element, 0, way))
    }
    return [...document.querySelectorAll<HTMLElement>(targets)]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !isInline(element) && !hasRoom(element)
      )
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        const name = `${element.nodeName} ${element.textContent.trim().slice(0, 40)}`
        return `is smaller than ${size} px: ${name}, ${Math.round(width)} x ${Math.round(height)}`
      })
  })

/** Returns each part of the hero that one must scroll to see, and each part that is not at its start side. */
export const findHiddenHero = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = [
      ...document.querySelectorAll(
        '.hero h1, .hero .lead, .hero:not(.with-image) .hero-model, .hero .actions'
      )
    ]
    const bar = document.querySelector('.contact-bar')?.getBoundingClientRect()
    const end = bar && bar.height > 0 ? bar.top : innerHeight
    const startOf = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return Math.round(document.dir === 'rtl' ? right : left)
    }
    const starts = new Set(parts.map(startOf))
    const lacksPart =
      document.querySelector('.hero') !== null &&
      document.querySelectorAll('.hero-model, .hero .actions').length < 2
    return [
      ...(lacksPart ? ['the hero has no heading, price or buttons'] : []),
      ...(starts.size > 1 ? [`the parts of the hero begin at ${[...starts]}`] : []),
      ...parts
        .filter((part) => part.getBoundingClientRect().bottom > end)
        .map((part) => `one must scroll to see ${part.className || part.nodeName}`)
    ]
  })

/** Returns a problem if the contact bar covers the end of the page, or leaves more than 2 px between both. */
export const findCoveredEnd = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    const bar = document.querySelector('.contact-bar')?.getBoundingClientRect()
    const footer = document.querySelector('.site-footer')?.getBoundingClientRect()
    if (!bar?.height || !footer) return []
    const gap = bar.top - footer.bottom
    return gap < -0.5 || gap > 2 ? [`the contact bar begins ${gap} px after the end of the page`] : []
  })

/** Returns each price whose short word, such as "from", is on another line than its amount: their middles are far apart. */
export const findDividedPrices = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const middleOf = ({ top, height }: DOMRect) => top + height / 2
    return [...document.querySelectorAll('.from .from-word:has(+ .money)')]
      .filter((word) => word.textContent.length <= 12 && getComputedStyle(word).display !== 'block')
      .filter((word) => {
        // The line boxes may overlap, because the amount is larger than the word.
        const [box, amount] = [word, word.nextElementSibling].map((part) => part?.getBoundingClientRect())
        return box && amount && middleOf(amount) - middleOf(box) > amount.height / 2
      })
      .map((word) => `divides "${word.parentElement?.textContent}"`)
  })

/** Returns each word of a label or a name next to a price that continues on another line, although a whole line has room for it. */
export const findBrokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.price-line > :first-child, .ways dt')].flatMap((name) =>
      [name, ...name.querySelectorAll('*')]
        .flatMap(({ childNodes }) => [...childNodes].filter((node) => node instanceof Text))
        .flatMap((text) =>
          [...text.data.matchAll(/[^\s-]+/g)]
            .filter(({ 0: word, index }) => {
              const range = document.createRange()
              range.setStart(text, index)
              range.setEnd(text, index + word.length)
              const boxes = [...range.getClientRects()]
              const width = boxes.reduce((sum, box) => sum + box.width, 0)
              const lines = new Set(boxes.map(({ top }) => Math.round(top)))
              return lines.size > 1 && width <= (name.parentElement?.clientWidth ?? 0)
            })
            .map(([word]) => `breaks "${word}"`)
        )
    )
  )

/** Returns whether the theme-color of the page differs from its header, or a button has little contrast with its surroundings. */
export const findWrongColours = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toNumbers = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const isClear = (colour: string) => toNumbers(colour)[3] === 0
    const backgroundOf = (element: Element | null): string => {
      if (element === null) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      return isClear(backgroundColor) ? backgroundOf(element.parentElement) : backgroundColor
    }
    const luminanceOf = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = toNumbers(colour).map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrastOf = (one: string, other: string) => {
      const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    }
    const header = backgroundOf(document.querySelector('.site-header'))
    const theme = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
      ({ media }) => matchMedia(media).matches
    )
    const sample = document.createElement('i')
    sample.style.color = theme?.content ?? ''
    document.body.append(sample)
    const themeColour = getComputedStyle(sample).color
    sample.remove()
    const weak = [...document.querySelectorAll('.button')].filter((button) => {
      const { backgroundColor, borderColor } = getComputedStyle(button)
      const edge = isClear(backgroundColor) ? borderColor : backgroundColor
      return button.checkVisibility() && contrastOf(edge, backgroundOf(button.parentElement)) < 3
    })
    return [
      ...(themeColour === header ? [] : [`theme-color is ${themeColour}, the header ${header}`]),
      ...weak.map((button) => `a button has little contrast: ${button.textContent}`)
    ]
  })
