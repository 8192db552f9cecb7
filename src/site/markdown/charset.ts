import { isUtf8 } from 'node:buffer'

const marks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]]
] as const

/**
 * The text of an HTML file: by its byte order mark, as UTF-8 where it is, by what its head declares, or else by the usual
 * encoding of its language (HTML standard, section 13.2.3).
 */
export function decodeHtml(bytes: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return new TextDecoder(marked[0]).decode(bytes)
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const declared = /<meta[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1]
  const usual = /<html[^>]*?\slang\s*=\s*["']?(?:he|iw|yi)\b/i.test(head) ? 'windows-1255' : 'windows-1252'
  return (decoder(declared) ?? new TextDecoder(usual)).decode(bytes)
}

function decoder(label = ''): TextDecoder | undefined {
  try {
    // A page whose declaration could be read as ASCII is not in UTF-16, whatever it says.
    return /^utf-?(?:8|16)/i.test(label) ? undefined : new TextDecoder(label)
  } catch {
    return undefined
  }
}
