import { createHeaderReader } from './weights.ts'

/** The media types of a page; the first is the default. */
export const pageTypes = ['text/html', 'text/markdown'] as const
type PageType = (typeof pageTypes)[number]

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
    weight: weights.get(type) ?? weights.get('text/*') ?? weights.get('*/*') ?? 0,
    // A type that Accept does not list comes last.
    position: weights.has(type) ? order.indexOf(type) : order.length
  }))
  const [best] = candidates
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.position - b.position)
  return best?.type
}, pageTypes[0])
