import t from 'tap'
import en from '../../src/business/words/en.json' with { type: 'json' }
import { build, dataWith, type Edits, facts } from '../helper.ts'

const fixed = (amount: string, max?: string) => ({
  price: { kind: max ? 'range' : 'fixed', amount, ...(max && { max }) }
})

const edits: Edits = {
  services: {
    examples: [
      { id: 'diagnosis', name: 'Diagnosis', tag: 'Popular', ...fixed('36') },
      { id: 'truing', name: 'Truing', ...fixed('17.50') },
      { id: 'wheels', name: 'Wheels', ...fixed('72', '90') },
      { id: 'look', name: 'A look', ...fixed('0') }
    ]
  },
  pricing: {
    model: 'You pay when you collect.',
    currency: 'GBP',
    packages: [
      { id: 'silver', name: 'Silver', description: 'One visit.', ...fixed('120') },
      { id: 'gold', name: 'Gold', description: 'Two visits.', ...fixed('450') },
      { id: 'fleet', name: 'Fleet', description: 'Many visits.', one_time_ils: null }
    ]
  },
  faq: { language: 'en-GB', categories: [] }
}

/** Returns the amounts in a text. */
const listAmounts = (text: string) => text.match(/£[\d,.]*\d/g) ?? []

t.test('prices', async (t) => {
  const open = async (more: Edits = {}) => {
    const server = await build(t, {
      business: await facts(dataWith(t, { ...edits, ...more }, 'test/fixtures/minimal'))
    })
    return async (path: string) => (await server.inject(path)).body
  }
  /** Returns the amounts in the main part of a page and of its Markdown. */
  const readAmounts = async (read: (path: string) => Promise<string>, path: string) => {
    const html = (await read(path)).replace(/^.*<main|<\/main>.*$/gs, '')
    const markdown = (await read(`${path === '/' ? '/index' : path.slice(0, -1)}.md`)).replace(
      /^---.*?\n---\n/s,
      ''
    )
    return [html.replace(/<script.*?<\/script>/gs, ''), markdown].map(listAmounts)
  }

  t.test('of a list all have decimals if one has, on pages and in Markdown', async (t) => {
    const read = await open()
    const services = ['£36.00', '£17.50', '£72.00', '£90.00']
    const packages = ['£120', '£450']
    for (const [path, amounts] of [
      ['/services/', services],
      ['/', [...services, ...packages]],
      ['/pricing/', [...packages, ...services]],
      ['/for-ai/', [...services, ...packages]]
    ] as const)
      for (const found of await readAmounts(read, path)) t.same(found, amounts, path)
    for (const path of ['/services/', '/', '/pricing/']) {
      const [, description = ''] = /name="description" content="([^"]*)"/.exec(await read(path)) ?? []
      const amounts = listAmounts(description)
      t.ok(amounts.length > 1 && amounts.every((amount) => /\.\d\d$/.test(amount)), `${path}: ${description}`)
    }
    // The price of the page, and the list of the other services.
    for (const found of await readAmounts(read, '/services/diagnosis/'))
      t.same(found, ['£36', '£17.50', '£72.00', '£90.00'])
    for (const found of await readAmounts(read, '/services/truing/'))
      t.same(found, ['£17.50', '£72', '£90', '£36'])
  })

  t.test('of a range have both ends and the currency in a language with a dash of its own', async (t) => {
    const read = await open({ faq: { language: 'et', categories: [] }, 'words.et': en })
    t.match(await read('/services.md'), '72,00–90,00 £')
  })

  t.test('of packages are the same in the API, whatever their list has', async (t) => {
    const packages = [
      { id: 'silver', name: 'Silver', description: 'One visit.', ...fixed('120') },
      { id: 'gold', name: 'Gold', description: 'Two visits.', ...fixed('99.90') }
    ]
    const read = await open({ pricing: { model: 'Pay later.', currency: 'GBP', packages } })
    for (const path of ['/pricing/', '/'])
      for (const found of await readAmounts(read, path))
        t.same(
          found.filter((amount) => /1|99/.test(amount) && amount !== '£17.50'),
          ['£120.00', '£99.90'],
          path
        )
    const { packages: published } = JSON.parse(await read('/api/v1/pricing.json'))
    t.match(published, [{ price_display: '£120' }, { price_display: '£99.90' }])
  })

  t.test('of a list have decimals if one has them with tax', async (t) => {
    const tax = { included: false, name: 'VAT', rate_percent: 20 }
    const services = [
      { id: 'a', name: 'A', ...fixed('36') },
      { id: 'b', name: 'B', ...fixed('50') }
    ]
    const read = await open({
      services: { examples: services },
      pricing: { model: 'Pay later.', currency: 'GBP', tax }
    })
    for (const found of await readAmounts(read, '/services/'))
      t.same(found, ['£36.00', '£43.20', '£50.00', '£60.00'])
  })

  t.test('of the range on the page of prices have decimals if one has', async (t) => {
    const read = await open({
      services: { examples: [{ id: 'a', name: 'A', ...fixed('17.50') }] },
      pricing: { model: 'Pay later.', currency: 'GBP', entry_price_ils: 18, max_project_ils: 900 },
      'profile#/pricing_model': { typical_range_ils: [200, 400] }
    })
    for (const found of await readAmounts(read, '/pricing/'))
      t.same(found.slice(0, 4), ['£17.50', '£200.00', '£400.00', '£900.00'])
  })
})
