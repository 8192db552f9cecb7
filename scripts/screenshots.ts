// Draws the picture of the README: the sites of four businesses on a desktop and a phone. Needs a build.
import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { launch } from '../harness/browser.ts'
import { waitForResponse } from '../harness/exchange.ts'
import { freePort } from '../harness/free-port.ts'

const businesses = [
  { dataDir: 'data', siteDir: 'site', path: '/services/leads/', direction: 'rtl' },
  ...['bicycle-workshop', 'dental-clinic', 'piano-tuner'].map((name) => ({
    dataDir: `examples/${name}/data`,
    siteDir: `examples/${name}/site`,
    path: '/services/',
    direction: name === 'dental-clinic' ? 'rtl' : 'ltr'
  }))
]

/** Starts the server with a business. */
async function serve({ dataDir, siteDir }: { dataDir: string; siteDir: string }) {
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const server = spawn(process.execPath, ['dist/src/business-facts.js', 'serve'], {
    env: { ...process.env, PORT: String(port), BASE_URL: baseUrl, DATA_DIR: dataDir, SITE_DIR: siteDir },
    stdio: 'ignore'
  })
  await waitForResponse(port, '/readyz')
  return { server, baseUrl }
}

const browser = await launch()
await mkdir('docs', { recursive: true })

/** Takes a screenshot of a page. Returns it as a data: URL. */
async function shoot(
  url: string,
  width: number,
  height: number,
  colorScheme: 'light' | 'dark'
): Promise<string> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce'
  })
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  const picture = await page.screenshot()
  await context.close()
  return `data:image/png;base64,${picture.toString('base64')}`
}

/** Renders HTML to a PNG file of its natural size. */
async function draw(html: string, file: string) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 400 } })
  await page.setContent(`<!doctype html>${html}`)
  await page.locator('body').screenshot({ path: file })
  await page.close()
}

const figures: string[] = []
for (const business of businesses) {
  const { server, baseUrl } = await serve(business)
  const desktop = await shoot(`${baseUrl}/`, 1280, 800, 'light')
  const phone = await shoot(baseUrl + business.path, 390, 780, 'dark')
  figures.push(`<figure dir="${business.direction}"><img src="${desktop}"><img src="${phone}"></figure>`)
  server.kill()
}
await draw(
  `<style>
    body { margin: 0; padding: 24px; width: 1180px; display: grid; grid-template-columns: repeat(2, 1fr); gap: 24px 36px; background: #e8e6e1 }
    figure { margin: 0; position: relative; padding-block-end: 24px }
    img { display: block; width: 100%; border-radius: 6px; box-shadow: 0 4px 24px #0003 }
    img + img { position: absolute; inset-block-end: 0; inset-inline-end: -10px; width: 84px }
  </style>
  ${figures.join('')}`,
  'docs/site.png'
)

await browser.close()
