import { crc32 } from 'node:zlib'

/** A part of a file that is served as other bytes: these, and then zeros. */
export interface Mask {
  start: number
  end: number
  bytes: Buffer
}

/** Reads bytes at a position, fewer at the end of the file. */
type ReadAt = (position: number, length: number) => Promise<Buffer>

/** The names of files of photos: these formats hold the place and time at which a photo was taken. */
export const photoName = /\.(?:jpe?g|png|webp)$/i

/**
 * Returns the parts of a JPEG, PNG or WebP file that hold anything but the picture, its colours and its orientation, such as
 * the place where it was taken. Returns none for any other file. They are covered, not cut out, so the file keeps its length
 * and can be streamed in ranges.
 */
export async function findMetadata(read: ReadAt, size: number): Promise<Mask[]> {
  const start = (await read(0, 12)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return findInJpeg(read, size)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return findInPng(read, size)
  return /^RIFF.{4}WEBP$/s.test(start) ? findInWebp(read, size) : []
}

const none = Buffer.alloc(0)

// EXIF data has its orientation in the first 64 KB.
const maxExif = 65_536

/** Returns EXIF data with nothing but the orientation of the given data; empty if that is the usual one, or is missing. */
function keepOrientation(exif: Buffer): Buffer {
  const isLittle = exif.toString('latin1', 0, 2) === 'II'
  const view = new DataView(exif.buffer, exif.byteOffset, exif.length)
  const read = (at: number) => (at + 2 <= exif.length ? view.getUint16(at, isLittle) : 0)
  const directory = exif.length < 8 ? 0 : view.getUint32(4, isLittle)
  const entries = Array.from(
    { length: Math.min(read(directory), 200) },
    (_, index) => directory + 2 + 12 * index
  )
  const entry = entries.find((at) => read(at) === 0x0112)
  const orientation = entry === undefined ? 1 : read(entry + 8)
  if (orientation < 2 || orientation > 8 || exif.length < 26) return none
  const kept = Buffer.from(`49492a000800000001001201030001000000${'00'.repeat(8)}`, 'hex')
  kept.writeUInt8(orientation, 18)
  return kept
}

const exifStart = 'Exif\0\0'
// JFIF, the colour profile, and how Adobe's programs store colours.
const keptSegments = /^(?:\xe0JFIF\0|\xe2ICC_PROFILE\0|\xeeAdobe)/

/** Phones append further pictures and films after the picture, with metadata of their own. */
async function findInJpeg(read: ReadAt, size: number): Promise<Mask[]> {
  const masks: Mask[] = []
  for (let at = await findMarker(read, 2); at < size; ) {
    const head = await read(at, 18)
    const marker = head.readUInt8(1)
    if (marker === 0xd9) return [...masks, { start: at + 2, end: size, bytes: none }]
    if (head.length < 4) break
    const [start, end] = [at + 4, at + 2 + head.readUInt16BE(2)]
    const id = head.toString('latin1', 1, 2) + head.toString('latin1', 4)
    if (/^[\xe0-\xef\xfe]/.test(id) && !keptSegments.test(id))
      masks.push({ start, end, bytes: await keepInSegment(read, id, start, end) })
    at = await findMarker(read, end)
  }
  return masks
}

async function keepInSegment(read: ReadAt, id: string, start: number, end: number): Promise<Buffer> {
  if (!id.startsWith(`\xe1${exifStart}`)) return none
  const exif = keepOrientation(await read(start + 6, Math.max(0, end - start - 6)))
  return exif.length === 0 ? none : Buffer.concat([Buffer.from(exifStart), exif])
}

/** Returns the position of the next marker that begins a segment or ends the picture: skips the compressed data of a scan. */
async function findMarker(read: ReadAt, from: number): Promise<number> {
  let at = from
  let bytes: Buffer
  do {
    bytes = await read(at, 65_536)
    for (let index = bytes.indexOf(0xff); index !== -1; index = bytes.indexOf(0xff, index + 1)) {
      const next = bytes[index + 1] ?? 0
      if (next >= 0xc0 && next < 0xff && !(next >= 0xd0 && next <= 0xd8)) return at + index
    }
    at += bytes.length - 1
  } while (bytes.length > 1)
  return Number.POSITIVE_INFINITY
}

// All that PNG (third edition) defines for picture, colours and animation.
const keptChunks =
  /^(?:IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)$/

/** Covers a chunk with one that readers ignore, because nobody defines it. */
async function findInPng(read: ReadAt, size: number): Promise<Mask[]> {
  const masks: Mask[] = []
  for (let at = 8; at < size; ) {
    const head = await read(at, 8)
    if (head.length < 8) break
    const [length, type, next] = [
      head.readUInt32BE(0),
      head.toString('latin1', 4),
      at + 12 + head.readUInt32BE(0)
    ]
    if (!keptChunks.test(type)) {
      const exif = type === 'eXIf' ? keepOrientation(await read(at + 8, Math.min(length, maxExif))) : none
      const bytes = Buffer.concat([Buffer.from(exif.length > 0 ? 'eXIf' : 'noNe'), exif])
      const end = at + 8 + length
      const check = Buffer.alloc(4)
      check.writeUInt32BE(crcOf(bytes, length + 4))
      masks.push({ start: at + 4, end, bytes }, { start: end, end: next, bytes: check })
    }
    if (type === 'IEND') return [...masks, { start: next, end: size, bytes: none }]
    at = next
  }
  return masks
}

/** Returns the checksum of bytes, and of zeros up to a length. */
function crcOf(bytes: Buffer, length: number): number {
  const zeros = Buffer.alloc(65_536)
  let crc = crc32(bytes)
  for (let left = length - bytes.length; left > 0; left -= zeros.length)
    crc = crc32(zeros.subarray(0, left), crc)
  return crc
}

async function findInWebp(read: ReadAt, size: number): Promise<Mask[]> {
  const masks: Mask[] = []
  const end = 8 + (await read(4, 4)).readUInt32LE(0)
  // A bit each for EXIF and XMP in the flags of the file.
  let cleared = 0b1100
  const flags: { at: number; value: number }[] = []
  for (let at = 12; at < Math.min(end, size); ) {
    const head = await read(at, 9)
    if (head.length < 9) break
    const [type, length] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)]
    if (type === 'VP8X') flags.push({ at: at + 8, value: head.readUInt8(8) })
    else if (!/^(?:VP8 |VP8L|ALPH|ANIM|ANMF|ICCP)$/.test(type)) {
      const exif = type === 'EXIF' ? await keepInChunk(read, at + 8, length) : none
      if (exif.length > 0) cleared = 0b0100
      // Readers ignore a chunk of this type.
      else masks.push({ start: at, end: at + 4, bytes: Buffer.from('JUNK') })
      masks.push({ start: at + 8, end: at + 8 + length, bytes: exif })
    }
    at += 8 + length + (length % 2)
  }
  for (const { at, value } of flags)
    masks.push({ start: at, end: at + 1, bytes: Buffer.from([value & ~cleared]) })
  return [...masks, { start: end, end: size, bytes: none }]
}

async function keepInChunk(read: ReadAt, start: number, length: number): Promise<Buffer> {
  const exif = await read(start, Math.min(length, maxExif))
  return keepOrientation(exif.toString('latin1', 0, 6) === exifStart ? exif.subarray(6) : exif)
}

/** Covers the masks in bytes that are at a position of the file. */
export function coverMetadata(chunk: Buffer, position: number, masks: Mask[]): void {
  for (const { start, end, bytes } of masks) {
    const [from, to] = [Math.max(start, position), Math.min(end, position + chunk.length)]
    if (from >= to) continue
    chunk.fill(0, from - position, to - position)
    bytes.subarray(from - start, to - start).copy(chunk, from - position)
  }
}
