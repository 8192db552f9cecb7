import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import type { Drawing } from './drawings.ts'

// If a picture takes too much memory, the kernel ends this process and not the server, which is larger.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Another system chooses the process by itself.
}

const input: { drawings: Map<string, Drawing>; fontFiles: string[] } = deserialize(
  await buffer(process.stdin)
)
const { drawings, fontFiles } = input
process.stdout.write(serialize(await drawAll().catch((error: unknown) => error)))

async function drawAll(): Promise<Map<string, Buffer>> {
  // Imported here, so a renderer without a binary for this machine is an error that the parent receives.
  const { Resvg } = await import('@resvg/resvg-js')
  const font = { loadSystemFonts: false, fontFiles }
  const draw = ({ svg, width, format }: Drawing): Buffer => {
    if (format === 'source') return Buffer.from(svg)
    const image = new Resvg(svg, { font, fitTo: { mode: 'width', value: width } })
    if (format === 'svg') return Buffer.from(image.toString())
    const png = image.render().asPng()
    return format === 'ico' ? wrapIcon(png, width) : png
  }
  return new Map(Array.from(drawings, ([path, drawing]) => [path, draw(drawing)]))
}

/** Wraps a PNG of at most 255 pixels in an ICO file. */
function wrapIcon(png: Buffer, size: number): Buffer {
  // An icon, one picture, its width and height, one plane, 32 bits per pixel; then its length and where it begins.
  const head = Buffer.from([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
  head.writeUInt32LE(png.length, 14)
  return Buffer.concat([head, png])
}
