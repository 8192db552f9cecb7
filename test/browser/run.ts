// Tests the pages in Chromium: tsx test/browser/run.ts [address of a running server]
import { launch } from './browser.ts'
import { checkPages } from './check-pages.ts'
import { checkUse } from './check-use.ts'
import { serve } from './serve.ts'

const [address] = process.argv.slice(2)
const server = address === undefined ? await serve('data') : undefined
const baseUrl = server?.baseUrl ?? address ?? ''
const browser = await launch()
const problems: string[] = []
try {
  const paths = server?.paths ?? (await pathsOf(baseUrl))
  problems.push(...(await checkPages(browser, baseUrl, [...paths, '/no-such-page/'])))
  problems.push(...(await checkUse(browser, baseUrl)))
} finally {
  await browser.close()
  server?.close()
}
process.stdout.write(problems.length === 0 ? 'No problems in the browser.\n' : `${problems.join('\n')}\n`)
process.exit(problems.length === 0 ? 0 : 1)

/** The pages of a running server: those of every site, and the services that its API lists. */
async function pathsOf(server: string): Promise<string[]> {
  const { pages } = await import('../../src/website/pages.ts')
  const catalogue = await (await fetch(`${server}/api/v1/services.json`)).json()
  const ids: string[] = catalogue.examples.map(({ id }: { id: string }) => id)
  return [...pages.keys(), ...ids.map((id) => `/services/${id}/`)]
}
