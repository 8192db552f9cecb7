// Draws the images in site/ from the motif of the site: the icons, and the preview image of links to it.
// They contain no text, so they suit any data.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { renderToString } from 'preact-render-to-string'
import { launch } from '../harness/browser.ts'
import { Line } from '../src/site/parts/line.tsx'

const browser = await launch()
const icon = await readFile('site/favicon.svg', 'utf8')
await mkdir('site', { recursive: true })

async function draw(body: string, width: number, height: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${body}`)
  const picture = await page.screenshot({ omitBackground: true })
  await page.close()
  return picture
}

// Phones round the corners of icons themselves.
const square = icon.replace('rx="14"', '')
await writeFile('site/apple-touch-icon.png', await draw(square, 180, 180))
await writeFile('site/icon-512.png', await draw(icon, 512, 512))
await writeFile('site/favicon.ico', wrapIcon(await draw(icon, 32, 32), 32))
await writeFile(
  'site/og.png',
  await draw(
    `<style>body{background:#2337c6;height:630px;display:flex;align-items:center}
      .line{width:1200px;height:auto;transform:scale(-1,1);overflow:visible}
      path{fill:none;stroke:#fff9ee;stroke-width:6;stroke-linecap:round}</style>${renderToString(Line({ height: 420 }))}`,
    1200,
    630
  )
)
await browser.close()

/** Wraps a PNG in an ICO file. */
function wrapIcon(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
