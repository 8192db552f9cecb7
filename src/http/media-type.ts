import { memoise } from './memoise.ts'
import { maxHeaderLength, parseWeights } from './weights.ts'

/** The media types of a page; the first is the default. */
export const pageTypes = ['text/html', 'text/markdown'] as const
type PageType = (typeof pageTypes)[number]

/**
 * Returns the media type with the highest weight in Accept (RFC 9110, section 12.5.1), or undefined if none is acceptable.
 * The most specific range that matches a type sets its weight. Of two with the same weight, the first in Accept wins.
 */
export const chooseMediaType = (header = ''): PageType | undefined =>
  header.length > maxHeaderLength ? pageTypes[0] : choose(header)

const range = /^(?:\*\/\*|[^\s/*]+\/[^\s/]+)$/

const choose = memoise((header) => {
  const ranges = [...parseWeights(header)].filter(([name]) => range.test(name))
  if (ranges.length === 0) return pageTypes[0]
  const weights = new Map(ranges)
  const order = [...weights.keys()]
  const candidates = pageTypes.map((type) => ({
    type,
    weight: weights.get(type) ?? weights.get('text/*') ?? weights.get('*/*') ?? 0,
    // A type that Accept does not list comes last.
    position: weights.has(type) ? order.indexOf(type) : order.length
  }))
  const [best] = candidates
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.position - b.position)
  return best?.type
})
