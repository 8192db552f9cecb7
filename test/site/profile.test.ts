import t from 'tap'
import { listBuiltIn } from '../../src/site/page-table.ts'
import { dataWith, facts } from '../helper.ts'
import { builtInPages, englishData, settings } from './sample.ts'

t.test('the pages show facts of the profile', async (t) => {
  const render = async (path: string, edits: Record<string, unknown>) => {
    const business = await facts(dataWith(t, edits, englishData))
    const { html } = (await builtInPages(business, await settings())).render(path)
    return html.replace(/<script.*?<\/script>/gs, '')
  }
  const text = (html: string) =>
    html
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ,/g, ',')

  t.test('whose fields each business chooses, with labels made of their names', async (t) => {
    const about = text(
      await render('/about/', {
        'profile#/service_area': {
          regions: [{ name: 'North' }, 'South'],
          remote: false,
          evening_visits: true,
          weekendVisits: true,
          YouTube: 'Live',
          unknown: null
        },
        'profile#/track_record': { wheels_built: 1400, since: 2011, awards: ['First', 'Second'] }
      })
    )
    t.match(about, 'Regions Name: North; South')
    t.match(about, 'Remotely No')
    t.match(about, 'Evening visits Yes')
    t.match(about, 'Weekend visits Yes')
    t.match(about, 'YouTube Live')
    t.match(about, 'Wheels built 1,400')
    t.match(about, '2011')
    t.match(about, 'Awards First and Second')
    t.notMatch(about, 'Unknown')
  })

  t.test('with what it is not, as its owner says it', async (t) => {
    const html = await render('/about/', { 'profile#/not_category': 'not a shop, and not a school' })
    t.match(html, '<p>Not a shop, and not a school.</p>')
  })

  t.test('with the postal code before or after the town, as its country writes it', async (t) => {
    const write = async (address: object) => {
      const html = await render('/contact/', { 'profile#/address': address })
      return /<address>(.*?)<\/address>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, '')
    }
    const lyon = { street: '12 rue Verte', locality: 'Lyon', postal_code: '69001', country: 'FR' }
    t.equal(await write(lyon), '12 rue Verte, 69001 Lyon, France')
    t.equal(await write({ ...lyon, street: undefined }), '69001 Lyon, France')
    t.equal(await write({ ...lyon, locality: undefined }), '12 rue Verte 69001, France')
    t.equal(await write({ ...lyon, country: 'CA' }), '12 rue Verte, Lyon 69001, Canada')
    t.equal(await write({ postal_code: '69001' }), '69001')
    const austin = {
      street: '1 Elm St',
      locality: 'Austin',
      region: 'TX',
      postal_code: '78701',
      country: 'US'
    }
    t.equal(await write(austin), '1 Elm St, Austin, TX 78701')
    t.equal(await write({ ...austin, locality: undefined }), '1 Elm St, TX 78701')
    t.equal(await write({ ...lyon, region: 'Rhône' }), '12 rue Verte, 69001 Lyon, Rhône, France')
    t.equal(await write({ region: 'Rhône', postal_code: '69001', country: 'FR' }), 'Rhône 69001, France')
    t.equal(await write({ locality: 'Lyon' }), 'Lyon')
    const html = await render('/contact/', { 'profile#/address': lyon })
    t.match(html, '<span class="unbroken">69001 Lyon</span>, France', 'in one line')
    const locality = 'Saint-Remy-en-Bouzemont'
    t.match(
      await render('/contact/', { 'profile#/address': { ...lyon, locality } }),
      `, 69001 ${locality}, France`
    )
  })

  t.test(
    'with the address as people in the country write it, and phone numbers as the owner wrote them',
    async (t) => {
      const address = { street: '1 Mill Street', locality: 'Leeds', postal_code: 'LS1 0VK', country: 'GB' }
      const edits = {
        'profile#/address': address,
        'profile#/contact': {
          email: 'desk@shop.example',
          phone: '+44 (0)113 496 0001',
          phones: [
            { label: 'Abroad', number: '+353 1 000 0000' },
            { label: 'Bracket', number: '+44 (113) 496 0002' }
          ],
          whatsapp: 'https://wa.me/447700900123'
        },
        'profile#/locations': [
          { id: 'pier', name: 'Pier', address: { country: 'GB' }, phone: '+44-113-496-0003' }
        ]
      }
      const home = { ...edits, 'faq#/language': 'en-GB' }
      const contact = await render('/contact/', home)
      t.match(contact, '<a href="tel:+441134960001" dir="ltr">+44 (0)113 496 0001</a>')
      t.match(contact, '>+353 1 000 0000</a>')
      t.match(contact, '>+44 (113) 496 0002</a>')
      t.match(contact, '>+447700900123</a>')
      t.match(contact, '<a href="tel:+441134960003" dir="ltr">+44-113-496-0003</a>')
      t.match(text(contact), '1 Mill Street, Leeds LS1 0VK')
      t.notMatch(contact, 'LS1 0VK</span>, United Kingdom')
      t.match(contact, '<address>United Kingdom</address>', 'an address has at least its country')
      t.match(
        await render('/about/', home),
        'Leeds <span class="postal-code">LS1 0VK</span></span></address>'
      )
      const forAgents = await render('/for-ai/', home)
      t.match(text(forAgents), 'LS1 0VK, United Kingdom')
      const abroad = await render('/contact/', { ...edits, 'faq#/language': 'he' })
      t.match(abroad, '>+44 (0)113 496 0001</a>')
      t.match(text(abroad), 'LS1 0VK, בריטניה')
    }
  )

  t.test('with dates as people in the country write them', async (t) => {
    const edits = { 'profile#/testimonials': [{ quote: 'Quick.', name: 'A. Client', date: '2026-12-24' }] }
    const address = (country: string) => ({ 'profile#/address': { country } })
    t.match(await render('/about/', { ...edits, ...address('GB') }), '24 December 2026')
    t.match(await render('/about/', { ...edits, ...address('US') }), 'December 24, 2026')
  })

  t.test('with short texts for links', async (t) => {
    const contact = await render('/contact/', {
      'profile#/contact/contact_page': 'mailto:desk@shop.example',
      'profile#/same_as': [
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
    t.match(text(contact), 'desk@shop.example')
    t.match(text(contact), 'social.example/שלום')
    t.match(text(contact), ' maps.example/maps/place/… ')
    t.match(text(contact), ' maps.example/… ')
    t.match(text(contact), ' long.long.long.long.long.long.long.long.example ')
    t.match(text(contact), 'old.example/%F9')
    t.match(contact, ' data-initials="I"><bdi dir="ltr">Instagram</bdi></a>')
    t.match(text(contact), ' LinkedIn Google Maps ')
  })

  t.test('with further links, except those that are on every page or lead to none', async (t) => {
    const links = {
      services: '/services/',
      openapi: '/openapi.json',
      price_list: '/list.pdf',
      old_prices: '/no-such-page/',
      club: 'https://club.example/'
    }
    const about = await render('/about/', { 'profile#/links': links })
    t.match(about, '<a href="/list.pdf">Price list</a>')
    t.match(about, '<a href="https://club.example/">Club</a>')
    t.notMatch(about, /openapi\.json">Openapi/)
    t.notMatch(about, 'Old prices')
  })

  t.test('of a branch or a testimonial, without labels for missing ones', async (t) => {
    const geo = { latitude: 53.5, longitude: -1.5 }
    const contact = await render('/contact/', {
      'profile#/locations': [{ id: 'dock', name: 'Dock', address: {}, geo }]
    })
    t.match(
      contact,
      /<h3>Dock<\/h3><dl class="ways"><div><dt>Address<\/dt><dd> ?<a href="https:\/\/www\.openstreetmap/
    )
    const about = await render('/about/', {
      'profile#/testimonials': [{ quote: 'Quick.', name: 'Bo' }]
    })
    t.match(
      about,
      '<figcaption><span data-initials="B" aria-hidden="true"></span> <div><bdi>Bo</bdi></div></figcaption>'
    )
  })

  t.test('with a link to the map for coordinates, a profile on a map or a street', async (t) => {
    const mapOf = async (edits: Record<string, unknown>) => {
      const none = { 'profile#/address': undefined, 'profile#/geo': undefined, 'profile#/same_as': undefined }
      const about = await render('/about/', { ...none, ...edits })
      return about.match(/href="([^"]*)">Show on a map/)?.[1]
    }
    const street = { 'profile#/address': { street: '1 Mill & Son', locality: 'Leeds', country: 'GB' } }
    const profiles = (url: string) => ({ 'profile#/same_as': ['https://social.example/us', url] })
    const point = { 'profile#/geo': { latitude: 53.5, longitude: -1.5 } }
    const listing = 'https://maps.example/us'
    t.match(await mapOf({ ...street, ...profiles(listing), ...point }), 'mlat=53.5&amp;mlon=-1.5')
    t.equal(await mapOf({ ...street, ...profiles(listing) }), listing)
    for (const url of ['https://www.google.example/maps/place/us', 'https://www.openstreetmap.org/node/1'])
      t.equal(await mapOf({ ...street, ...profiles(url) }), url)
    for (const url of ['https://other.example/us', 'https://other.example/mapsfans'])
      t.equal(
        await mapOf({ ...street, ...profiles(url) }),
        'https://www.openstreetmap.org/search?query=1%20Mill%20%26%20Son%2C%20Leeds%2C%20GB',
        url
      )
    t.equal(await mapOf({ 'profile#/address': { locality: 'Leeds', country: 'GB' } }), undefined)
  })

  t.test('in as many columns as suit their number, which the browser need not count', async (t) => {
    const classOf = async (path: string, edits: Record<string, unknown>, name: string) =>
      new RegExp(`class="(${name}[^"]*)"`).exec(await render(path, edits))?.[1]
    const people = (length: number) => Array.from({ length }, (_, index) => ({ name: `Person ${index}` }))
    t.equal(await classOf('/about/', { 'profile#/people': people(4) }, 'people'), 'people four')
    t.equal(await classOf('/about/', { 'profile#/people': people(3) }, 'people'), 'people three')
    t.equal(await classOf('/about/', { 'profile#/people': people(2) }, 'people'), 'people')
    const rows = ['single', 'in-pairs', 'in-threes', 'in-pairs', 'in-threes']
    for (const [count, expected] of rows.entries()) {
      const price = { kind: 'fixed', amount: '9.00' }
      const packages = people(count + 1).map(({ name }, id) => ({ id: `p${id}`, name, price }))
      for (const path of ['/', '/pricing/'])
        t.equal(await classOf(path, { 'pricing#/packages': packages }, 'packages'), `packages ${expected}`)
    }
  })

  t.test('on the about page without repetitions: story, figures, people, then the rest', async (t) => {
    const edits = {
      'profile#/category': 'A workshop',
      'profile#/story': ['It began in a van.'],
      'profile#/people': [{ name: 'Jo', role: 'Mechanic' }],
      'profile#/founded_year': 2014,
      'profile#/track_record': { wheels_built: 640, since: 2014 },
      'profile#/address': { locality: 'Leeds' },
      'profile#/timezone': 'Europe/London',
      'profile#/opening_hours': [{ day: 'tuesday', opens: '08:00', closes: '13:00' }],
      'profile#/locations': [{ id: 'pier', name: 'Pier', address: {} }],
      'profile#/payment_accepted': ['Cash']
    }
    const [, main = ''] = /<main.*?>(.*)<\/main>/s.exec(await render('/about/', edits)) ?? []
    t.match(
      text(main),
      /A workshop .*It began in a van.*640 .*2014 .*The people .*Jo .*Ways to pay Cash .*Address Leeds .*Another location .*08:00–13:00/
    )
    const two = ['pier', 'quay'].map((id) => ({ id, name: id, address: {} }))
    const places = { ...edits, 'profile#/locations': two }
    t.match(await render('/about/', places), '>More locations<')
    t.match(await render('/contact/', places), '>Where to find us<')
    for (const once of ['A workshop', 'Quiet Harbor', 'Cash', 'Leeds', '2014'])
      t.equal(main.split(once).length, 2, `${once} is there once`)
    t.match(text(await render('/about/', { ...edits, 'profile#/founded_year': 2013 })), 'Founded in 2013')
    t.match(
      text(await render('/for-ai/', edits)),
      'Ways to pay Cash Wheels built 640 In business since 2014',
      'the page for agents has the figures too'
    )
    const minimal = 'test/fixtures/minimal'
    const bare = await facts(dataWith(t, { 'profile#/story': ['We hem.'] }, minimal))
    const { html } = (await builtInPages(bare, await settings())).render('/about/')
    t.match(
      html,
      '<p class="lead">You pay when you collect.</p></div><div class="story"><p>We hem.</p></div><div class="columns"><div></div><div></div></div>'
    )
  })

  t.test('with services by category, and the others last', async (t) => {
    const services = text(
      await render('/services/', {
        'services#/categories': [{ id: 'wheels', name: 'Wheels' }],
        'services#/examples': [
          { id: 'other', name: 'Advice', from_ils: 100 },
          { id: 'truing', name: 'Truing', from_ils: 100, category: 'wheels' }
        ],
        'pricing#/entry_price_ils': undefined,
        'profile#/pricing_model': {}
      })
    )
    t.match(services, /Wheels .*Truing .*More services .*Advice/)
  })
})

t.test('the about page does not exist if only the name, the tagline and the contact are known', async (t) => {
  const edits = { 'profile#/tagline': 'Hems', 'profile#/business_type': 'Store' }
  const hasAbout = async (further: Record<string, unknown>) => {
    const business = await facts(dataWith(t, { ...edits, ...further }, 'test/fixtures/minimal'))
    return listBuiltIn(business, false).has('/about/')
  }
  t.notOk(await hasAbout({}))
  t.notOk(await hasAbout({ 'profile#/legal_form': 'Sole trader' }), 'every footer has it')
  t.ok(await hasAbout({ 'profile#/founder': 'Wren' }))
  t.ok(await hasAbout({ 'profile#/address': { country: 'GB' } }))
  t.ok(await hasAbout({ 'profile#/pricing_model': { note: 'Cash only.' } }))
})
