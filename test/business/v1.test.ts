import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readPrices } from '../../src/business/v1.ts'
import { build, dataWith, facts, words } from '../helper.ts'

t.test('the prices of an item', async (t) => {
  t.test('are none without an amount', async (t) => {
    for (const item of [{}, { one_time_ils: null }, 'text', undefined]) t.same(readPrices(item), [])
  })

  t.test('are whole units if the price of another server has a wrong type', async (t) => {
    t.match(readPrices({ from_ils: '5', price: { amount: '4', unit: 1 } }), [{ amount: '5' }])
  })
})

t.test('v1 has the fields in the order of the files', async (t) => {
  const service = { from_ils: 13, name: 'A', price: { unit: 'hour', amount: '12.50' }, id: 'a' }
  const gold = { price: { kind: 'fixed', amount: '20' }, id: 'gold', one_time_ils: 20, name: 'Gold' }
  const silver = { one_time_ils: 15, id: 'silver', name: 'Silver' }
  const edits = {
    'services#/examples': [service],
    'services#/categories': [{ full_build_from_ils: 90, id: 'c', name: 'C', focused_scope_from_ils: 80 }],
    'pricing#/packages': [gold, silver],
    'profile#/pricing_model': { typical_range_ils: [14, 80], max_project_ils: 90, note: 'Pay later.' },
    'pricing#/entry_price_ils': 13,
    'pricing#/max_project_ils': undefined
  }
  const app = await build(t, { business: await facts(dataWith(t, edits)) })
  const read = async (name: string) => (await app.inject(`/api/v1/${name}.json`)).json()
  const services = await read('services')
  t.equal(
    JSON.stringify({ ...services.examples[0], url: undefined }),
    JSON.stringify({ ...service, price: { kind: 'from', unit: 'hour', amount: '12.50' } })
  )
  const names = words('full_build_from_ils id name focused_scope_from_ils url')
  t.same(Object.keys(services.categories[0]), names)
  const { packages, entry_price_ils, max_project_ils } = await read('pricing')
  t.same(packages.map(Object.keys), [
    ['price', 'id', 'one_time_ils', 'name', 'price_display', 'url'],
    ['one_time_ils', 'id', 'name', 'price_display', 'url']
  ])
  t.same([entry_price_ils, max_project_ils], [13, 90], 'each file follows the other')
  t.same(Object.entries((await read('profile')).pricing_model), [
    ['typical_range_ils', [14, 80]],
    ['max_project_ils', 90],
    ['note', 'Pay later.'],
    ['entry_price_ils', 13],
    ['currency', 'ILS']
  ])
})

t.test('only one file of src, and the schemas, know the names that end in _ils', async (t) => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(tsx?|js)$/.test(file)
  )
  const known = files.filter((file) => readFileSync(join('src', file), 'utf8').includes('_ils'))
  const others = known.filter((file) => !file.startsWith('business/schemas/'))
  t.same(others, ['business/v1.ts'])
})
