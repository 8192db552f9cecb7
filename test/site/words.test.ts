import { readdir } from 'node:fs/promises'
import { Ajv } from 'ajv'
import { t } from 'tap'
import { fill, wordsByLanguage, wordsFor, wordsSchema } from '../../src/site/words.ts'

const isValid = new Ajv().compile(wordsSchema())

t.test('the words of the interface', async (t) => {
  const { en } = wordsByLanguage

  for (const [language, words] of Object.entries(wordsByLanguage)) {
    t.test(`in ${language} have the keys, list lengths and placeholders of the English ones`, async (t) => {
      t.ok(isValid(words), JSON.stringify(isValid.errors))
    })
  }

  t.test('are registered for each file in src/site/words', async (t) => {
    const files = Object.keys(wordsByLanguage).map((language) => `${language}.json`)
    t.strictSame((await readdir('src/site/words')).sort(), files.sort())
  })

  t.test('are English for a language without a file', async (t) => {
    t.equal(wordsFor('qaa-CA'), en)
    t.equal(wordsFor('he-IL'), wordsByLanguage.he)
  })
})

t.test('the schema of words', async (t) => {
  const isGreeting = new Ajv().compile(
    wordsSchema({ greeting: 'Hello, {name}!', parts: ['from {low}', 'to {high}'] })
  )
  const parts = ['ab {low}', 'bis {high}']

  t.test('accepts a translation with its placeholders in any place', async (t) => {
    t.ok(isGreeting({ greeting: '{name}, {name}!', parts }))
  })

  t.test(
    'rejects a translation without a placeholder, with another one, or with another shape',
    async (t) => {
      for (const greeting of ['Hallo!', 'Hallo, {nmae}!', '{name} {', '', 3, undefined]) {
        t.notOk(isGreeting({ greeting, parts }), String(greeting))
      }
      t.notOk(isGreeting({ greeting: '{name}', parts: parts.slice(1) }), 'a shorter list')
      t.notOk(isGreeting({ greeting: '{name}', parts, more: 'x' }), 'an unknown key')
    }
  )
})

t.test('a message is filled with its values as they are', async (t) => {
  t.equal(fill('{a} and {b}, {a}', { a: '$&', b: '{a}' }), '$& and {a}, $&')
  t.throws(() => fill('of {name}', {}), { message: 'no value for {name} in "of {name}"' })
})
