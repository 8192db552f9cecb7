import t from 'tap'
import { listBuiltIn } from '../../src/site/page-table.ts'
import { dataWith, type Edits, facts, minimal, serve } from '../helper.ts'
import { editProfile as edit, englishData, nodesOf, open, textOf } from './sample.ts'

t.test('the pages show facts of the profile', async (t) => {
  const render = async (path: string, profile: object, edits: Edits = {}) =>
    (await open(t, { ...edit(profile), ...edits })).html(path).replace(/<script.*?<\/script>/gs, '')

  t.test('whose fields each business chooses, with labels made of their names', async (t) => {
    const visits = { remote: false, evening_visits: true, weekendVisits: true }
    const others = { YouTube: 'Live', note: 'By train only', unknown: null }
    const service_area = { regions: [{ name: 'North' }, 'South'], ...visits, ...others }
    const track_record = { wheels_built: 1400, since: 2011, awards: ['First', 'Second'] }
    const about = textOf(await render('/about/', { service_area, track_record }))
    for (const fact of [
      ...['Regions Name: North; South', 'Remotely No', 'Evening visits Yes', 'Weekend visits Yes'],
      ...['YouTube Live', 'Where we work By train only', 'Wheels built 1,400', 'In business since 2011'],
      'Awards First and Second'
    ])
      t.match(about, fact)
    t.notMatch(about, 'Unknown')
  })

  t.test('with what it is not, as a sentence', async (t) => {
    for (const [not_category, sentence] of [
      ['not a shop, and not a school', 'Not a shop, and not a school.'],
      ['Not an agency!', 'Not an agency!']
    ])
      for (const path of ['/about/', '/for-ai/'])
        t.match(await render(path, { not_category }), `<p>${sentence}</p>`, path)
  })

  t.test('with the postal code before or after the town, as its country writes it', async (t) => {
    const lyon = { street: '12 rue Verte', locality: 'Lyon', postal_code: '69001', country: 'FR' }
    const austin = {
      ...{ street: '1 Elm St', locality: 'Austin', region: 'TX' },
      ...{ postal_code: '78701', country: 'US' }
    }
    const locality = 'Saint-Remy-en-Bouzemont'
    for (const [address, text] of [
      [lyon, '12 rue Verte, <span class="unbroken">69001 Lyon</span>, France'],
      [{ ...lyon, street: undefined }, '<span class="unbroken">69001 Lyon</span>, France'],
      [{ ...lyon, locality: undefined }, '12 rue Verte 69001, France'],
      [{ ...lyon, country: 'France' }, '12 rue Verte, <span class="unbroken">69001 Lyon</span>, France'],
      [{ ...lyon, country: 'CA' }, '12 rue Verte, <span class="unbroken">Lyon 69001</span>, Canada'],
      [{ ...lyon, locality }, `12 rue Verte, 69001 ${locality}, France`],
      [{ postal_code: '69001' }, '69001'],
      [austin, '1 Elm St, <span class="unbroken">Austin, TX 78701</span>'],
      [{ ...austin, locality: undefined }, '1 Elm St, <span class="unbroken">TX 78701</span>'],
      [{ ...lyon, region: 'Rhône' }, '12 rue Verte, <span class="unbroken">69001 Lyon, Rhône</span>, France'],
      [
        { region: 'Rhône', postal_code: '69001', country: 'FR' },
        '<span class="unbroken">Rhône 69001</span>, France'
      ],
      [{ locality: 'Lyon' }, 'Lyon'],
      [{ country: 'Portugal' }, 'Portugal'],
      [
        { street: '鍋屋町212-3', locality: '京都市', region: '京都府', postal_code: '604-8015' },
        '604-8015 京都府京都市鍋屋町212-3'
      ],
      [{ street: '14 Gerrard Street 爵祿街', locality: 'London' }, '14 Gerrard Street 爵祿街, London'],
      [{ street: '테헤란로 1', locality: '서울', country: 'KR' }, 'South Korea 서울 테헤란로 1']
    ] as const)
      t.match(await render('/contact/', { address }), `<address>${text}</address>`)
    t.notMatch(await render('/about/', { address: {}, founder: 'Ada' }), '<h2>Address')
  })

  t.test('with the country of an address for readers elsewhere and for agents', async (t) => {
    const leeds = { street: '1 Mill Street', locality: 'Leeds', postal_code: 'LS1 0VK', country: 'GB' }
    const locations = [{ id: 'pier', name: 'Pier', address: { country: 'GB' } }]
    const read = (path: string, language = 'en-GB') =>
      render(path, { address: leeds, locations }, { 'faq#/language': language })
    const contact = await read('/contact/')
    t.match(textOf(contact), '1 Mill Street, Leeds LS1 0VK')
    t.notMatch(contact, 'LS1 0VK</span>, United Kingdom')
    t.match(contact, '<address>United Kingdom</address>', 'an address has at least its country')
    t.match(await read('/about/'), 'Leeds <span class="postal-code">LS1 0VK</span></span></address>')
    t.match(textOf(await read('/for-ai/')), 'LS1 0VK, United Kingdom')
    t.match(textOf(await read('/contact/', 'he')), 'LS1 0VK, בריטניה')
    const arabic = textOf(await read('/contact/', 'ar'))
    t.match(arabic, /1 Mill Street، Leeds LS1 0VK ?، المملكة المتحدة/, 'the comma of the language')
  })

  t.test('with dates as people in the country write them', async (t) => {
    const testimonials = [{ quote: 'Quick.', name: 'A. Client', date: '2026-12-24' }]
    for (const [country, date] of [
      ['GB', '24 December 2026'],
      ['US', 'December 24, 2026']
    ])
      t.match(await render('/about/', { testimonials, address: { country } }), date)
  })

  t.test('with short texts for links', async (t) => {
    const contact = await render('/contact/', {
      'contact/contact_page': 'mailto:desk@shop.example',
      same_as: [
        'https://www.social.example/%D7%A9%D7%9C%D7%95%D7%9D/',
        'https://social.example/two',
        'https://www.instagram.com/shop',
        'https://il.linkedin.com/company/shop',
        'https://www.google.co.il/maps/place/shop',
        'https://www.maps.example/maps/place/a-road-of-many-words',
        `https://maps.example/${'place'.repeat(10)}`,
        `https://${'long.'.repeat(8)}example/place`,
        'https://old.example/%F9',
        'https://old.example/2'
      ]
    })
    for (const text of [
      ...['desk@shop.example', 'social.example/שלום', ' maps.example/maps/place/… ', ' maps.example/… '],
      ...[' long.long.long.long.long.long.long.long.example ', 'old.example/%F9', ' LinkedIn Google Maps ']
    ])
      t.match(textOf(contact), text)
    t.match(contact, ' data-initials="I"><bdi dir="ltr">Instagram</bdi></a>')
  })

  t.test('with further links, except those that are on every page or lead to none', async (t) => {
    const links = {
      services: '/services/',
      openapi: '/openapi.json',
      price_list: '/images/leads.svg',
      old_prices: '/no-such-page/',
      club: 'https://club.example/'
    }
    const { read } = await serve(t, edit({ links }), englishData)
    const [list = ''] = /<ul class="links">.*?<\/ul>/.exec(await read('/about/')) ?? []
    t.match(list, '<a href="/images/leads.svg">Price list</a>')
    t.equal(textOf(list).trim(), 'Price list Club')
  })

  t.test('of a branch, without labels for missing ones', async (t) => {
    const geo = { latitude: 53.5, longitude: -1.5 }
    t.match(
      await render('/contact/', { locations: [{ id: 'dock', name: 'Dock', address: {}, geo }] }),
      /<h3>Dock<\/h3><dl class="ways"><div><dt>Address<\/dt><dd> ?<a href="https:\/\/www\.openstreetmap/
    )
  })

  t.test('of a testimonial, a quotation in JSON-LD, with the initials of its author', async (t) => {
    const names = { 'Dana W.': 'DW', 'ד״ר נועה כהן־לוי': 'דל', 'A baker’s mother': 'AM', Bo: 'B', '42': '' }
    const testimonials = Object.keys(names).map((name) => ({ quote: `Quick, says ${name}.`, name }))
    const bare = await render('/about/', { testimonials })
    const initials = Array.from(bare.matchAll(/ data-initials(?:="([^"]*)")? aria/g), ([, text = '']) => text)
    t.same(initials, Object.values(names))
    t.match(bare, '</span> <div><bdi dir="ltr">Bo</bdi></div></figcaption>', 'no labels for missing facts')
    const url = 'https://beds.example/us'
    const full = { quote: 'Quick.', name: 'Bo', role: 'Guest', url, date: '2026-10-31' }
    const edits = { ...edit({ testimonials: [full] }), 'faq#/language': 'en-GB' }
    const html = (await open(t, edits)).html('/about/')
    const time = '<p class="note"><time datetime="2026-10-31">31 October 2026</time>'
    t.match(html, `<div><a href="${url}"><bdi dir="ltr">Bo</bdi></a>, Guest${time}`)
    const creator = { '@type': 'Person', name: 'Bo', description: 'Guest' }
    t.same(nodesOf(html)[1].subjectOf, [
      { '@type': 'Quotation', text: 'Quick.', creator, dateCreated: '2026-10-31', url }
    ])
  })

  t.test('with a link to the map for coordinates, a profile on a map or a street', async (t) => {
    const street = { address: { street: '1 Mill & Son', locality: 'Leeds', country: 'GB' } }
    const profiles = (url: string) => ({ same_as: ['https://social.example/us', url] })
    const listing = 'https://maps.example/us'
    const maps = [listing, 'https://www.google.example/maps/place/us', 'https://www.openstreetmap.org/node/1']
    const others = ['https://other.example/us', 'https://other.example/mapsfans']
    const search = 'https://www.openstreetmap.org/search?query=1%20Mill%20%26%20Son%2C%20Leeds%2C%20GB'
    const cases: [profile: object, link: RegExp | string][] = [
      [
        { ...street, ...profiles(listing), geo: { latitude: 53.5, longitude: -1.5 } },
        /mlat=53.5&amp;mlon=-1.5/
      ],
      ...maps.map((url): [object, string] => [{ ...street, ...profiles(url) }, url]),
      ...others.map((url): [object, string] => [{ ...street, ...profiles(url) }, search]),
      [{ address: { locality: 'Leeds', country: 'GB' } }, 'undefined']
    ]
    const none = { address: undefined, geo: undefined, same_as: undefined }
    for (const [profile, link] of cases) {
      const about = await render('/about/', { ...none, ...profile })
      t.match(`${about.match(/href="([^"]*)">Show on a map/)?.[1]}`, link)
    }
  })

  t.test('on the about page without repetitions: story, figures, people, then the rest', async (t) => {
    const profile = {
      category: 'A workshop',
      story: ['It began in a van.'],
      people: [{ name: 'Jo', role: 'Mechanic' }],
      founded_year: 2014,
      track_record: { wheels_built: 640, since: 2014 },
      address: { locality: 'Leeds' },
      timezone: 'Europe/London',
      opening_hours: [{ day: 'tuesday', opens: '08:00', closes: '13:00' }],
      locations: [{ id: 'pier', name: 'Pier', address: {} }],
      payment_accepted: ['Cash']
    }
    const [, main = ''] = /<main.*?>(.*)<\/main>/s.exec(await render('/about/', profile)) ?? []
    t.match(
      textOf(main),
      /A workshop .*It began in a van.*640 .*2014 .*Who works here .*Jo .*Ways to pay Cash .*Address Leeds .*Another location .*08:00–13:00/
    )
    for (const once of ['A workshop', 'Quiet Harbor', 'Cash', 'Leeds', '2014'])
      t.equal(main.split(once).length, 2, `${once} is there once`)
    const places = { ...profile, locations: ['pier', 'quay'].map((id) => ({ id, name: id, address: {} })) }
    t.match(await render('/about/', places), '>More locations<')
    t.match(await render('/contact/', places), '>Where to find us<')
    const mobile = { ...places, address: undefined, geo: undefined, opening_hours: undefined }
    for (const url of ['/contact/', '/for-ai/']) {
      const page = await render(url, mobile)
      t.match(page, '>Where to find us<', url)
      t.notMatch(page, '>More locations<', 'there is no main place')
    }
    t.match(textOf(await render('/about/', { ...profile, founded_year: 2013 })), 'Founded in 2013')
    const expected = 'Ways to pay Cash Wheels built 640 In business since 2014'
    t.match(textOf(await render('/for-ai/', profile)), expected, 'the page for agents has the figures too')
    t.match(
      (await open(t, edit({ story: ['We hem.'] }), minimal)).html('/about/'),
      '<p class="lead">You pay when you collect.</p></div><div class="story"><p>We hem.</p></div><div class="columns"><div></div><div></div></div>'
    )
  })

  t.test('with its area as places or a country, if it is one', async (t) => {
    for (const [service_area, text] of [
      [{ places: ['York', 'Leeds'] }, 'York and Leeds'],
      [{ country: 'PT' }, 'Portugal']
    ] as const) {
      t.match(textOf(await render('/contact/', { service_area })), `Where we work: ${text}`)
      t.match(textOf(await render('/about/', { service_area })), `Where we work ${text}`)
    }
    for (const part of [{ by_train: true }, { radius_km: 40, country: 'US' }])
      t.notMatch(await render('/contact/', { service_area: part }), 'Where we work')
  })
})

t.test('a sentence has the name of the business as it is', async (t) => {
  const lead = /<p class="lead">[^<]*/.exec(
    (await open(t, { 'profile#/name': '$1 {name} $&' })).html('/for-ai/')
  )
  t.match(lead?.[0], /^[^$]*\$1 \{name\} \$&amp;[^$]*$/)
})

t.test('a text in another direction than the page has its own', async (t) => {
  const texts = ['Works. Thanks!', 'Занимается год.', 'WhatsApp עובד מצוין!', '2027!', 'תודה.\n\nThanks.']
  const shown = async (path: string, language: string, edits: Edits) =>
    (await open(t, { ...edits, 'faq#/language': language })).html(path)
  const testimonials = texts.map((quote, index) => ({ quote, name: `N${index}` }))
  const cases: [language: string, paragraphs: string[]][] = [
    [
      'he',
      ['<p dir="ltr">Works. Thanks!', '<p dir="ltr">З', '<p>WhatsApp', '<p>2027!', '<p>ת', '<p dir="ltr">Th']
    ],
    ['en', ['<p>Works', '<p>З', '<p dir="rtl">WhatsApp', '<p>2027!', '<p dir="rtl">ת', '<p>Thanks.']]
  ]
  for (const [language, paragraphs] of cases) {
    const html = await shown('/about/', language, edit({ testimonials }))
    for (const start of paragraphs) t.match(html, start, language)
  }
  const leads = { 'profile#/category': 'A bakery (Haifa).', 'pricing#/model': 'You pay once.' }
  const lead = '<p class="lead" dir="ltr">'
  t.match(await shown('/', 'he', leads), `${lead}A bakery (Haifa).</p>`)
  t.match(await shown('/', 'he', leads), '<p dir="ltr">You pay once.</p>')
  t.match(
    await shown('/about/', 'he', { ...edit({ testimonials }), ...leads }),
    `${lead}A bakery (Haifa).</p>`
  )
  t.match(await shown('/pricing/', 'he', leads), `${lead}You pay once.</p>`)
  const items = [{ id: 'a', question: 'Do you deliver?', answer: 'Yes, in Haifa.' }]
  const faq = await shown('/faq/', 'he', { 'faq#/categories': [{ name: 'כללי', items }] })
  t.match(faq, '<summary><bdi dir="ltr">Do you deliver?</bdi></summary><p dir="ltr">Yes, in Haifa.</p>')
})

t.test('an address has its own direction on each page', async (t) => {
  const text = (line: string) => ({ 'profile#/address': { street: line, country: 'IL' } })
  const latin = await open(t, { ...text('12 High Street (rear)'), 'faq#/language': 'he' })
  const hebrew = await open(t, { ...text('רחוב 12'), 'faq#/language': 'he' })
  t.match(latin.html('/contact/'), '<address><bdi dir="ltr">12 High Street (rear)</bdi></address>')
  t.match(
    latin.html('/developers/'),
    '<address lang="he" dir="rtl"><bdi dir="ltr">12 High Street (rear), Israel</bdi></address>'
  )
  t.match(hebrew.html('/contact/'), '<address>רחוב 12</address>')
  t.match(hebrew.html('/developers/'), '<address lang="he" dir="rtl">רחוב 12, Israel</address>')
})

t.test(
  'numbers in parts and Latin words with a sign are from left to right in a text from right to left',
  async (t) => {
    const text = 'התקשרו: +972 3-555-0100, +1 (512) 555-0142, *2700, ב־03-555-0100, 10–20 איש, 24/7, 18+, C#'
    const isolate = (number: string) => `<bdi dir="ltr" class="unbroken">${number}</bdi>`
    const phones = `${isolate('+972 3-555-0100')}, ${isolate('+1 (512) 555-0142')}, *2700, ב־03-555-0100`
    const isolated = `התקשרו: ${phones}, ${isolate('10–20')} איש, 24/7, 18+, <bdi dir="ltr">C#</bdi>`
    const edits = { 'pricing#/notes': [text], 'pricing#/model': text }
    const { html } = await open(t, { ...edits, 'faq#/language': 'he' })
    t.match(html('/pricing/'), `<li>${isolated}</li>`)
    t.match(html('/pricing/'), `<p class="lead">${isolated}</p>`)
    const note = 'Call 050 123 4567\nor 10–20'
    const english = await open(t, { ...edits, 'pricing#/notes': [note, `${text}\n050 123 4567`] })
    t.match(english.html('/pricing/'), `<p class="lead" dir="rtl">${isolated}</p>`)
    t.match(english.html('/pricing/'), `${isolated}<br/>\n${isolate('050 123 4567')}`)
    t.match(english.html('/pricing/'), '<li>Call 050 123 4567<br/>\nor 10–20</li>')
  }
)

t.test('the about page does not exist if only the name, the tagline and the contact are known', async (t) => {
  for (const [profile, isKnown] of [
    [{}, false],
    [{ legal_form: 'Sole trader' }, false],
    [{ service_area: {}, links: {}, track_record: { cities: [] } }, false],
    [{ founder: 'Wren' }, true],
    [{ address: { country: 'GB' } }, true],
    [{ pricing_model: { note: 'Cash only.' } }, true]
  ] as const) {
    const edits = edit({ tagline: 'Hems', business_type: 'Store', ...profile })
    const business = await facts(dataWith(t, edits, minimal))
    t.equal(listBuiltIn(business, false).has('/about/'), isKnown, JSON.stringify(profile))
  }
})
