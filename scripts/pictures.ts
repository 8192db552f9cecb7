// Draws the images of the sample in site/ and of each example: the icons, and the preview image of links to it.
// Those of the sample contain no text, so they suit any data.
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { renderToString } from 'preact-render-to-string'
import { launch } from '../harness/browser.ts'
import { Line } from '../src/site/parts/line.tsx'

const browser = await launch()

async function draw(body: string, width: number, height: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${body}`)
  const picture = await page.screenshot({ omitBackground: true })
  await page.close()
  return picture
}

async function drawIcons(siteDir: string) {
  const icon = await readFile(`${siteDir}/favicon.svg`, 'utf8')
  // Phones round the corners of icons themselves.
  const square = icon.replace('rx="14"', '')
  await writeFile(`${siteDir}/apple-touch-icon.png`, await draw(square, 180, 180))
  await writeFile(`${siteDir}/icon-512.png`, await draw(icon, 512, 512))
  await writeFile(`${siteDir}/favicon.ico`, wrapIcon(await draw(icon, 32, 32), 32))
}

await drawIcons('site')
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

for (const name of readdirSync('examples').filter((name) => existsSync(`examples/${name}/site`))) {
  const siteDir = `examples/${name}/site`
  await drawIcons(siteDir)
  const { image } = JSON.parse(await readFile(`examples/${name}/data/profile.json`, 'utf8'))
  // Messengers show no SVG.
  if (image)
    await writeFile(`${siteDir}/og.png`, await draw(await readFile(siteDir + image.src, 'utf8'), 1200, 630))
}
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
