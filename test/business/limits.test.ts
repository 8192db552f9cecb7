import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadBusiness } from '../../src/business/loading/load.ts'
import { baseUrl, facts, problemsOf, siteDir } from '../helper.ts'
import { byLine, shopProblems, shopWith, testMistakes } from './shop.ts'

const many = (count: number, value: unknown, name = 'name') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, value]))

const topic = (count: number) => ({
  name: 'Questions',
  items: Array.from({ length: count }, (_, index) => ({ question: `${count} ${index}?`, answer: 'So.' }))
})

t.test('the limit of 4 MB counts escaped characters', async (t) => {
  const answer = `${'&<>"'.repeat(600)}`.replaceAll('<', '< ')
  const items = Array.from({ length: 400 }, (_, index) => ({ question: `${index}?`, answer }))
  const [line, ...others] = await shopProblems(t, { 'faq#/categories': [{ name: 'x', items }] })
  t.match(
    line,
    /: the data files must have at most 4194304 bytes \(4 MB\) in all, counted with &, <, > and quotation marks escaped as in HTML, got \d{7}$/
  )
  t.same(others, [])
})

t.test('the check of limits', async (t) => {
  t.test('rejects what is beyond one', (t) =>
    testMistakes(
      t,
      byLine({
        [`profile.json /links: must not have a field name longer than 200 characters, got "${'x'.repeat(76)}...`]:
          { [`profile#/links/${'x'.repeat(201)}`]: '/' },
        'faq.json: must have at most 100000 values, got 100002': { faq: `[${'1,'.repeat(100_000)}1]` },
        'faq.json /categories: must have at most 2000 questions in all, got 2001': {
          'faq#/categories': [1001, 1000].map(topic)
        },
        'must have at most 200 entries, got 201': { 'profile#/stack': Object.keys(many(201, 1)) },
        'must have at most 20000 characters as JSON, got 20491': {
          'profile#/service_area': many(1200, 'here')
        },
        'has a field without a name. Give the field a name: pages show it as a label.': {
          'profile#/track_record': { awards: [{ _: 'First' }] }
        }
      })
    )
  )

  t.test('lists the first 100 problems and counts the rest', async (t) => {
    const dataDir = shopWith(t, {
      'profile#/links': many(80, 'x'),
      'services#/contact': many(40, 1)
    })
    const loaded = await loadBusiness({ dataDir, baseUrl, siteDir })
    const lines = 'problems' in loaded ? loaded.problems : []
    t.equal(lines.length, 101)
    t.equal(lines[100], `${dataDir}: 20 more problems`)
  })
})

const skip = process.platform !== 'linux'

t.test('a data file', async (t) => {
  t.test('may begin with a byte order mark', async (t) => {
    const dataDir = shopWith(t, { faq: '\ufeff{"language":"he","categories":[]}' })
    t.same((await facts(dataDir)).faq.categories, [])
  })

  t.test('is rejected if it cannot be read', async (t) => {
    const dataDir = shopWith(t, {})
    rmSync(join(dataDir, 'faq.json'))
    symlinkSync('faq.json', join(dataDir, 'faq.json'))
    t.same(await problemsOf(dataDir), [
      'faq.json: cannot be read (ELOOP). Check that it is a file that the server may read.'
    ])
  })

  t.test('is rejected if it grows while the server reads it', { skip }, async (t) => {
    const dataDir = shopWith(t, {})
    rmSync(join(dataDir, 'profile.json'))
    symlinkSync('/proc/self/status', join(dataDir, 'profile.json'))
    t.same(await problemsOf(dataDir), ['profile.json: changed while the server read it. Reload again.'])
  })

  t.test('is not read if the files together are too large', async (t) => {
    const lines = await shopProblems(t, { faq: ' '.repeat(5 * 2 ** 20) })
    t.match(lines, [/: the data files must have at most 4194304 bytes \(4 MB\) in all, got \d{7}$/])
  })

  t.test('is rejected if an object replaces a text', async (t) => {
    const strange = { toString: 1 }
    const lines = await shopProblems(t, {
      'profile#/contact/email': strange,
      'profile#/languages': [strange],
      'services#/contact': { email: 'a@b.example' },
      'pricing#/packages/0/price_display': strange,
      'pricing#/packages/1/one_time_ils': undefined,
      'pricing#/packages/1/price_display': '1'
    })
    t.match(lines.join('\n'), /must be the same as profile.json \/contact\/email \({"toString":1}\)/)
  })
})
