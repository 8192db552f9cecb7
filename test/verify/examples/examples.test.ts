import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { versions } from '../../../src/api/api.ts'
import { formatProblem } from '../../../src/base/problem.ts'
import type { Business } from '../../../src/business/business.ts'
import { canonicalPrefix } from '../../../src/business/operation.ts'
import { markdownPathOf } from '../../../src/resources/resources.ts'
import { listBuiltIn } from '../../../src/site/page-table.ts'
import { buildWhole, facts } from '../../helper.ts'
import { shipped } from '../../shipped.ts'
import { compareForms, findJoined } from '../../site/plain-text.ts'

// The range of Leeds that Ofcom reserves for fiction, an area code of Israel that is not in use, and an impossible number.
const inventedNumber =
  /^(\+44 113 496 0\d{3}|44113496 ?0\d{3}|\+972-6-000-\d{4}|9726000\d{4}|\+351 000 000 \d{3})$/

/** Returns the paths of every body that the API has for a business. */
const apiPaths = (business: Business): string[] =>
  versions.flatMap((version) =>
    version.operations
      .filter(({ exists }) => exists?.(business) ?? true)
      .flatMap(({ path, ids }) => (ids?.(business) ?? ['']).map((id) => path.replace('{id}', id)))
      .map((path) => canonicalPrefix(version) + path)
  )

const guestHouse = { name: 'the guest house', dataDir: 'test/fixtures/guesthouse', siteDir: 'site' }

for (const { name, dataDir, siteDir } of [...shipped, guestHouse]) {
  t.test(`the data of ${name}`, async (t) => {
    const business = await facts(dataDir, undefined, undefined, siteDir)
    const { fastify, checkSite } = await buildWhole(t, { business, versions }, { dataDir, siteDir })
    const text = readdirSync(dataDir, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => readFileSync(join(dataDir, entry.name), 'utf8'))
      .join('\n')

    t.test('passes the check', async (t) => {
      const warn = (message: string) => t.fail(message)
      t.same((await checkSite(warn)).map(formatProblem), [])
    })

    t.test('is served on every page, as Markdown and by the API', async (t) => {
      const pages = [...listBuiltIn(business, false)]
      for (const path of pages) {
        const { statusCode, body } = await fastify.inject(path)
        t.equal(statusCode, 200, path)
        t.notMatch(body, /undefined|\[object |NaN/, path)
        t.same(findJoined(body), [], `${path} runs no links or labels together without a style sheet`)
        t.same(await compareForms(fastify, path), [], `${path} has the text of its Markdown`)
      }
      for (const path of [...pages.map(markdownPathOf), ...apiPaths(business)])
        t.equal((await fastify.inject(path)).statusCode, 200, path)
    })

    t.test('names schemas that exist', async (t) => {
      for (const [, path = ''] of text.matchAll(/"\$schema": "([^"]*)"/g))
        t.ok(existsSync(resolve(dataDir, path)), path)
    })

    t.test('names no real host or phone number', async (t) => {
      const hosts = Array.from(text.matchAll(/(?:@|https?:\/\/)([a-z0-9.-]+)/g), ([, host]) => host)
      const allowed = ['wa.me', 'creativecommons.org']
      t.same(
        hosts.filter((host) => !host?.endsWith('.example') && !allowed.includes(host ?? '')),
        []
      )
      const numbers = Array.from(
        text.matchAll(/"((?:\+|\(\d|\d+[ -]\d)[\d ()-]{7,}(?:ext\. \d+)?)"|wa\.me\/(\d+)/g),
        ([, one, other]) => one ?? other
      )
      for (const number of numbers) t.match(number, inventedNumber)
    })

    // The sample says so nowhere: its texts are those of the specification's business.
    if (name === 'sample') return
    t.test('says on every page that the business is an example', async (t) => {
      const { legal_form = '' } = business.profile
      t.match(legal_form, /invented|inventée|בדויה/i)
      for (const path of listBuiltIn(business, false))
        t.ok((await fastify.inject(path)).body.includes(legal_form), path)
    })
  })
}
