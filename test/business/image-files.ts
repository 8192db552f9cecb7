const hex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, '0')
const littleEndian = (value: number, bytes: number) =>
  Buffer.from(hex(value, bytes), 'hex').reverse().toString('hex')
const text = (value: string) => Buffer.from(value, 'latin1').toString('hex')
const fromHex = (...parts: string[]) => Buffer.from(parts.join(''), 'hex')

/** Returns the head of a PNG image. */
export const png = (width: number, height: number): Buffer =>
  fromHex('89504e470d0a1a0a0000000d', text('IHDR'), hex(width, 4), hex(height, 4), '00'.repeat(9))

export const gif = (width: number, height: number): Buffer =>
  fromHex(text('GIF89a'), littleEndian(width, 2), littleEndian(height, 2), text('....'))

export const webp = (width: number, height: number): Buffer =>
  fromHex(
    text('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0'),
    '00000000',
    littleEndian(width - 1, 3),
    littleEndian(height - 1, 3)
  )

const box = (type: string, ...parts: string[]) =>
  hex(parts.join('').length / 2 + 8, 4) + text(type) + parts.join('')

/** Returns the head of an AVIF image, or of another format of the same family. */
export function avif(width: number, height: number, brand = 'avif'): Buffer {
  const size = box('ispe', hex(0, 4), hex(width, 4), hex(height, 4))
  return fromHex(box('ftyp', text(brand), hex(0, 4)), box('meta', hex(0, 4), box('iprp', box('ipco', size))))
}

const segment = (marker: string, content: string) => `ff${marker}${hex(content.length / 2 + 2, 2)}${content}`

/** Returns the head of a JPEG image that a camera took in an EXIF orientation, with so many bytes of other data. */
export function jpeg(width: number, height: number, orientation = 1, extra = 0): Buffer {
  const exif = `4578696600004d4d002a0000000800010112000300000001000${orientation}000000000000`
  return fromHex(
    'ffd8',
    segment('e1', exif),
    segment('e2', '00'.repeat(60_000)).repeat(Math.ceil(extra / 60_000)),
    segment('c0', `08${hex(height, 2)}${hex(width, 2)}01011100`),
    'ffd9'
  )
}
