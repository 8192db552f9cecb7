import t from 'tap'
import { loadTemporal } from '../../src/business/local-time.ts'
import { wordsFor } from '../../src/business/words.ts'
import { createBuiltInPages } from '../../src/site/render.ts'
import { dataWith, facts } from '../helper.ts'
import { englishData, renderAll, settings, shippedData } from './sample.ts'

await loadTemporal()

t.test('the pages invite visitors to contact the business', async (t) => {
  const open = async (contact: Record<string, unknown>) => {
    const business = await facts(dataWith(t, { ...edits, 'profile#/contact': contact }))
    const builtIn = createBuiltInPages(business, await settings())
    return { pages: renderAll(builtIn), render: (path: string) => builtIn.render(path).html }
  }
  const edits = {
    'profile#/reply_time': 'בתוך יום עבודה',
    'profile#/timezone': 'Asia/Jerusalem',
    'profile#/opening_hours': [{ day: 'sunday', opens: '09:00', closes: '17:00' }]
  }
  const email = 'desk@shop.example'
  const phone = '+972-6-000-0001'
  const whatsapp = 'https://wa.me/97260000002'
  const barOf = (html: string) => /<nav class="contact-bar".*?<\/nav>/s.exec(html)?.[0]
  const linksOf = (html = '') => html.match(/(?<=<a [^>]*href=")[^"]*/g) ?? []

  t.test('with a bar of the phone and WhatsApp on every page', async (t) => {
    const { pages } = await open({ email, phone, whatsapp })
    for (const { path, html } of pages)
      t.strictSame(linksOf(barOf(html)), ['tel:+97260000001', whatsapp], path)
  })

  t.test('with the ways that the data has, and no bar without a phone or WhatsApp', async (t) => {
    const byMail = await open({ email })
    for (const { path, html } of byMail.pages) {
      t.equal(barOf(html), undefined, path)
      t.notMatch(html, /wa\.me|class="[^"]*whatsapp/, path)
    }
    const [byPhone, byWhatsapp] = await Promise.all([open({ phone }), open({ whatsapp })])
    t.strictSame(linksOf(barOf(byPhone.render('/'))), ['tel:+97260000001'])
    t.strictSame(linksOf(barOf(byWhatsapp.render('/'))), [whatsapp])
  })

  t.test(
    'with the number once on the contact page, if no form is between the button and the list',
    async (t) => {
      const countCalls = async (contact: Record<string, unknown>) => {
        const { render } = await open(contact)
        const main = /<main.*<\/main>/s.exec(render('/contact/'))?.[0]
        return main?.match(/href="tel:\+97260000001"/g)?.length
      }
      t.equal(await countCalls({ phone }), 1)
      t.equal(await countCalls({ phone, phones: [{ label: 'מחסן', number: '+972-6-000-0004' }] }), 1)
      t.equal(await countCalls({ phone, email }), 2)
    }
  )

  t.test('with the label of the number to call, if the data has no main number', async (t) => {
    const phones = [
      { label: 'משרד', number: '+972-6-000-0003' },
      { label: 'מחסן', number: '+972-6-000-0004' }
    ]
    const { render } = await open({ phones })
    t.match(barOf(render('/')), '<span>התקשרו: <bdi>משרד</bdi></span>')
    t.match(
      render('/contact/'),
      /href="tel:\+97260000003"><span><span>התקשרו: <bdi>משרד<\/bdi><\/span> <bdi dir="ltr">06-000-0003<\/bdi><\/span><\/a>/
    )
    const free = await open({ phone: '+972-1-800-000-001' })
    t.match(free.render('/contact/'), '<bdi dir="ltr">1-800-000-001</bdi>', 'not 01-800')
    const english = render('/developers/')
    t.match(barOf(english), '<span>Call: <bdi lang="he" dir="rtl">משרד</bdi></span>')
    t.match(english, '<dt><bdi lang="he" dir="rtl">מחסן</bdi></dt>')
    t.match(english, /<address lang="he" dir="rtl">/)
    t.match(barOf((await open({ phone, phones })).render('/')), />התקשרו<\/a>/)
  })

  t.test('with a button for each of the first numbers, and all numbers in the list', async (t) => {
    const phones = ['חירום', 'מחסן', 'חשבונות', 'דואר'].map((label, index) => ({
      label,
      number: `+972-6-000-001${index}`
    }))
    const buttonsOf = (html: string) => html.match(/(?<=class="button outline call" href="tel:)[^"]*/g)
    const numbers = ['+97260000010', '+97260000011', '+97260000012']
    const { render } = await open({ phone, phones, email })
    const html = render('/contact/')
    t.strictSame(buttonsOf(html), numbers)
    t.match(html, '><bdi>חירום</bdi> <bdi dir="ltr">06-000-0010</bdi></a>')
    const [, direct = ''] = /<div class="direct-contact">(.*?)<form/s.exec(html) ?? []
    t.equal(direct.match(/class="actions"/g)?.length, 1, 'all in one row, if it has room')
    t.match(html, '<dt><bdi>חירום</bdi></dt>')
    t.strictSame(buttonsOf((await open({ phones })).render('/contact/')), [
      ...numbers.slice(1),
      '+97260000013'
    ])
    const [alone = ''] = /<main.*<\/main>/s.exec((await open({ phone, phones })).render('/contact/')) ?? []
    t.notMatch(alone, '<dt><bdi>חירום</bdi></dt>', 'no form is between the button and the list')
    t.match(alone, '<dt><bdi>דואר</bdi></dt>')
  })

  t.test('with a note on what the form does, in full only if the site has no page on privacy', async (t) => {
    const words = wordsFor('he')
    const notesOf = (html: string) =>
      Array.from(
        /<form.*<\/form>/s.exec(html)?.[0].matchAll(/<p class="note">([^<]*)/g) ?? [],
        ([, text]) => text
      )
    const business = await facts()
    const render = async (site: object) =>
      createBuiltInPages({ ...business, site }, await settings()).render('/contact/').html
    const withPage = await render({ legal: { privacy: true } })
    t.same(notesOf(withPage), [words.contact.how, words.contact.noScript])
    t.same(notesOf(await render({})), [...words.privacy.contacting.items, words.contact.noScript])
    t.notMatch(withPage, words.privacy.contacting.heading)
  })

  t.test('with a button of the form that has the mark of WhatsApp', async (t) => {
    t.match((await open({ whatsapp })).render('/contact/'), '<a class="button whatsapp" data-send="whatsapp"')
  })

  t.test('with buttons above the form, and the hours after it', async (t) => {
    const all = (await open({ email, phone, whatsapp })).render('/contact/')
    const [, direct = ''] = /<div class="direct-contact">(.*?)<form/s.exec(all) ?? []
    t.strictSame(linksOf(direct), ['tel:+97260000001', whatsapp])
    t.match(direct, />התקשרו <bdi dir="ltr">06-000-0001<\/bdi>/)
    t.match(direct, 'class="reply-time"')
    t.match(all, /<\/form><section class="hours"/)
    const byMail = (await open({ email })).render('/contact/')
    t.match(
      byMail,
      `<div class="direct-contact"><p class="actions"><a class="button" href="mailto:${email}">`
    )
    t.match(all, '>מעדיפים לדבר?</h2>')
    for (const contact of [{ email }, { phone }])
      t.match(
        (await open(contact)).render('/contact/'),
        '>פרטי קשר</h2>',
        'the phone is no alternative to the form'
      )
    const page = { contact_page: 'https://form.example/' }
    t.notMatch((await open(page)).render('/contact/'), '<p class="actions">')
  })

  t.test(
    'with the number and WhatsApp next to the buttons of pages that sell, but not of email',
    async (t) => {
      const { render } = await open({ email, phone, whatsapp })
      const direct = `<p class="actions direct-ways"><a class="quiet-link call" href="tel:+97260000001"><span>התקשרו <bdi dir="ltr">06-000-0001</bdi></span></a><a class="quiet-link whatsapp" href="${whatsapp}">`
      const count = (html: string) => html.split(direct).length - 1
      t.equal(count(render('/')), 1)
      t.equal(count(render('/services/booking/')), 2, 'next to the price, and at the end')
      t.notMatch((await open({ email })).render('/'), 'direct-ways')
    }
  )

  t.test('without the further numbers on the pages about the site, if there is another way', async (t) => {
    const phones = [{ label: 'חירום', number: '+972-6-000-0010' }]
    const mainOf = async (contact: object, path: string) =>
      /<main.*<\/main>/s.exec((await open({ ...contact, phones })).render(path))?.[0]
    for (const path of ['/privacy/', '/accessibility/']) {
      t.notMatch(await mainOf({ email }, path), 'חירום', path)
      t.notMatch(await mainOf({ phone }, path), 'חירום', path)
      t.match(await mainOf({}, path), 'חירום', path)
    }
  })

  t.test('at the end of every page that sells', async (t) => {
    const { render } = await open({ email })
    for (const path of ['/', '/services/', '/services/booking/', '/pricing/', '/faq/', '/about/'])
      t.match(
        render(path),
        /<section class="closing">(?:(?!<section).)*href="\/contact\/"(?:(?!<section).)*<\/section><\/main>/s,
        path
      )
    t.notMatch(render('/contact/'), 'class="closing"')
    const { closingText } = wordsFor('he').home
    t.match(render('/about/'), `<p>${closingText}</p>`)
    t.notMatch(render('/faq/'), closingText, 'the heading invites readers to ask a question')
  })
})

t.test('the link that skips to the content also skips the breadcrumbs', async (t) => {
  const builtIn = createBuiltInPages(await facts(shippedData), await settings())
  t.match(builtIn.render('/pricing/').html, /<nav class="crumbs".*<\/nav><main id="mainContent"/s)
})

t.test('the form of a business without WhatsApp does not mention it', async (t) => {
  const builtIn = createBuiltInPages(await facts(englishData), await settings())
  const { html } = builtIn.render('/contact/')
  t.match(html, '<form')
  t.notMatch(html, 'WhatsApp')
})

t.test(
  'a button to ask for a quote has the choice in its fragment, and in its query on the page of an owner',
  async (t) => {
    const business = await facts()
    const base = await settings()
    const render = (own: string[]) =>
      createBuiltInPages(business, { ...base, isOnSite: (path) => own.includes(path) || base.isOnSite(path) })
    t.match(render([]).render('/services/leads/').html, '<a class="button" href="/contact/#service=leads">')
    t.match(render([]).render('/pricing/').html, 'href="/contact/#package=bot-full"')
    t.match(render(['/contact/']).render('/services/leads/').html, 'href="/contact/?service=leads"')
    const linked = await facts(dataWith(t, { 'pricing#/quote_url': '/contact/#form' }))
    const { html } = createBuiltInPages(linked, base).render('/services/leads/')
    t.match(html, '<a class="button" href="/contact/#service=leads">', 'it replaces another fragment')
  }
)
