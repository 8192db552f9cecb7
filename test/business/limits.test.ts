import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadBusiness } from '../../src/business/load.ts'
import { operations } from '../../src/business/operations.ts'
import { formatProblem } from '../../src/business/problem.ts'
import { baseUrl, dataWith, type Edits, facts, problems } from '../helper.ts'

const many = (count: number, value: unknown, name = 'name') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, value]))

const topic = (count: number) => ({
  name: 'Questions',
  items: Array.from({ length: count }, () => ({ question: 'How?', answer: 'So.' }))
})

t.test('4 MB are counted as HTML writes them', async (t) => {
  const answer = `${'&<>"'.repeat(600)}`.replaceAll('<', '< ')
  const items = Array.from({ length: 400 }, (_, index) => ({ question: `${index}?`, answer }))
  const [line, ...others] = await problems(t, { 'faq#/categories': [{ name: 'x', items }] })
  t.match(
    line,
    /must have at most 4194304 bytes .*, and has \d{7} with &, <, > and quotation marks as HTML writes them$/
  )
  t.same(others, [])
})

t.test('data beyond a limit', async (t) => {
  const beyond: [name: string, edits: Edits, line: RegExp][] = [
    [
      'a name of a field',
      { [`profile#/links/${'x'.repeat(201)}`]: '/' },
      /^profile.json \/links: must not have a field whose name is longer than 200 characters; found "x{76}...$/
    ],
    [
      'the values of a file',
      { faq: `[${'1,'.repeat(100_000)}1]` },
      /must have at most 100000 values, and has 100002$/
    ],
    [
      'the questions of all topics',
      { 'faq#/categories': [1001, 1000].map(topic) },
      /^faq.json \/categories: must have at most 2000 questions in all, and has 2001; found/
    ],
    [
      'the entries of a list',
      { 'profile#/stack': Object.keys(many(201, 1)) },
      /^profile.json \/stack: must have at most 200 entries, and has 201; found/
    ],
    [
      'a field of the business',
      { 'profile#/service_area': many(1200, 'here') },
      /^profile.json \/service_area: must not be longer than 20000 characters as JSON, and has 2\d{4}; found/
    ]
  ]
  for (const [name, edits, line] of beyond) {
    t.test(`is reported: ${name}`, async (t) => t.match((await problems(t, edits))[0], line))
  }

  t.test('has its first 100 problems listed, and the rest counted', async (t) => {
    const dataDir = dataWith(t, {
      'profile#/links': many(80, 'x'),
      'services#/contact': many(40, 1)
    })
    const loaded = loadBusiness({ dataDir, baseUrl }, operations)
    const lines = 'problems' in loaded ? loaded.problems.map(formatProblem) : []
    t.equal(lines.length, 101)
    t.equal(lines[100], `${dataDir}: has 20 more problems`)
  })

  t.test('says one problem more in the singular', async (t) => {
    const lines = await problems(t, { 'profile#/links': many(101, 'x') })
    t.match(lines[100], /: has 1 more problem$/)
  })
})

t.test('a data file', async (t) => {
  t.test('may begin with a byte order mark', async (t) => {
    const dataDir = dataWith(t, { faq: '\ufeff{"language":"he","categories":[]}' })
    t.same((await facts(dataDir)).faq.categories, [])
  })

  t.test('is reported if DATA_DIR is a file, or the file cannot be read', async (t) => {
    const dataDir = dataWith(t, {})
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    symlinkSync(join(dataDir, 'loop'), join(dataDir, 'loop'))
    const first = (folder: string) => {
      const loaded = loadBusiness({ dataDir: folder, baseUrl }, operations)
      return 'problems' in loaded && loaded.problems.map(formatProblem)[0]
    }
    t.equal(first(file), `${file}/profile.json: is not in a folder; set DATA_DIR to the folder that holds it`)
    t.equal(
      first(join(dataDir, 'loop')),
      `${dataDir}/loop/profile.json: cannot be read (ELOOP); check that it is a file that the server may read`
    )
  })

  t.test('that grows while it is read is reported', { skip: process.platform !== 'linux' }, async (t) => {
    const dataDir = dataWith(t, {})
    rmSync(join(dataDir, 'profile.json'))
    symlinkSync('/proc/self/status', join(dataDir, 'profile.json'))
    const loaded = loadBusiness({ dataDir, baseUrl }, operations)
    t.same('problems' in loaded && loaded.problems.map(formatProblem), [
      `${dataDir}/profile.json: changed while it was read; reload again`
    ])
  })

  t.test('that is too large together with the others is not read', async (t) => {
    const lines = await problems(t, { faq: ' '.repeat(5 * 2 ** 20) })
    t.match(lines, [/: must have at most 4194304 bytes \(4 MB\) in its data files, and has \d{7}$/])
  })

  t.test('with values that cannot be texts is reported', async (t) => {
    const strange = { toString: 1 }
    const lines = await problems(t, {
      'profile#/contact/email': strange,
      'profile#/languages': [strange],
      'services#/contact': { email: 'a@b.example' },
      'pricing#/packages/0/price_display': strange,
      'pricing#/packages/1/one_time_ils': undefined,
      'pricing#/packages/1/price_display': '1'
    })
    t.match(lines.join('\n'), /disagrees with profile.json \/contact\/email \({"toString":1}\)/)
  })
})
