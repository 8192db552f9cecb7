// Draws the pictures of the README: the site on a desktop and a phone, and the end of an audit. Needs a build.
import { execFileSync, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { waitForResponse } from '../bench/exchange.ts'
import { launch } from '../harness/browser.ts'
import { freePort } from '../harness/free-port.ts'

const port = await freePort()
const baseUrl = `http://localhost:${port}`
const server = spawn(process.execPath, ['dist/src/server.js'], {
  env: { ...process.env, PORT: String(port), BASE_URL: baseUrl },
  stdio: 'ignore'
})
await waitForResponse(port, '/readyz')

const browser = await launch()
await mkdir('docs', { recursive: true })

/** Takes a screenshot of a page. Returns it as a data: URL. */
async function shoot(
  path: string,
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
  await page.goto(baseUrl + path)
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

const desktop = await shoot('/', 1280, 860, 'light')
const phones = await Promise.all([
  shoot('/pricing/', 390, 844, 'light'),
  shoot('/services/leads/', 390, 844, 'dark')
])
await draw(
  `<style>
    body { margin: 0; padding: 32px; width: max-content; display: flex; gap: 24px; background: #e8e6e1 }
    img { border-radius: 10px; box-shadow: 0 4px 24px #0003; height: 400px }
  </style>
  <img src="${desktop}">${phones.map((phone) => `<img src="${phone}">`).join('')}`,
  'docs/site.png'
)

const text = execFileSync(process.execPath, ['dist/audit/run.js', baseUrl], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore']
})
const end = text.trimEnd().split('\n').slice(-6).join('\n')
await draw(
  `<style>
    body { margin: 0; padding: 24px 32px; width: 800px; background: #14161f; color: #e6e6ea; font: 15px/1.6 monospace }
    pre { margin: 0; white-space: pre-wrap }
  </style>
  <pre>${`$ npm run audit -- https://business.example\n…\n${end}`.replaceAll(baseUrl, 'https://business.example').replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`,
  'docs/audit.png'
)
await browser.close()
server.kill()
