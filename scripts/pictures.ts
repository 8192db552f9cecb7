// Draws the bitmaps of each favicon.svg of the sample in site/ and of the examples.
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { launch } from '../harness/browser.ts'
import { wrapIcon } from '../src/pictures/render-picture.ts'

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

const examples = readdirSync('examples').map((name) => `examples/${name}/site`)
for (const siteDir of ['site', ...examples]) {
  if (existsSync(`${siteDir}/favicon.svg`)) await drawIcons(siteDir)
}
await browser.close()
