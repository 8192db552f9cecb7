import { t } from 'tap'
import type { Business } from '../../src/business/business.ts'
import type { OpeningHours } from '../../src/business/schemas/hours.ts'
import { wordsByLanguage } from '../../src/business/words.ts'
import { dataWith, facts } from '../helper.ts'
import { builtInPages, englishData } from './sample.ts'

const english = await facts(englishData)

/** Returns the title and the description of a page of the English business with other facts in its profile. */
async function headOf(path: string, profile: Partial<Business['profile']>, language = 'en') {
  const business = {
    ...english,
    faq: { ...english.faq, language },
    profile: { ...english.profile, ...profile }
  }
  return (await builtInPages(business)).summarize(path)
}

t.test('the title of a page', async (t) => {
  const address = { locality: 'Leeds', country: 'GB' }
  const spoke = { name: 'Spoke', address }
  const category = 'Bicycle repairs'
  const cases: [why: string, path: string, profile: Partial<Business['profile']>, title: string][] = [
    ['subject, town and name', '/', { ...spoke, category }, 'Bicycle repairs, Leeds | Spoke'],
    ['no town in the data', '/', { ...spoke, category, address: {} }, 'Bicycle repairs | Spoke'],
    [
      'the town once',
      '/',
      { ...spoke, name: 'Spoke of Leeds', category },
      'Bicycle repairs | Spoke of Leeds'
    ],
    ['no room for the town', '/', { ...spoke, category: 'x'.repeat(50) }, `${'x'.repeat(50)} | Spoke`],
    ['a tagline is in no town', '/', { ...spoke, tagline: 'We mend' }, 'We mend | Spoke'],
    ['the name alone', '/', spoke, 'Spoke'],
    ['a service', '/services/invoices/', spoke, 'Invoices that send themselves, Leeds | Spoke'],
    ['nobody talks to a town', '/contact/', spoke, 'Talk to us | Spoke'],
    ['a page that is not about a place', '/about/', spoke, 'About us | Spoke']
  ]
  for (const [why, path, profile, title] of cases) t.equal((await headOf(path, profile)).title, title, why)
  const arabic = await headOf('/', { ...spoke, category: 'دراجات' }, 'ar')
  t.equal(arabic.title, 'دراجات، Leeds | Spoke', 'the comma of the language')
  const chinese = await headOf('/', { ...spoke, category: '自行车' }, 'zh-TW')
  t.equal(chinese.title, '自行车，Leeds | Spoke')
})

const hours = (...days: OpeningHours['day'][]) =>
  days.map((day) => ({ day, opens: '09:00', closes: '17:00' }))

t.test('the description of a page', async (t) => {
  const profile = { name: 'Spoke', category: 'Bicycle repairs', timezone: 'Europe/London' }
  const address = { street: '7 Yard', locality: 'Leeds', country: 'GB' }

  t.test('says what, where, when and for how much', async (t) => {
    const opening_hours = hours('tuesday', 'wednesday', 'thursday', 'saturday')
    const { description } = await headOf('/', { ...profile, address, opening_hours })
    const days = 'Opening hours: Tue–Thu, Sat'
    const price = 'Invoices that send themselves: From $1,400'
    t.equal(description, `Bicycle repairs. Leeds · ${days} · ${price}.`)
    t.match(await headOf('/contact/', { ...profile, address }, 'ar'), { description: / 7 Yard، Leeds/ })
  })

  t.test('lists the days in the order of the country', async (t) => {
    const opening_hours = hours('sunday', 'monday', 'friday')
    const il = { ...profile, opening_hours, address: { country: 'IL' } }
    t.match(await headOf('/contact/', il, 'he'), { description: / שעות פתיחה: א׳, ב׳, ו׳\.$/ })
    t.match(await headOf('/contact/', il, 'ar'), { description: / ساعات العمل: الأحد، الاثنين، الجمعة\.$/ })
    const gb = { ...profile, opening_hours, address }
    t.match(await headOf('/contact/', gb), { description: / · Opening hours: Mon, Fri, Sun\.$/ })
  })

  t.test('names a town once', async (t) => {
    const category = 'Bicycle repairs in Leeds and around'
    const { description } = await headOf('/about/', { ...profile, category, address })
    t.match(description, 'About Spoke. Bicycle repairs in Leeds and around.')
  })

  t.test('states no days of a business that is never open', async (t) => {
    t.notMatch((await headOf('/', { ...profile, opening_hours: [] })).description, /Opening/)
  })

  t.test('is not longer than a search engine shows, and does not lose the tax', async (t) => {
    const { description } = await headOf('/services/', { ...profile, name: 'x'.repeat(90) })
    t.ok(description.length <= 160)
    t.match(description, /^x+: services and starting prices\./)
  })

  t.test('is not cut within a character', async (t) => {
    const { description } = await headOf('/', { ...profile, category: `${'x'.repeat(159)}😀😀` })
    t.match(description, /^x{159}…/)
  })

  t.test('has one full stop after an abbreviation', async (t) => {
    const { pricing } = english
    const tax = { included: false, name: 'MwSt.' }
    const business = { ...english, pricing: { ...pricing, tax } }
    const { summarize } = await builtInPages(business)
    t.match((await summarize('/services/invoices/')).description, /, before MwSt\.$/)
  })

  t.test('has the name once, and promises no contact details that the data does not have', async (t) => {
    const edits = {
      profile: { name: 'Spoke', contact: {} },
      services: { categories: [{ id: 'hems', name: 'Hems' }], examples: [] }
    }
    const business = await facts(dataWith(t, edits, 'test/fixtures/minimal'))
    const { summarize } = await builtInPages(business)
    t.equal((await summarize('/services/')).description, 'Spoke: Services. Hems.')
    t.notMatch((await summarize('/for-ai/')).description, 'contact')
  })

  for (const language of Object.keys(wordsByLanguage))
    t.test(`has the facts in ${language}`, async (t) => {
      const pages = ['/', '/services/', '/pricing/', '/about/', '/contact/']
      const found = await Promise.all(pages.map((path) => headOf(path, { ...profile, address }, language)))
      for (const { description } of found) t.match(description, / · /)
    })
})
