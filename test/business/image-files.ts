const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4)
  return Buffer.concat([head, content])
}

const numbers = (...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes
    })
  )

/** Returns the head of a PNG image. */
export const png = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    box('IHDR', numbers(width, height)).fill(0, 0, 3).fill(13, 3, 4),
    Buffer.alloc(9)
  ])

export const gif = (width: number, height: number): Buffer => {
  const bytes = Buffer.from('GIF89a........')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}

export const webp = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(30)
  bytes.write('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1')
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  return bytes
}

/** Returns the head of an AVIF image, or of another format of the same family. */
export const avif = (width: number, height: number, brand = 'avif'): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from(brand), numbers(0)),
    box('meta', numbers(0), box('iprp', box('ipco', box('ispe', numbers(0, width, height)))))
  ])

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** Returns the head of a JPEG image that a camera took in an EXIF orientation, with so many bytes of other data. */
export const jpeg = (width: number, height: number, orientation = 1, extra = 0): Buffer => {
  const exif = Buffer.from(
    `457869660000 4d4d002a00000008 0001 0112000300000001000${orientation}0000 00000000`.replaceAll(' ', ''),
    'hex'
  )
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const padding = Array.from({ length: Math.ceil(extra / 60_000) }, () => segment(0xe2, Buffer.alloc(60_000)))
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xe1, exif),
    ...padding,
    segment(0xc0, frame),
    Buffer.from('ffd9', 'hex')
  ])
}
