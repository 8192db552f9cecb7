import t from 'tap'
import { build, type Edits } from '../helper.ts'
import { open } from './sample.ts'

const categories = [
  { id: 'wheels', name: 'Wheels', focused_scope_from_ils: 300, full_build_from_ils: 400 },
  { id: 'frames', name: 'Frames', full_build_from_ils: 900 },
  { id: 'lamps', name: 'Lamps', full_build_from_ils: 50 },
  { id: 'bells', name: 'Bells', focused_scope_from_ils: 20 }
]
const tuneUp = { id: 'tune-up', name: 'Tune-up', from_ils: 300, category: 'wheels' }
const paint = { id: 'paint', name: 'Paint (two coats)', from_ils: 900, category: 'frames' }
const advice = { id: 'advice', name: 'Advice', from_ils: 300 }

t.test('the pages of services and prices', async (t) => {
  const openWith = async (edits: Edits) =>
    open(t, {
      'services#/categories': categories,
      'services#/examples': [tuneUp, paint, advice],
      'pricing#/entry_price_ils': undefined,
      'profile#/pricing_model': {},
      ...edits
    })
  const render = async (path: string, edits: Edits = {}) => (await openWith(edits)).html(path)

  t.test('have links to the services of each category, and a script only for several', async (t) => {
    const html = await render('/services/')
    const [, filter = ''] = /<nav class="filter"(.*?)<\/nav>/s.exec(html) ?? []
    const links = filter.match(/(?<=href=")[^<]*/g)
    t.same(links, ['#allServices">All', '#wheels">Wheels', '#frames">Frames'])
    t.match(
      html,
      /<section id="allServices">.*<section class="group" id="wheels">.*<p class="scopes"><span>Limited scope: .*300.* ·<\/span> <span>Full scope: .*400/s
    )
    t.match(html, /filter-services\.\w+\.js/)
    t.match(
      html,
      /<h1>Services and starting prices<\/h1>.*<h2>Wheels<\/h2>.*<h3 class="service-name"><a href="\/services\/tune-up\/">/s
    )
    t.match(
      html,
      /<h2>Prices by category<\/h2><ul class="price-lines"><li class="price-line" id="lamps">.* id="bells">/,
      'the categories without services come last'
    )
    const single = await render('/services/', { 'services#/examples': [tuneUp, advice] })
    t.notMatch(single, /filter/)
    t.match(single, '<section class="group" id="wheels">')
  })

  t.test('show services of the same category next to one', async (t) => {
    const all = Array.from({ length: 8 }, (_, index) => ({
      ...advice,
      id: `s${index}`,
      name: `Service ${index}`,
      ...(index % 3 === 0 && { category: 'wheels' })
    }))
    const { html } = await openWith({ 'services#/examples': all })
    const listServices = (path: string) =>
      html(path)
        .match(/(?<=<h3 class="service-name"><a href="\/services\/s)\d/g)
        ?.join('')
    t.equal(listServices('/'), '012345')
    t.equal(listServices('/services/s3/'), '6045')
    t.equal(listServices('/services/s4/'), '5670')
  })

  t.test('list the first questions that have the whole name of a service', async (t) => {
    const related = async (name: string, answers: string[]) => {
      const items = answers.map((answer, index) => ({ id: `q${index}`, question: `Q${index}`, answer }))
      const edits = {
        'faq#/categories': [{ name: 'All', items }],
        'services#/examples': [{ ...tuneUp, name }]
      }
      const html = await render('/services/tune-up/', edits)
      return Array.from(html.matchAll(/<summary>Q(\d+)/g), ([, index]) => answers[Number(index)])
    }
    const named = ['Can I get a TUNE-UP?', 'A tune up, please.', 'A fine-tune up.']
    const english = [...named, 'For tune–ups.', 'Tune it up.']
    t.same(await related('Tune-up', english), named)
    t.equal((await related('Tune-up', Array(6).fill('A tune-up.'))).length, 4)
    t.same(await related('Paint', english), [])
    const hebrew = ['מה עם ניהול התורים?', 'נִהוּל', 'ולניהול תורים', 'תורים']
    t.same(await related('ניהול תורים', hebrew), ['מה עם ניהול התורים?', 'ולניהול תורים'])
    t.same(await related('לב', ['כלב', 'לב', 'לבבות']), ['לב'])
    t.same(await related('…', ['…']), [])
  })

  t.test('list the tools of a service', async (t) => {
    const { html } = await openWith({ 'services#/examples': [{ ...tuneUp, tools: ['Make', 'n8n'] }, paint] })
    t.notMatch(html('/services/paint/'), 'Related questions')
    t.match(html('/services/tune-up/'), '<h2>Tools</h2><ul class="chips"><li>Make')
  })

  t.test('say in each list of prices, and at each limit, whether they include tax', async (t) => {
    const tax = { 'pricing#/tax': { included: true, name: 'VAT' } }
    const { html } = await openWith({ ...tax, 'pricing#/entry_price_ils': 20 })
    const range = {
      'pricing#/max_project_ils': 9000,
      'profile#/pricing_model': { typical_range_ils: [20, 40] }
    }
    const limits = await render('/pricing/', { ...tax, ...range })
    const terms = /((?!<\/(?:p|dd)>).)*<span class="terms">including VAT<\/span>/.source
    const note = /<p class="note tax-note">[^<]*VAT/.source
    for (const [page, pattern] of [
      [html('/'), `<div class="hero-model"><p>${terms}`],
      [html('/pricing/'), `<dl class="range"><div><dt>Prices from</dt>${terms}`],
      [html('/services/paint/'), `<h2>Other services</h2>.*?</ul>${note}`],
      [limits, `<dt>Most prices</dt>${terms}`],
      [limits, `<dt>Highest price</dt>${terms}`]
    ] as const)
      t.match(page, new RegExp(pattern, 's'))
  })

  t.test('omit the note on the prices of services at one that is free', async (t) => {
    const free = { ...advice, from_ils: 0, price: { kind: 'fixed', amount: '0' } }
    const note = 'Each price depends.'
    const { html } = await openWith({ 'services#/pricing_note': note, 'services#/examples': [tuneUp, free] })
    t.match(html('/services/tune-up/'), note)
    t.notMatch(html('/services/advice/'), note)
  })

  t.test('fold what a package includes', async (t) => {
    const more = { includes: ['A bell'], excludes: ['A bike'], monthly_operations: 'None' }
    const packages = [
      { id: 'gold', name: 'Gold', one_time_ils: 900, ...more },
      { id: 'tin', name: 'Tin', one_time_ils: 90, includes: ['A bolt'] },
      { id: 'air', name: 'Air', one_time_ils: 9, excludes: ['A pump'] },
      { id: 'dust', name: 'Dust', one_time_ils: 1 }
    ]
    const { business, html: read } = await openWith({ 'pricing#/packages': packages })
    const html = read('/pricing/')
    const one = await openWith({ 'pricing#/packages': packages.slice(0, 1) })
    for (const path of ['/', '/pricing/', '/for-ai/']) {
      t.match(read(path), '<h2>Packages</h2>')
      t.match(one.html(path), '<h2>Package</h2>')
    }
    t.match(html, /<strong>Monthly cost:<\/strong> None/)
    t.match(
      html,
      '<a class="button" href="/contact/#package=gold" aria-label="Talk to us: Gold">Talk to us</a>'
    )
    t.same(html.match(/(?<=<summary aria-label=")[^<]*/g), [
      'What is included, and what is not: Gold">What is included, and what is not',
      'Included: Tin">Included',
      'Not included: Air">Not included'
    ])
    t.match(html, '<h2>Starting prices of services</h2>')
    const mixed = [{ ...advice, price: { kind: 'fixed', amount: '300' } }, tuneUp]
    t.match(await render('/pricing/', { 'services#/examples': mixed }), '<h2>Service prices</h2>')
    const { body } = await (await build(t, { business })).inject('/pricing.md')
    t.match(body, /\*\*What is included, and what is not\*\*\n\n#### Included\n\n- A bell/)
  })

  t.test('describe a package without a description by its note on the home page', async (t) => {
    const tin = { id: 'tin', name: 'Tin', one_time_ils: 90, price_note: 'For a year.' }
    const gold = { ...tin, id: 'gold', name: 'Gold', description: 'With a bell.' }
    const html = await render('/', { 'pricing#/packages': [tin, gold] })
    t.match(html, '>Tin</a></h3><p>For a year.</p><p class="package-price">')
    t.match(html, '>Gold</a></h3><p>With a bell.</p><p class="package-price">')
  })

  t.test('promise what each package includes only if each states it', async (t) => {
    const gold = { id: 'gold', name: 'Gold', one_time_ils: 900, includes: ['A bell'] }
    const tin = { id: 'tin', name: 'Tin', one_time_ils: 90 }
    for (const [packages, isPromised] of [
      [[gold, { ...tin, includes: ['A tin'] }], true],
      [[gold, tin], false]
    ] as const) {
      const { html } = await openWith({ 'pricing#/packages': packages })
      for (const [path, promise] of [
        ['/', '<a class="quiet-link" href="/pricing/">What is included '],
        ['/pricing/', ', and what they include.']
      ] as const)
        t.equal(html(path).includes(promise), isPromised, path)
      t.match(html('/'), /<h2>Packages?<\/h2><a class="quiet-link" href="\/pricing\/">/)
    }
  })

  t.test('mention prices in titles and descriptions only if the page has some', async (t) => {
    const headOf = async (path: string, edits: Edits = {}) => {
      const html = await render(path, { 'services#/examples': [], ...edits })
      const [, title] = /<title>([^<]*) \| /.exec(html) ?? []
      const [, description = ''] = /<meta name="description" content="([^"]*)/.exec(html) ?? []
      return [title, description]
    }
    const onRequest = { id: 'iron', name: 'Iron', one_time_ils: null }
    const pricing = { model: 'You pay when the work is done.', currency: 'GBP', notes: ['No deposit.'] }
    t.same(await headOf('/pricing/', { pricing }), [
      'Pricing',
      'You pay when the work is done. Tell us in a few words what you need.'
    ])
    t.same(await headOf('/pricing/', { pricing: { ...pricing, packages: [onRequest] } }), [
      'Package',
      'Package: Iron. You pay when the work is done. Tell us in a few words what you need.'
    ])
    t.same(await headOf('/pricing/', { pricing: { ...pricing, max_project_ils: 900 } }), [
      'Prices, Portland',
      'Quiet Harbor Automations: prices and terms. You pay when the work is done.'
    ])
    const all = { 'services#/categories': [...categories, { id: 'talk', name: 'Talk' }] }
    t.same(
      await headOf('/services/', all),
      [
        'Services and starting prices',
        'Quiet Harbor Automations: services and starting prices. Portland · Wheels · Frames · Lamps · Bells · Talk.'
      ],
      'a category has no price'
    )
    const fixed = { ...advice, price: { kind: 'fixed', amount: '300' } }
    const [title] = await headOf('/services/', { 'services#/examples': [fixed] })
    t.equal(title, 'Services and prices, Portland')
    const html = await render('/services/', { 'services#/examples': [], ...all })
    t.notMatch(html, /<h2>[^<]*prices[^<]*<\/h2>.*<li class="price-line" id="talk">/i)
  })
})
