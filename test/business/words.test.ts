import { readFileSync } from 'node:fs'
import t from 'tap'
import { wordsByLanguage } from '../../src/business/words.ts'
import { type Edits, facts, warningsOf } from '../helper.ts'
import { byLine, type Mistake, shopProblems, shopWith, testMistakes } from './shop.ts'

const about = (text: unknown) => ({ pages: { about: text } })

// The shop is in English.
const mistakes: [words: Edits, ending: string | string[]][] = [
  ...byLine({
    '/pages/abuot: is an unknown field, got "Who we are". Did you mean "about"?': {
      pages: { abuot: 'Who we are' }
    },
    '/greeting: is an unknown field, got "{name} here.". Did you mean "greeting" in "contact" of words.en.json?':
      { greeting: '{name} here.' },
    '/pages/service: is an unknown field, got "Repairs". Did you mean "services"?': {
      pages: { service: 'Repairs' }
    },
    '/privacy/added: must be a list, got "x". Write a list.': { privacy: { added: 'x' } },
    '/tagline: is an unknown field, got "Repairs". Delete it: docs/data.md lists the fields of words.en.json.':
      { tagline: 'Repairs' },
    '/contact/greeting: must contain {name}, and no other braces, got "Hello.". Copy the words in braces as they are.':
      { contact: { greeting: 'Hello.' } },
    '/service/description: must contain {service} and {name} and {price}, and no other braces, got "{service}, {nmae}, {price}". Copy the words in braces as they are.':
      { service: { description: '{service}, {nmae}, {price}' } },
    '/pages/about: must not be blank or have braces, got "About {name}"': about('About {name}'),
    '/forAi/useItems/1: must not be blank or have braces, got "At least {years} years."': {
      forAi: { useItems: ['At least a year.', 'At least {years} years.'] }
    },
    [`/pages/about: must have at most 200 characters, got "${'x'.repeat(76)}.... Shorten it.`]: about(
      'x'.repeat(201)
    ),
    '/pages/about: contains HTML, got "<b>". Write plain text.': about('<b>Us</b>'),
    '/pages/about: must be text in quotes, got {"text":"x"}. Write a text in quotes.': about({ text: 'x' }),
    '/pages/about: must be text in quotes, got ["x"]. Write "x", without [ and ].': about(['x'])
  }),
  [{ pages: { about: 'Who we are' }, contact: { greeting: '{name} here.' } }, []],
  [{ privacy: { added: [{ heading: 'Cameras', items: ['There is one at the door.'] }] } }, []],
  [{ home: { lead: 'We mend it.' } }, []],
  [{ labels: { wheels: 'Wheels' }, record: { wheels_built: 'wheels built' } }, []],
  [{ price: { units: { session: '{price} a session' } } }, []]
]

t.test('own words have the keys and placeholders of the English ones', (t) =>
  testMistakes(
    t,
    mistakes.map(
      ([words, ending]): Mistake => [
        { 'words.en': words },
        [ending].flat().map((line) => `words.en.json ${line}`)
      ]
    )
  )
)

t.test('a language without words', async (t) => {
  const welsh = { 'faq#/language': 'cy-GB' }

  t.test('is a problem', async (t) => {
    t.same(await shopProblems(t, welsh), [
      `faq.json /language: is a language for which the interface has no words, got "cy-GB". Copy the English words to words.cy.json and translate them (docs/data.md, Words), or choose one of: ${Object.keys(wordsByLanguage).join(', ')}.`
    ])
  })
  t.test('is a problem with only some words: each missing one is listed', async (t) => {
    const { labels, ...rest } = wordsByLanguage.en ?? {}
    const { city, ...others } = labels ?? {}
    t.same(await shopProblems(t, { ...welsh, 'words.cy': { ...rest, labels: others } }), [
      'words.cy.json /labels/city: is missing, and the software has no words in this language. Translate "City".'
    ])
    t.match(await shopProblems(t, { ...welsh, 'words.cy': {} }), [/words.cy.json \/pages: is missing/])
  })
  t.test('is only a problem of its file if that is not JSON', async (t) => {
    const lines = await shopProblems(t, { ...welsh, 'words.cy': '{' })
    t.equal(lines.length, 1)
    t.match(lines, [/words\.cy\.json:1:2: is not JSON/])
  })
  t.test('is accepted with all words, in one file or in two', async (t) => {
    const en = wordsByLanguage.en
    t.same(await shopProblems(t, { ...welsh, 'words.cy': en }), [])
    t.same(await shopProblems(t, { ...welsh, 'words.cy-GB': en }), [])
    const { labels, ...rest } = en ?? {}
    t.same(await shopProblems(t, { ...welsh, 'words.cy': rest, 'words.cy-GB': { labels } }), [])
  })
})

t.test('sentences that are still in English are one warning for each file of another language', async (t) => {
  const layout = { skip: 'Skip to content', menu: 'Main' }
  const names = { labels: { remote: 'Remotely' }, contact: { whatsapp: 'WhatsApp' } }
  const cases: [edits: Edits, end: RegExp | undefined][] = [
    [{ 'words.cy': { layout, ...names } }, /skip: is still in English, .* Translate it\.$/],
    [{ 'words.cy': { layout, pages: { forAi: 'For AI agents' } } }, / and 1 more text of this file\.$/],
    [{ 'words.en': { layout }, 'words.cy': { layout: { menu: 'Main' } } }, undefined]
  ]
  for (const [edits, end] of cases) {
    const lines = (await warningsOf(shopWith(t, edits))).filter((line) => line.includes('still in English'))
    t.equal(lines.length, end ? 1 : 0)
    if (end) t.match(lines[0], end)
  }
})

t.test('words of a region replace the words of its language', async (t) => {
  const edits = {
    'faq#/language': 'en-GB',
    'words.en': { pages: { about: 'Who we are', faq: 'Q & A' } },
    'words.en-GB': { pages: { about: 'About us' } }
  }
  const { words } = await facts(shopWith(t, edits))
  t.same(words, { pages: { about: 'About us', faq: 'Q & A' } })
})

t.test('a file of words for another language is a warning, and may be incomplete', async (t) => {
  const hint = 'To use it, name it words.en.json.'
  t.same(await warningsOf(shopWith(t, { 'words.de': { pages: { about: 'Wir' } } })), [
    `words.de.json:1:1: is not used, because the language of the site is "en". ${hint}`
  ])
  t.match(await shopProblems(t, { 'words.de': {}, faq: '{' }), [/faq\.json/])
})

t.test('the README names each language of the software', (t) => {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const languages = Object.keys(wordsByLanguage).filter((tag) => !tag.includes('-'))
  const [, listed = ''] = /has its words in ([^.]*)\./.exec(readFileSync('README.md', 'utf8')) ?? []
  t.same(listed.split(/, | and /), languages.map((tag) => names.of(tag)).sort())
  t.end()
})
