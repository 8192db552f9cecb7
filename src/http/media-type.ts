import { memoise } from './memoise.ts'
import { parseWeights } from './weights.ts'

/** The media types of a page; the first where the client leaves it open. */
export const pageTypes = ['text/html', 'text/markdown'] as const
export type PageType = (typeof pageTypes)[number]

/**
 * The media type to answer with, from Accept (RFC 9110, section 12.5.1): the one of the highest weight, each by the most
 * specific range that it is in; of two of one weight that which is named, and named first. Undefined where none is
 * acceptable.
 */
export const chooseMediaType = (header = ''): PageType | undefined => choose(header)

const range = /^(?:\*\/\*|[^\s/*]+\/[^\s/]+)$/

const choose = memoise((header) => {
  const ranges = [...parseWeights(header)].filter(([name]) => range.test(name))
  if (ranges.length === 0) return pageTypes[0]
  const weights = new Map(ranges)
  const order = [...weights.keys()]
  const candidates = pageTypes.map((type) => ({
    type,
    weight: weights.get(type) ?? weights.get('text/*') ?? weights.get('*/*') ?? 0,
    // What is not named comes after all that is.
    place: weights.has(type) ? order.indexOf(type) : order.length
  }))
  const [best] = candidates
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
  return best?.type
})
