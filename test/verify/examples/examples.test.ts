// Checks, audits and looks at every business that the project ships, as its owner would.
import { readdirSync, readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { hasBrowser, launch } from '../../../harness/browser.ts'
import { buildWhole, facts } from '../../helper.ts'
import { runToEnd } from '../../process.ts'
import { shipped } from '../../shipped.ts'
import { compareForms, findJoined } from '../../site/plain-text.ts'
import { checkPages, screens, serve } from '../browser/check-pages.ts'
import { checkSlowPages } from '../browser/check-shifts.ts'

const skip = !hasBrowser && process.env.CI !== 'true' && 'no Chromium: set CHROMIUM to its path'

/** The pages with several columns. */
const slowPaths = ['/', '/services/', '/pricing/', '/about/']

/** Fails if a page of a business has a problem on a phone or a desktop, in light or dark mode. */
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
    const run = (...args: string[]) => runToEnd(args, { DATA_DIR: dataDir, SITE_DIR: siteDir })

    t.test('passes the check, which warns only of invented numbers', async (t) => {
      const { status, stdout, stderr } = run('check')
      t.equal(status, 0)
      t.match(stderr, /^(\S+\/profile\.json:\S+ \/contact\/phone: is not a valid phone number, .*\n)?$/)
      t.match(stdout, `${dataDir}: no problems`)
    })

    t.test('passes every check of the audit, and has the same facts on every surface', async (t) => {
      const { checks }: { checks: { name: string; status: string; reason?: string }[] } = JSON.parse(
        run('audit', '--facts', '--json').stdout
      )
      t.ok(checks.length > 0)
      for (const { name, status, reason } of checks) t.not(status, 'fail', `${name}: ${reason}`)
    })

    t.test('has whole texts, which say that it is invented, unless it is the sample', async (t) => {
      const business = await facts(dataDir, undefined, undefined, siteDir)
      const { fastify, site } = await buildWhole(t, { business }, { dataDir, siteDir })
      // Not the sample: its texts are about the business in the specification.
      const { legal_form = '' } = name === 'sample' ? {} : business.profile
      t.match(legal_form, name === 'sample' ? '' : /invented|inventée|בדויה/i)
      for (const path of site.context.resources.pages.keys()) {
        const { statusCode, body } = await fastify.inject(path)
        t.equal(statusCode, 200, path)
        t.notMatch(body, /undefined|\[object |NaN/, path)
        t.ok(body.includes(legal_form), path)
        t.same(findJoined(body), [], `${path} runs no links or labels together without a style sheet`)
        t.same(await compareForms(fastify, path), [], `${path} has the text of its Markdown`)
      }
    })

    t.test('has no problem in a browser', { skip }, (t) => checkAllPages(t, dataDir, siteDir))
  })
}

for (const [name, contents] of [
  ['guesthouse', 'every fact'],
  ['minimal', 'no optional fact']
] as const)
  t.test(`a business with ${contents} has no problem in a browser`, { skip }, (t) =>
    checkAllPages(t, `test/fixtures/${name}`, 'site')
  )

// The range of Leeds that Ofcom reserves for fiction, an area code of Israel that is not in use, and an impossible number.
const inventedNumber =
  /^(\+44 113 496 0\d{3}|44113496 ?0\d{3}|\+972-6-000-\d{4}|9726000\d{4}|\+351 000 000 \d{3})$/
const hostPattern = /(?:@|https?:\/\/)([a-z0-9.-]+)/g
const numberPattern = /"((?:\+|\(\d|\d+[ -]\d)[\d ()-]{7,}(?:ext\. \d+)?)"|wa\.me\/(\d+)/g

t.test('the data names no real host or phone number', async (t) => {
  for (const { dataDir } of [...shipped, { dataDir: 'test/fixtures/guesthouse' }])
    for (const name of readdirSync(dataDir).filter((name) => name.endsWith('.json'))) {
      const text = readFileSync(`${dataDir}/${name}`, 'utf8')
      for (const [, host = ''] of text.matchAll(hostPattern))
        t.match(host, /\.example$|^wa\.me$|^creativecommons\.org$/, dataDir)
      for (const [, one, other] of text.matchAll(numberPattern))
        t.match(one ?? other, inventedNumber, dataDir)
    }
})
