import { readdir } from 'node:fs/promises'
import { t } from 'tap'
import { entriesOf, fieldOf } from '../../src/base/json-value.ts'
import { checkSchemas } from '../../src/business/checks/check-schemas.ts'
import {
  findEnglishWords,
  findMissingWords,
  WordsFile,
  wordsByLanguage,
  wordsFor
} from '../../src/business/words.ts'
import { build, facts } from '../helper.ts'
import { builtInPages, englishData, open as openPages } from './sample.ts'

/** Returns the places where two values have lists of different lengths. */
const findLists = (a: unknown, b: unknown, path = ''): string[] =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length
      ? []
      : [path]
    : entriesOf(a).flatMap(([key, part]) => findLists(part, fieldOf(b, key), `${path}/${key}`))

const en = wordsByLanguage.en

t.test('the words of the interface', async (t) => {
  for (const [language, words] of Object.entries(wordsByLanguage)) {
    t.test(`in ${language} have the keys, list lengths and placeholders of the English ones`, async (t) => {
      t.same((await checkSchemas({ words }, { words: { schema: WordsFile } })).problems, [])
      t.same(findMissingWords([words]), [])
      if (words !== en) t.same(findEnglishWords(words), [])
      t.same(findLists(en, words), [])
      t.same(Object.keys(words.labels), Object.keys(en?.labels ?? {}))
      t.same(Object.keys(words.record), Object.keys(en?.record ?? {}))
    })
  }

  t.test('are registered for each file in src/business/words', async (t) => {
    const files = Object.keys(wordsByLanguage).map((language) => `${language}.json`)
    const found = (await readdir('src/business/words')).filter((name) => name.endsWith('.json'))
    t.strictSame(found.sort(), files.sort())
  })

  t.test('in Portuguese are those of Brazil, or of Portugal in any other country', async (t) => {
    const skip = { pt: 'Pular', 'pt-BR': 'Pular', 'pt-br': 'Pular', 'pt-pt': 'Saltar', 'pt-AO': 'Saltar' }
    for (const [language, verb] of Object.entries(skip)) {
      const { html } = await openPages(t, { 'faq#/language': language })
      t.match(html('/'), `>${verb} para o conteúdo<`, language)
    }
  })

  t.test('are replaced one by one, and lists as a whole', async (t) => {
    const words = wordsFor('en', {
      pages: { about: 'Who we are' },
      accessibility: { doneItems: ['All of it.'] }
    })
    t.match(words.pages, { about: 'Who we are', faq: 'Questions' })
    t.same(words.accessibility.doneItems, ['All of it.'])
    t.equal(en?.pages.about, 'About us', 'the words of the software are unchanged')
  })
})

t.test('the words of a business', async (t) => {
  const business = await facts(englishData)
  const words = {
    pages: { services: 'Repairs & hire' },
    home: { lead: 'You break it. We mend it.', closingText: 'חייגו 050 123 4567' },
    services: { examplesStarting: 'What we mend, and from how much' },
    labels: { shop_blog: 'Our blog', ramp: 'Ramp' },
    privacy: { added: [{ heading: 'Cameras', items: ['There is one at the `door`.'] }] },
    accessibility: {
      contactText: 'דנה: 050 123 4567',
      added: [{ heading: 'The building', items: ['It has a ramp.', 'נגישות: דנה, 050 123 4567'] }]
    }
  }
  const profile = {
    ...business.profile,
    links: { shop_blog: 'https://blog.example/' },
    service_area: { ramp: 'yes' }
  }
  const site = { legal: { privacy: true, accessibility: true } }
  const app = await build(t, { business: { ...business, profile, site, words } })
  const read = async (path: string) => (await app.inject(path)).body

  t.test('are on the pages, also in Markdown', async (t) => {
    const item = (text: string) => `<ul class="points"><li>${text}`
    for (const [path, html] of [
      ['/', '<a href="/services/">Repairs &amp; hire</a>'],
      ['/', '<p class="lead">You break it. We mend it.</p>'],
      ['/privacy/', `<h2>Cameras</h2>${item('There is one at the <code dir="ltr">door</code>.')}`],
      ['/accessibility/', `<h2>The building</h2>${item('It has a ramp.</li>')}`],
      ['/accessibility.md', '## The building\n\n- It has a ramp.'],
      ['/', '<p>חייגו <bdi dir="ltr" class="unbroken">050 123 4567</bdi></p>'],
      ['/accessibility/', '<p>דנה: <bdi dir="ltr" class="unbroken">050 123 4567</bdi></p>'],
      ['/accessibility/', '<li>נגישות: דנה, <bdi dir="ltr" class="unbroken">050 123 4567</bdi></li>']
    ] as const)
      t.match(await read(path), html)
  })

  t.test('are the heading above services that have only starting prices', async (t) => {
    t.match(await read('/services/'), '<h1>What we mend, and from how much</h1>')
    t.match(await read('/services/'), `<title>${en?.services.titleStarting} | `)
  })

  t.test('label the fields that the business chooses', async (t) => {
    const about = await read('/about/')
    t.match(about, '<a href="https://blog.example/">Our blog</a>')
    t.match(about, '<dt>Ramp</dt>')
  })
})

t.test('pages are dated by the words of the business too', async (t) => {
  const business = await facts(englishData)
  const words = new Date('2026-03-04')
  const changeTimes = {
    newestTime: 0,
    newestOf: (files: string[]) => (files.includes('words.en') ? words : undefined)
  }
  t.same((await builtInPages(business, { changeTimes })).summarize('/about/').modified, words)
})
