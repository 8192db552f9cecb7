import t from 'tap'
import { build, type Edits } from '../helper.ts'
import { open } from './sample.ts'

const categories = [
  { id: 'wheels', name: 'Wheels', focused_scope_from_ils: 300 },
  { id: 'frames', name: 'Frames', full_build_from_ils: 900 },
  { id: 'lamps', name: 'Lamps', full_build_from_ils: 50 },
  { id: 'bells', name: 'Bells', focused_scope_from_ils: 20 }
]
const tuneUp = { id: 'tune-up', name: 'Tune-up', from_ils: 300, category: 'wheels' }
const paint = { id: 'paint', name: 'Paint (two coats)', from_ils: 900, category: 'frames' }
const advice = { id: 'advice', name: 'Advice', from_ils: 300 }

t.test('the pages of services and prices', async (t) => {
  const openWith = async (edits: Edits) => {
    const { pages } = await open(t, {
      'services#/categories': categories,
      'services#/examples': [tuneUp, paint, advice],
      'pricing#/entry_price_ils': undefined,
      'profile#/pricing_model': {},
      ...edits
    })
    return pages
  }

  t.test('have links to the services of each category, and a script only for several', async (t) => {
    const { html } = (await openWith({})).render('/services/')
    const [, filter = ''] = /<nav class="filter"(.*?)<\/nav>/s.exec(html) ?? []
    t.same(
      Array.from(filter.matchAll(/href="([^"]*)">([^<]*)/g), ([, href, name]) => [href, name]),
      [
        ['#allServices', 'All'],
        ['#wheels', 'Wheels'],
        ['#frames', 'Frames']
      ]
    )
    t.match(
      html,
      /<section id="allServices">.*<section class="group" id="wheels">.*<p class="scopes"><span>Limited scope: .*300/s
    )
    t.match(html, /filter-services\.\w+\.js/)
    t.match(
      html,
      /<h1>Services and starting prices<\/h1>.*<h2>Wheels<\/h2>.*<h3 class="service-name"><a href="\/services\/tune-up\/">/s
    )
    t.match(
      html,
      /<table class="prices".*<tr id="lamps">.*<td><\/td>/s,
      'a category without services is in the table'
    )
    const { html: single } = (await openWith({ 'services#/examples': [tuneUp, advice] })).render('/services/')
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
    const pages = await openWith({ 'services#/examples': all })
    const listServices = (path: string) =>
      Array.from(
        pages.render(path).html.matchAll(/<h3 class="service-name"><a href="\/services\/s(\d)/g),
        ([, id]) => Number(id)
      )
    t.same(listServices('/'), [0, 1, 2, 3, 4, 5])
    t.same(listServices('/services/s3/'), [6, 0, 4, 5])
    t.same(listServices('/services/s4/'), [5, 6, 7, 0])
  })

  t.test('list the first questions that have the whole name of a service', async (t) => {
    const related = async (name: string, answers: string[]) => {
      const items = answers.map((answer, index) => ({ id: `q${index}`, question: `Q${index}`, answer }))
      const pages = await openWith({
        'faq#/categories': [{ name: 'All', items }],
        'services#/examples': [{ ...tuneUp, name }]
      })
      const { html } = pages.render('/services/tune-up/')
      return Array.from(html.matchAll(/<summary>Q(\d+)/g), ([, index]) => answers[Number(index)])
    }
    const english = [
      'Can I get a TUNE-UP?',
      'A tune up, please.',
      'For tune–ups.',
      'Tune it up.',
      'A fine-tune up.'
    ]
    t.same(await related('Tune-up', english), [
      'Can I get a TUNE-UP?',
      'A tune up, please.',
      'A fine-tune up.'
    ])
    t.equal((await related('Tune-up', Array(6).fill('A tune-up.'))).length, 4)
    t.same(await related('Paint', english), [])
    const hebrew = ['מה עם ניהול התורים?', 'נִהוּל', 'ולניהול תורים', 'תורים']
    t.same(await related('ניהול תורים', hebrew), ['מה עם ניהול התורים?', 'ולניהול תורים'])
    t.same(await related('לב', ['כלב', 'לב', 'לבבות']), ['לב'])
    t.same(await related('…', ['…']), [])
  })

  t.test('list the tools of a service', async (t) => {
    const pages = await openWith({
      'services#/examples': [{ ...tuneUp, tools: ['Make', 'n8n'] }, paint, { ...advice, tools: ['n8n+'] }]
    })
    t.notMatch(pages.render('/services/paint/').html, 'Related questions')
    t.match(pages.render('/services/tune-up/').html, '<h2>Tools</h2><ul class="chips"><li><bdi>Make')
  })

  t.test('say in each list of prices, and at the lowest one, whether they include tax', async (t) => {
    const pages = await openWith({
      'pricing#/tax': { included: true, name: 'VAT' },
      'pricing#/entry_price_ils': 20
    })
    t.match(
      pages.render('/').html,
      /<div class="hero-model"><p>((?!<\/p>).)*<span class="terms">including VAT<\/span>/s
    )
    t.match(
      pages.render('/pricing/').html,
      /<dl class="range"><div><dt>Prices from<\/dt>((?!<\/dd>).)*<span class="terms">including VAT<\/span>/s
    )
    const highestOnly = await openWith({
      'pricing#/tax': { included: true, name: 'VAT' },
      'pricing#/max_project_ils': 9000
    })
    t.match(
      highestOnly.render('/pricing/').html,
      /<dl class="range">.*?<\/dl><p class="note tax-note">[^<]*VAT/s
    )
    t.match(
      pages.render('/services/paint/').html,
      /<h2>Other services<\/h2>.*?<\/ul><p class="note tax-note">[^<]*VAT/s
    )
  })

  t.test('omit the note on the prices of services at one that is free', async (t) => {
    const free = { ...advice, from_ils: 0, price: { kind: 'fixed', amount: '0' } }
    const pages = await openWith({
      'services#/pricing_note': 'Each price depends.',
      'services#/examples': [tuneUp, free]
    })
    t.match(pages.render('/services/tune-up/').html, 'Each price depends.')
    t.notMatch(pages.render('/services/advice/').html, 'Each price depends.')
  })

  t.test('fold what a package includes', async (t) => {
    const packages = [
      {
        id: 'gold',
        name: 'Gold',
        one_time_ils: 900,
        includes: ['A bell'],
        excludes: ['A bike'],
        monthly_operations: 'None'
      },
      { id: 'tin', name: 'Tin', one_time_ils: 90, includes: ['A bolt'] },
      { id: 'air', name: 'Air', one_time_ils: 9, excludes: ['A pump'] },
      { id: 'dust', name: 'Dust', one_time_ils: 1 }
    ]
    const edits = { 'pricing#/packages': packages }
    const pages = await openWith(edits)
    const { html } = pages.render('/pricing/')
    const one = await openWith({ 'pricing#/packages': packages.slice(0, 1) })
    for (const path of ['/', '/pricing/', '/for-ai/']) {
      t.match(pages.render(path).html, '<h2>Packages</h2>')
      t.match(one.render(path).html, '<h2>Package</h2>')
    }
    t.match(html, /<strong>Monthly cost:<\/strong> None/)
    t.match(
      html,
      '<a class="button" href="/contact/#package=gold" aria-label="Talk to us: Gold">Talk to us</a>'
    )
    t.same(
      Array.from(html.matchAll(/<summary aria-label="([^"]*)">([^<]*)/g), ([, ...texts]) => texts),
      [
        ['What is included, and what is not: Gold', 'What is included, and what is not'],
        ['Included: Tin', 'Included'],
        ['Not included: Air', 'Not included']
      ]
    )
    t.match(html, '<h2>Starting prices of services</h2>')
    const mixed = [{ ...advice, price: { kind: 'fixed', amount: '300' } }, tuneUp]
    t.match(
      (await openWith({ 'services#/examples': mixed })).render('/pricing/').html,
      '<h2>Service prices</h2>'
    )
    const app = await build(t, { business: pages.context.business })
    const { body } = await app.inject('/pricing.md')
    t.match(
      body,
      /\*\*What is included, and what is not\*\*\n\n#### Included\n\n- A bell/,
      'the Markdown has it'
    )
  })

  t.test(
    'describe a package on the home page by the note on its price, if it has no description',
    async (t) => {
      const tin = { id: 'tin', name: 'Tin', one_time_ils: 90, price_note: 'For a year.' }
      const gold = { ...tin, id: 'gold', name: 'Gold', description: 'With a bell.' }
      const { html } = (await openWith({ 'pricing#/packages': [tin, gold] })).render('/')
      t.match(html, '>Tin</a></h3><p>For a year.</p><p class="package-price">')
      t.match(html, '>Gold</a></h3><p>With a bell.</p><p class="package-price">')
    }
  )

  t.test('promise what each package includes only if each states it', async (t) => {
    const gold = { id: 'gold', name: 'Gold', one_time_ils: 900, includes: ['A bell'] }
    const tin = { id: 'tin', name: 'Tin', one_time_ils: 90 }
    for (const [packages, isPromised] of [
      [[gold, { ...tin, includes: ['A tin'] }], true],
      [[gold, tin], false]
    ] as const) {
      const pages = await openWith({ 'pricing#/packages': packages })
      for (const [path, promise] of [
        ['/', '<a class="quiet-link" href="/pricing/">What is included '],
        ['/pricing/', ', and what they include.']
      ] as const)
        t.equal(pages.render(path).html.includes(promise), isPromised, path)
      t.match(pages.render('/').html, /<h2>Packages?<\/h2><a class="quiet-link" href="\/pricing\/">/)
    }
  })

  t.test('mention prices in titles and descriptions only if the page has some', async (t) => {
    const headOf = async (path: string, edits: Record<string, unknown>) => {
      const { html } = (await openWith({ 'services#/examples': [], ...edits })).render(path)
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
    const talk = { id: 'talk', name: 'Talk' }
    const [starting, all] = await headOf('/services/', {})
    t.equal(starting, 'Services and starting prices', 'those of the categories')
    t.match(all, /: services and starting prices\. Portland · Wheels · /)
    const fixed = { ...advice, price: { kind: 'fixed', amount: '300' } }
    t.equal(
      (await headOf('/services/', { 'services#/examples': [fixed] }))[0],
      'Services and prices, Portland'
    )
    t.same(
      await headOf('/services/', { 'services#/categories': [...categories, talk] }),
      [
        'Services and starting prices',
        'Quiet Harbor Automations: services and starting prices. Portland · Wheels · Frames · Lamps · Bells · Talk.'
      ],
      'a category has no price'
    )
    const { html } = (
      await openWith({ 'services#/examples': [], 'services#/categories': [...categories, talk] })
    ).render('/services/')
    t.notMatch(html, /<h2>[^<]*prices<\/h2>.*<li class="price-line" id="talk">/i)
  })
})
