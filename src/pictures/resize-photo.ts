import sharp from 'sharp'
import type { Resizing } from './draw.ts'

// More would take more memory than a small server has.
const maxPixels = 50_000_000

const options = {
  limitInputPixels: maxPixels,
  failOn: 'truncated',
  sequentialRead: true,
  autoOrient: true
} as const

// At these, the difference cannot be seen on a phone.
const qualities = { webp: { quality: 70 }, avif: { quality: 55 } } as const

/** Returns the sizes of a photo by path, without metadata and in sRGB. Rejects if it cannot be read or is too large. */
export async function resizePhoto({ file, sizes }: Resizing): Promise<Map<string, Uint8Array>> {
  sharp.cache(false)
  sharp.concurrency(1)
  const resized = new Map<string, Uint8Array>()
  for (const [path, { width, format }] of sizes) {
    const image = sharp(file, options).resize({ width })
    resized.set(path, await image.toFormat(format, qualities[format]).toBuffer())
  }
  return resized
}
