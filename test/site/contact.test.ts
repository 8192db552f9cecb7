import t from 'tap'
import { wordsFor } from '../../src/business/words.ts'
import { build, facts, folderWith } from '../helper.ts'
import { builtInPages, open, renderAll, shippedData } from './sample.ts'

t.test('the pages invite visitors to contact the business', async (t) => {
  const openWith = (contact: object) => open(t, { ...edits, 'profile#/contact': contact }, shippedData)
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

  t.test('with a bar of the phone and WhatsApp on every page, if the data has them', async (t) => {
    for (const [contact, links] of [
      [{ email, phone, whatsapp }, ['tel:+97260000001', whatsapp]],
      [{ phone }, ['tel:+97260000001']],
      [{ whatsapp }, [whatsapp]],
      [{ email }, []]
    ] as const)
      for (const { path, html } of renderAll((await openWith(contact)).pages))
        t.strictSame(linksOf(barOf(html)), links, path)
  })

  t.test('with an email address at an international domain, and its link in ASCII', async (t) => {
    const { html } = await openWith({ email: 'desk@müller.example' })
    t.match(html('/contact/'), /href="mailto:desk@xn--mller-kva\.example" dir="ltr">desk@müller\.example</)
    t.notMatch(html('/contact/'), 'mailto:desk@m')
  })

  t.test('with the label of the number to call, if the data has no main number', async (t) => {
    const phones = [
      { label: 'משרד', number: '+972-6-000-0003' },
      { label: 'מחסן', number: '+972-6-000-0004' }
    ]
    const { html } = await openWith({ phones })
    t.match(barOf(html('/')), '<span>התקשרו: <bdi dir="rtl">משרד</bdi></span>')
    t.match(
      html('/'),
      /href="tel:\+97260000003"><span><span>התקשרו: <bdi dir="rtl">משרד<\/bdi><\/span> <bdi dir="ltr" class="unbroken">\+972-6-000-0003<\/bdi><\/span><\/a>/
    )
    const english = html('/developers/')
    t.match(barOf(english), '<span>Call: <bdi lang="he" dir="rtl">משרד</bdi></span>')
    t.match(english, '<dt><bdi lang="he" dir="rtl">מחסן</bdi></dt>')
    t.match(english, /<address lang="he" dir="rtl">/)
    t.match(barOf((await openWith({ phone, phones })).html('/')), />התקשרו<\/a>/)
  })

  t.test('with a note on what the form does, in full only if the site has no page on privacy', async (t) => {
    const words = wordsFor('he')
    const notesOf = (html: string) => /<form.*<\/form>/s.exec(html)?.[0].match(/(?<=<p class="note">)[^<]*/g)
    const business = await facts()
    const render = async (site: object) =>
      (await builtInPages({ ...business, site })).render('/contact/').html
    const withPage = await render({ legal: { privacy: true } })
    t.same(notesOf(withPage), [words.contact.how, words.contact.noScript])
    t.same(notesOf(await render({})), [...words.privacy.contacting.items, words.contact.noScript])
    t.notMatch(withPage, words.privacy.contacting.heading)
  })

  t.test('with the numbers after the form, and then the hours', async (t) => {
    const all = (await openWith({ email, phone, whatsapp })).html('/contact/')
    t.match(all, /<form.*<\/form><div class="contact-ways">/s)
    t.match(all, /<div class="contact-ways">.*<\/dl><p class="reply-time">.*<section class="hours"/s)
    t.match(all, '>פרטי קשר</h2>')
    t.match(all, '<a class="button whatsapp" data-send="whatsapp"')
  })

  t.test('with the number and WhatsApp next to the buttons of pages that sell', async (t) => {
    const { html } = await openWith({ email, phone, whatsapp })
    const direct = `<p class="actions direct-ways"><a class="quiet-link call" href="tel:+97260000001"><span>התקשרו <bdi dir="ltr" class="unbroken">+972-6-000-0001</bdi></span></a> <a class="quiet-link whatsapp" href="${whatsapp}">`
    const count = (html: string) => html.split(direct).length - 1
    t.equal(count(html('/')), 1)
    t.equal(count(html('/services/booking/')), 2, 'next to the price, and at the end')
    t.notMatch((await openWith({ email })).html('/'), 'direct-ways')
  })

  t.test('without the further numbers on the pages about the site, if there is another way', async (t) => {
    const phones = [{ label: 'חירום', number: '+972-6-000-0010' }]
    const mainOf = async (contact: object, path: string) =>
      /<main.*<\/main>/s.exec((await openWith({ ...contact, phones })).html(path))?.[0]
    for (const path of ['/privacy/', '/accessibility/']) {
      t.notMatch(await mainOf({ email }, path), 'חירום', path)
      t.notMatch(await mainOf({ phone }, path), 'חירום', path)
      t.match(await mainOf({}, path), 'חירום', path)
    }
  })

  t.test('at the end of every page that sells', async (t) => {
    const { html } = await openWith({ email })
    for (const path of ['/', '/services/', '/services/booking/', '/pricing/', '/faq/', '/about/'])
      t.match(
        html(path),
        /<section class="closing">(?:(?!<section).)*href="\/contact\/"(?:(?!<section).)*<\/section><\/main>/s,
        path
      )
    t.notMatch(html('/contact/'), 'class="closing"')
    const { closingText } = wordsFor('he').home
    t.match(html('/about/'), `<p>${closingText}</p>`)
    t.notMatch(html('/faq/'), closingText, 'the heading invites readers to ask a question')
  })
})

t.test('the link that skips to the content also skips the breadcrumbs', async (t) => {
  const first = '<body><a class="skip" href="#mainContent">'
  t.match(
    (await open(t)).html('/pricing/'),
    new RegExp(`${first}.*<nav class="crumbs".*</nav><main id="mainContent" tabindex="-1"`, 's')
  )
})

t.test('buttons lead to the contact page of the data, if it is on another site', async (t) => {
  const edits = {
    'profile#/contact/contact_page': 'https://book.example/us',
    'pricing#/quote_url': 'https://quote.example/form?a=1'
  }
  const { business, html } = await open(t, edits, shippedData)
  const home = html('/')
  t.match(home, '<a class="button small" href="https://book.example/us">')
  t.match(home, /<section class="closing">.*?<a class="button" href="https:\/\/book.example\/us">/s)
  const markup = '<a class="button" href="https://quote.example/form?a=1">בקשו הצעת מחיר</a>'
  t.match(html('/services/leads/'), markup)
  t.match(
    html('/pricing/'),
    '<a class="button" href="https://book.example/us" aria-label="דברו איתנו: בוט בסיסי">'
  )
  const app = await build(t, { business })
  const service = (await app.inject('/api/v1/services/leads.json')).json().quote_url
  t.equal(service, 'https://quote.example/form?a=1')
})

t.test('the reply time and "by appointment" are not below the numbers to call', async (t) => {
  const phones = [{ label: 'Emergencies, day and night', number: '+33 4 00 00 00 00' }]
  const edits = {
    'profile#/contact': { phones },
    'profile#/reply_time': 'בתוך יום עבודה',
    'profile#/by_appointment': true
  }
  const withoutHours = (await open(t, edits, shippedData)).html('/contact/')
  t.match(withoutHours, /<div class="contact-ways">.*class="reply-time".*בתיאום מראש/s)
  const opening_hours = [{ day: 'sunday', opens: '09:00', closes: '17:00' }]
  const hours = { 'profile#/timezone': 'Asia/Jerusalem', 'profile#/opening_hours': opening_hours }
  const html = (await open(t, { ...edits, ...hours }, shippedData)).html('/contact/')
  t.match(html, /<section class="hours"((?!<\/section>).)*בתיאום מראש/s)
  t.equal(html.split('בתיאום מראש').length, 2)
})

t.test('only a price that is open has a button to ask for a quote', async (t) => {
  const examples = [
    { id: 'fixed', name: 'Fixed', price: { kind: 'fixed', amount: '50' } },
    { id: 'range', name: 'Range', price: { kind: 'range', amount: '50', max: '90' } },
    { id: 'free', name: 'Free', price: { kind: 'fixed', amount: '0' } },
    { id: 'from', name: 'From', price: { kind: 'from', amount: '50' } },
    { id: 'whole', name: 'Whole', from_ils: 10 }
  ]
  const { html } = await open(t, { 'services#/examples': examples, 'pricing#/quote_url': '/contact/' })
  const labelOf = (id: string) =>
    /<a class="button" href="\/contact\/#service=[a-z]+">([^<]*)/.exec(html(`/services/${id}/`))?.[1]
  const [talk, ask] = ['Talk to us', 'Ask for a quote']
  t.same(
    examples.map(({ id }) => labelOf(id)),
    [talk, talk, talk, ask, ask]
  )
  const form = html('/contact/')
  const { about, aboutPlain } = wordsFor('en').contact
  t.match(form, `data-about="${aboutPlain}" data-about-quote="${about}"`)
  t.match(form, '<option value="service=fixed">')
  t.match(form, '<option value="service=from" data-quote>')
})

t.test('a button for a quote has the choice in its fragment, or in the query of an own page', async (t) => {
  const business = await facts()
  const markup = '<a class="button" href="/contact/#service=leads">'
  const { render } = await builtInPages(business)
  t.match(render('/services/leads/').html, markup)
  t.match(render('/pricing/').html, 'href="/contact/#package=bot-full"')
  const siteDir = folderWith(t, { 'contact/index.html': '<title>Contact</title>' })
  const own = await builtInPages(business, { siteDir })
  t.match(own.render('/services/leads/').html, 'href="/contact/?service=leads"')
  const { html } = await open(t, { 'pricing#/quote_url': '/contact/#form' }, shippedData)
  t.match(html('/services/leads/'), markup, 'it replaces another fragment')
})
