/**
 * The elements of a header such as Accept-Encoding with their weights from 0 to 1, in lower case and in order
 * (RFC 9110, section 12.4.2). An element whose weight is not a qvalue is left out.
 */
export function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const element of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = element.split(';').map((part) => part.trim())
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '') ?? '1'
    if (name !== '' && qvalue.test(q) && !weights.has(name)) weights.set(name, Number(q))
  }
  return weights
}

const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/
