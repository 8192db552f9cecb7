import { isUtf8 } from 'node:buffer'

const byteOrderMarks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]]
] as const

/**
 * Decodes an HTML file (HTML standard, section 13.2.3). Uses the byte order mark, else UTF-8 if the bytes are valid UTF-8,
 * else the encoding that the head declares, else the usual encoding of the language.
 */
export function decodeHtml(bytes: Uint8Array): string {
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return new TextDecoder(marked[0]).decode(bytes)
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const declared = /<meta[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1]
  const fallback = /<html[^>]*?\slang\s*=\s*["']?(?:he|iw|yi)\b/i.test(head) ? 'windows-1255' : 'windows-1252'
  return (createDecoder(declared) ?? new TextDecoder(fallback)).decode(bytes)
}

/** Returns a decoder for an encoding label, or undefined if the label is not usable. */
function createDecoder(label = ''): TextDecoder | undefined {
  try {
    // The declaration was read as ASCII, so the page is not UTF-16, and it is not valid UTF-8 either.
    return /^utf-?(?:8|16)/i.test(label) ? undefined : new TextDecoder(label)
  } catch {
    return undefined
  }
}
