import { createHeaderReader } from './weights.ts'

/** The media types of a page; the first is the default. */
export const pageTypes = ['text/html', 'text/markdown'] as const
type PageType = (typeof pageTypes)[number]

type Weights = Map<string, number>

/** Returns the weight of a media type: that of the most specific range in Accept that matches it (RFC 9110, section 12.5.1). */
const weightOf = (weights: Weights, type: PageType): number =>
  weights.get(type) ?? weights.get('text/*') ?? weights.get('*/*') ?? 0

const range = /^(?:\*\/\*|[^\s/*]+\/[^\s/]+)$/

/**
 * Returns the media type with the highest weight in Accept (RFC 9110, section 12.5.1), or undefined if none is acceptable.
 * The most specific range that matches a type sets its weight. Of two with the same weight, the first in Accept wins.
 */
export const chooseMediaType = createHeaderReader<PageType | undefined>((elements) => {
  const weights = new Map([...elements].filter(([name]) => range.test(name)))
  if (weights.size === 0) return pageTypes[0]
  const order = [...weights.keys()]
  const candidates = pageTypes.map((type) => ({
    type,
    weight: weightOf(weights, type),
    // A type that Accept does not list comes last.
    position: weights.has(type) ? order.indexOf(type) : order.length
  }))
  const [best] = candidates
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.position - b.position)
  return best?.type
}, pageTypes[0])

/** Returns whether Accept allows HTML, although it may prefer another type. */
export const allowsHtml = createHeaderReader((weights) => weightOf(weights, 'text/html') > 0, true)
