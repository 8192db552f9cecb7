import { memoise } from './memoise.ts'

// A limit, because parsing a header of 15 KB takes 2 ms. No common client sends a longer Accept or Accept-Encoding.
const maxHeaderLength = 1024

/**
 * Returns a function that chooses by the weights in a header such as Accept, and caches its results. For a header that is
 * too long to parse, it returns `otherwise`.
 */
export function createHeaderReader<T>(
  choose: (weights: Map<string, number>) => T,
  otherwise: T
): (header?: string) => T {
  const read = memoise((header) => choose(parseWeights(header)))
  return (header = '') => (header.length > maxHeaderLength ? otherwise : read(header))
}

/**
 * Returns the elements of a header such as Accept or Accept-Encoding, in lower case and in order, with their weights from
 * 0 to 1 (RFC 9110, section 12.4.2). It drops other parameters, and elements whose weight is not a qvalue. A repeated
 * element gets its lowest weight.
 */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const element of split(header.toLowerCase(), elements)) {
    const [name = '', ...parameters] = split(element, parts)
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '') ?? '1'
    if (name !== '' && qvalue.test(q)) weights.set(name, Math.min(Number(q), weights.get(name) ?? 1))
  }
  return weights
}

// A comma or semicolon inside a quoted string does not separate (RFC 9110, section 5.6.4).
const elements = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g
const parts = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g
const split = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).map((part) => part.trim())

const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/
