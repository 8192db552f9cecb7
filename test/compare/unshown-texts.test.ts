import t from 'tap'
import type { PageResource } from '../../src/resources/resources.ts'
import { findUnshownTexts } from '../../src/site/checks/pages.ts'
import { buildWhole, config, dataWith, facts, readSite } from '../helper.ts'
import { folder } from '../site/folder.ts'
import { englishData } from '../site/sample.ts'
import { compare } from './compare.ts'

const details = {
  'profile#/people': [{ name: 'Ada Wheel', role: 'Builder of wheels' }],
  'profile#/testimonials': [{ quote: 'They were quick.', name: 'Bo Rider' }],
  'profile#/track_record': { awards: ['Best of the town'] }
}

t.test('the texts that no page of a custom site shows', async (t) => {
  const business = await facts(dataWith(t, details, englishData))
  const questions = business.faq.categories.flatMap(({ items }) => items)
  const texts = [
    ...business.catalog.services.flatMap(({ summary, tag, tools = [] }) => [summary, tag, ...tools]),
    ...business.catalog.categories.map(({ name }) => name),
    ...business.pricing.packages.flatMap((item) => [
      item.description,
      item.price_note,
      item.monthly_operations,
      ...(item.includes ?? []),
      ...(item.excludes ?? [])
    ]),
    ...(business.pricing.notes ?? []),
    business.catalog.pricing_note,
    ...business.faq.categories.map(({ name }) => name),
    ...questions.flatMap(({ question, answer }) => [question, answer])
  ]
  const home = `<h1>${business.profile.tagline}</h1>${texts.map((text) => `<p>${text}</p>`).join('')}`
  const check = { compare, isCancelled: () => false }
  const find = async (html: string, options = {}, given = business) => {
    const siteDir = folder(t, { 'index.html': html, 'other/index.html': '<h1>Other' })
    const { context } = await readSite({ ...config, siteDir }, given)
    const { pages } = context.resources
    return findUnshownTexts(given, pages, {
      ...check,
      ...options
    })
  }

  t.test('are listed with their place; the page for AI agents shows the others', async (t) => {
    t.same(await find(home), [
      'profile.json /people/0/name: no page shows "Ada Wheel". Write it on a page, or correct the file.',
      'profile.json /people/0/role: no page shows "Builder of wheels". Write it on a page, or correct the file.',
      'profile.json /testimonials/0/quote: no page shows "They were quick.". Write it on a page, or correct the file.',
      'profile.json /testimonials/0/name: no page shows "Bo Rider". Write it on a page, or correct the file.'
    ])
    t.same(await find(`${home}Ada Wheel, Builder of wheels <p>They were quick.</p>Bo Rider`), [])
  })

  t.test('are counted after the first twenty', async (t) => {
    const story = Array.from({ length: 22 }, (_, index) => `Paragraph ${index}`)
    const lines = await find(home, {}, { ...business, profile: { ...business.profile, story } })
    t.equal(lines.length, 21)
    t.match(lines.at(-1), /^DATA_DIR: \d+ more texts are on no page\. /)
  })

  t.test('are not looked for if the result is not needed, or the site is too large', async (t) => {
    t.same(await find('<h1>Home', { isCancelled: () => true }), [])
    const siteDir = folder(t, { 'index.html': '<h1>Home' })
    const { context } = await readSite({ ...config, siteDir }, business)
    const { pages } = context.resources
    const home = pages.get('/')
    if (home === undefined) throw new Error('the site has no page')
    const many = new Map(Array.from({ length: 301 }, (_, page) => [`/${page}`, home]))
    t.same(await findUnshownTexts(business, many, check), [])

    const withPage = (read: PageResource['read']) => new Map([['/', { ...home, read }]])
    const large = withPage(async () => ({ headers: {}, content: Buffer.alloc(2 ** 26) }))
    const failure = { failure: 'it is large' }
    t.same(await findUnshownTexts(business, large, { ...check, compare: () => failure }), [])
    const missing = await findUnshownTexts(
      business,
      withPage(async () => undefined),
      check
    )
    t.ok(missing.length > 10, 'a page that was deleted shows no fact')
  })

  t.test('are warnings of the check', async (t) => {
    const siteDir = folder(t, { 'index.html': home })
    const app = await buildWhole(t, { business }, { siteDir })
    const warnings: string[] = []
    await app.checkSite((line) => warnings.push(line))
    t.match(warnings, [
      'profile.json /people/0/name: no page shows "Ada Wheel". Write it on a page, or correct the file.'
    ])
  })
})
