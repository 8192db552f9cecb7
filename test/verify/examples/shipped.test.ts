// Checks, audits and looks at every business that the project ships, as its owner would.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { hasBrowser, launch } from '../../../harness/browser.ts'
import { facts } from '../../helper.ts'
import { shipped } from '../../shipped.ts'
import { checkPages, screens, serve } from '../browser/check-pages.ts'
import { checkSlowPages } from '../browser/check-shifts.ts'

const source = join(import.meta.dirname, '../../../src')
const skip = !hasBrowser && process.env.CI !== 'true' && 'no Chromium: set CHROMIUM to its path'

/** The pages with several columns. */
const slowPaths = ['/', '/services/', '/pricing/', '/about/']

/** Throws if a page of a business has a problem on a phone or a desktop, in light or dark mode. */
async function checkAllPages(t: Test, dataDir: string, siteDir: string) {
  const read = (baseUrl: string) => facts(dataDir, undefined, baseUrl, siteDir)
  const { baseUrl, site } = await serve(t, read, { dataDir, siteDir })
  const browser = await launch()
  t.teardown(() => browser.close())
  t.same(await checkPages(browser, baseUrl, [...site.context.resources.pages.keys()]), [])
  const paths = slowPaths.filter((path) => site.context.resources.pages.has(path))
  const shifts = await Promise.all(
    screens.map((screen) => checkSlowPages(t, browser, baseUrl, { ...screen, paths }))
  )
  t.same(shifts.flat(), [])
}

for (const { name, dataDir, siteDir } of shipped) {
  t.test(name, { timeout: 600_000 }, async (t) => {
    /** Runs a command as npm does, on this business. */
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(source, 'business-facts.js'), ...args], {
        env: { ...process.env, DATA_DIR: dataDir, SITE_DIR: siteDir },
        encoding: 'utf8'
      })

    t.test('passes the check, which warns only of invented numbers', async (t) => {
      const { status, stdout, stderr } = run('check')
      t.equal(status, 0)
      t.match(stderr, /^(\S+\/profile\.json:\S+ \/contact\/phone: is not a valid phone number, .*\n)?$/)
      t.match(stdout, `${dataDir}: no problems`)
    })

    t.test('passes every check of the audit, and has the same facts on every surface', async (t) => {
      const { stdout } = run('audit', '--facts', '--json')
      const { checks }: { checks: { name: string; status: string; reason?: string }[] } = JSON.parse(stdout)
      const failures = checks.filter(({ status }) => status === 'fail')
      t.same(
        failures.map(({ name, reason }) => `${name}: ${reason}`),
        []
      )
    })

    t.test('has no problem in a browser', { skip }, (t) => checkAllPages(t, dataDir, siteDir))
  })
}

for (const [name, contents] of [
  ['guesthouse', 'every fact'],
  ['minimal', 'no optional fact']
] as const) {
  const dataDir = `test/fixtures/${name}`
  t.test(`a business with ${contents} has no problem in a browser`, { skip }, (t) =>
    checkAllPages(t, dataDir, 'site')
  )
}
