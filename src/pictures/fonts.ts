import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { once } from '../base/cache.ts'

// TTF files, because the renderer does not read the WOFF2 subsets of the pages. The last three have further letters.
const names = ['frank-ruhl-libre', 'assistant', 'noto-serif', 'noto-sans', 'noto-naskh-arabic'] as const

const urlOf = (name: (typeof names)[number]) => new URL(`../site/assets/${name}.ttf`, import.meta.url)

export const fontFiles = names.map((name) => fileURLToPath(urlOf(name)))

const load = (name: (typeof names)[number], family: string, weight = 500) =>
  readFont(readFileSync(urlOf(name)), family, weight)

const arabic = once(() => load('noto-naskh-arabic', 'Noto Naskh Arabic Medium'))
const others = {
  serif: [once(() => load('noto-serif', 'Noto Serif Medium')), arabic],
  sans: [once(() => load('noto-sans', 'Noto Sans Medium')), arabic]
}

const fonts = {
  serif: load('frank-ruhl-libre', 'Frank Ruhl Libre'),
  sans: load('assistant', 'Assistant', 400)
}

/** Returns the font in which a text is drawn: the font of the kind, unless another one lacks fewer of its characters. */
export function findFont(text: string, kind: 'serif' | 'sans'): Font {
  const font = fonts[kind]
  const count = (other: Font) => other.listMissing(text).length
  if (count(font) === 0) return font
  const all = [font, ...others[kind].map((load) => load())]
  return all.reduce((best, other) => (count(other) < count(best) ? other : best))
}

/** Returns a text with single spaces, and without invisible characters, except for those that end a word of joined letters. */
export const toVisible = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/(?!(?<=\p{Script=Arabic})\u200c)\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

type Font = ReturnType<typeof readFont>

/** Reads the widths of a TrueType font (OpenType) with a cmap of format 4, which has no characters above U+FFFF. Throws if the file is not such a font. */
function readFont(bytes: Buffer, family: string, weight: number) {
  const tables = new Map(
    Array.from({ length: bytes.readUInt16BE(4) }, (_, index) => {
      const record = 12 + index * 16
      const start = bytes.readUInt32BE(record + 8)
      const name = bytes.toString('latin1', record, record + 4)
      return [name, bytes.subarray(start, start + bytes.readUInt32BE(record + 12))] as const
    })
  )
  const table = (name: string) => tables.get(name) ?? Buffer.alloc(0)
  const unitsPerEm = table('head').readUInt16BE(18)
  // Further glyphs have the width of the last one.
  const lastWidth = table('hhea').readUInt16BE(34) - 1
  const widths = table('hmtx')
  const glyphs = readGlyphs(table('cmap'))
  const widthOf = (character: string) =>
    widths.readUInt16BE(Math.min(glyphs.get(character) ?? 0, lastWidth) * 4) / unitsPerEm
  return {
    family,
    weight,
    listMissing: (text: string): string[] => [
      ...new Set(Array.from(text).filter((character) => !glyphs.has(character)))
    ],
    /** Returns the width of a text in em, of letters that are not joined. */
    measure: (text: string): number =>
      Array.from(text).reduce((sum, character) => sum + widthOf(character), 0)
  }
}

function readGlyphs(cmap: Buffer): Map<string, number> {
  const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8))
  const tables = starts.filter((start) => cmap.readUInt16BE(start) === 4)
  return new Map(tables.flatMap((start) => [...readSegments(cmap.subarray(start))]))
}

function* readSegments(table: Buffer): Generator<[string, number]> {
  const size = table.readUInt16BE(6)
  for (let segment = 0; segment < size; segment += 2) {
    const last = table.readUInt16BE(14 + segment)
    const first = table.readUInt16BE(16 + size + segment)
    const delta = table.readUInt16BE(16 + size * 2 + segment)
    const place = 16 + size * 3 + segment
    const offset = table.readUInt16BE(place)
    // The last segment, of U+FFFF only, ends the table.
    for (let character = first; character <= last && character < 0xffff; character += 1) {
      const index = offset === 0 ? character : table.readUInt16BE(place + offset + (character - first) * 2)
      if (index === 0) continue
      yield [String.fromCharCode(character), (index + delta) & 0xffff]
    }
  }
}
