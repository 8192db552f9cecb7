import t, { type Test } from 'tap'
import { wordsByLanguage } from '../../src/business/words.ts'
import { serve } from '../helper.ts'
import { editProfile, englishData, open as openPages } from './sample.ts'

const profile = {
  timezone: 'Europe/Paris',
  opening_hours: [{ day: 'monday', opens: '09:00', closes: '12:00' }],
  special_hours: [
    { from: '2027-01-01', to: '2027-01-03' },
    { from: '2027-03-01' },
    { from: '2027-12-31', to: '2028-01-01' }
  ],
  languages: ['fr', 'de', 'it'],
  service_area: { on_foot: true }
}
const tax = { included: false, name: 'VAT', rate_percent: 20 }

/** Serves a business in a language; returns a function that reads a page. */
async function open(t: Test, language: string) {
  const edits = { ...editProfile(profile), 'faq#/language': language, 'pricing#/tax': tax }
  return (await serve(t, edits, englishData, { now: () => new Date('2026-12-31T12:00:00Z') })).read
}

t.test('the typography of a language', async (t) => {
  const readFrench = await open(t, 'fr')
  const readItalian = await open(t, 'it')

  t.test('has "1er" for the first day of a month in French, also in ranges', async (t) => {
    const contact = await readFrench('/contact.md')
    t.match(contact, '\n- 1er–3 janvier 2027 Fermé\n')
    t.match(contact, '\n- 1er mars 2027 Fermé\n')
    t.match(contact, '31 décembre 2027 – 1er janvier 2028')
  })

  t.test('has the ב of each month in Hebrew, also in ranges', async (t) => {
    const contact = await (await open(t, 'he'))('/contact.md')
    t.match(contact, '\n- 1–3 בינואר 2027 סגור\n')
    t.match(contact, '\n- 1 במרץ 2027 סגור\n')
    t.match(contact, '\n- 31 בדצמבר 2027 – 1 בינואר 2028 סגור\n')
  })

  t.test('has no leading zero in a range of days in Italian', async (t) => {
    t.match(await readItalian('/contact.md'), '\n- 1–3 gennaio 2027 Chiuso\n')
  })

  t.test('begins a row with a capital letter, and no later word of it', async (t) => {
    t.match(await readFrench('/contact.md'), '\n| Lundi | 09:00–12:00 |\n')
    t.match(await readFrench('/'), 'Lun. <bdi dir="ltr" class="unbroken">09:00–12:00</bdi>')
    t.match(await readFrench('/'), 'Horaires d’ouverture : lun.')
    t.match(await readFrench('/about/'), '<bdi dir="ltr">Français, allemand et italien</bdi>')
    t.match(await readFrench('/about/'), '<dt>On foot</dt><dd><bdi dir="ltr">Oui</bdi>')
  })

  t.test('has ss for ß in the German of Switzerland and Liechtenstein', async (t) => {
    t.match(await (await open(t, 'de'))('/contact/'), 'Wie heißen Sie?')
    for (const language of ['de-CH', 'de-LI']) {
      const contact = await (await open(t, language))('/contact/')
      t.match(contact, 'Wie heissen Sie?')
      t.notMatch(contact, 'ß')
    }
  })

  t.test('has the digits of times and phone numbers in Arabic, in every country', async (t) => {
    const read = await open(t, 'ar-EG')
    t.match(await read('/contact.md'), '31 ديسمبر 2027 – 1 يناير 2028')
    t.match(await read('/pricing/'), 'VAT (20%)')
    for (const path of ['/contact.md', '/pricing.md', '/services.md'])
      t.notMatch(await read(path), /[\u0660-\u0669]/)
  })

  t.test('keeps the sign of percent on the line of its number', async (t) => {
    t.match(await readFrench('/pricing/'), 'hors VAT (20\u00a0%)')
    t.match(await readItalian('/pricing/'), 'VAT (20%) esclusa')
  })

  // test/facts/money.test.ts has none before Hebrew.
  t.test('has a maqaf between a Hebrew prefix and another script', async (t) => {
    const own = { 'pricing#/tax': tax, 'services#/examples/0/tax': { exempt: true, name: 'VAT' } }
    t.match((await openPages(t, { 'faq#/language': 'he', ...own })).html('/services/'), 'פטור מ־VAT')
  })

  t.test('has no full stop after Thai', async (t) => {
    const { html } = await openPages(t, {
      ...editProfile({ category: 'ร้านตัดผม', not_category: 'ไม่รับเด็ก' }),
      ...{ 'faq#/language': 'th', 'words.th': wordsByLanguage.en }
    })
    t.match(html('/'), '"ร้านตัดผม ')
    t.match(html('/about/'), 'ไม่รับเด็ก<')
  })

  t.test('has the marks of Japanese, without a space after them, and dates in words', async (t) => {
    const opening_hours = ['sunday', 'tuesday'].map((day) => ({ day, opens: '10:00', closes: '21:00' }))
    const special_hours = [{ from: '2099-12-24', to: '2099-12-26' }]
    const hours = { timezone: 'Asia/Tokyo', opening_hours, special_hours }
    const { html } = await openPages(t, {
      ...editProfile({ category: 'レッスン', not_category: '対面なし (2026)', ...hours }),
      'faq#/language': 'ja',
      'words.ja': wordsByLanguage.en
    })
    t.match(html('/'), /"レッスン。Portland · Opening hours: 日、火 · /)
    t.match(html('/about/'), /対面なし \(2026\)。<\//)
    t.match(html('/contact/'), 'Portland、アメリカ合衆国')
    t.match(html('/contact/'), '2099年12月24日 –</span> <span class="unbroken">2099年12月26日')
  })
})
