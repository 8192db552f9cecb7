// No client in use sends a longer Accept or Accept-Encoding, and to parse one of 15 KB takes 2 ms.
export const maxHeaderLength = 1024

/**
 * Returns the elements of a header such as Accept or Accept-Encoding with their weights from 0 to 1, in lower case, in order
 * and without other parameters (RFC 9110, section 12.4.2). Drops an element whose weight is not a qvalue; a repeated
 * element has its lower weight.
 */
export function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const element of split(header.toLowerCase(), elements)) {
    const [name = '', ...parameters] = split(element, parts)
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '') ?? '1'
    if (name !== '' && qvalue.test(q)) weights.set(name, Math.min(Number(q), weights.get(name) ?? 1))
  }
  return weights
}

// What stands between quotes is no separator (RFC 9110, section 5.6.4).
const elements = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g
const parts = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g
const split = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).map((part) => part.trim())

const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/
