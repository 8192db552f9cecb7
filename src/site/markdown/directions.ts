import type { Token } from 'markdown-it'

const letters = /\p{L}/gu
const rtlLetters = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu

interface Letters {
  all: number
  rtl: number
}

/**
 * Sets the direction of each block in another direction than the text around it. On a page from right to left, a block is
 * from left to right if it has no letter of the page's direction; on a page from left to right, most of its letters decide.
 * The first letter does not: sentences in Hebrew begin with names such as WhatsApp too.
 */
export function markDirections(tokens: Token[], pageDirection: 'rtl' | 'ltr'): void {
  const blocks = countLetters(tokens)
  const outerDirections: ('rtl' | 'ltr')[] = []
  for (const token of tokens) {
    if (token.nesting === -1) outerDirections.pop()
    const block = blocks.get(token)
    if (block === undefined) continue
    const outer = outerDirections.at(-1) ?? pageDirection
    const own = directionOf(block, pageDirection) ?? outer
    if (own !== outer) token.attrSet('dir', own)
    outerDirections.push(own)
  }
}

/** Counts the letters in each block of a text, by its first token. */
function countLetters(tokens: Token[]): Map<Token, Letters> {
  const blocks = new Map<Token, Letters>()
  const open: Letters[] = []
  for (const token of tokens) {
    if (token.nesting === 1) {
      const block = { all: 0, rtl: 0 }
      blocks.set(token, block)
      open.push(block)
      continue
    }
    const counted = token.nesting === -1 ? open.pop() : countIn(token)
    const block = open.at(-1)
    if (block === undefined || counted === undefined) continue
    block.all += counted.all
    block.rtl += counted.rtl
  }
  return blocks
}

function countIn({ children }: Token): Letters {
  const text = (children ?? []).map(({ type, content }) => (type === 'text' ? content : '')).join(' ')
  return { all: text.match(letters)?.length ?? 0, rtl: text.match(rtlLetters)?.length ?? 0 }
}

/** Returns the direction of a block, or undefined if it has no letters. */
function directionOf({ all, rtl }: Letters, pageDirection: 'rtl' | 'ltr') {
  if (all === 0) return undefined
  return rtl > (pageDirection === 'rtl' ? 0 : all / 2) ? 'rtl' : 'ltr'
}
