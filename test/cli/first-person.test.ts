import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { entriesOf, fieldOf } from '../../src/base/json-value.ts'
import { checkSchemas } from '../../src/business/checks/check-schema.ts'
import { loadBusiness } from '../../src/business/loading/load.ts'
import { WordsFile, wordsByLanguage } from '../../src/business/words.ts'
import { run } from '../../src/cli/first-person.ts'
import { packageFolder, writeFolder } from '../../src/cli/init.ts'
import { readConfig } from '../../src/config.ts'

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'))

/** Returns the folder of a business that `init` wrote, and a function that runs the command in it and returns its output. */
function init(t: Test, language: string) {
  const folder = join(t.testdir(), 'shop')
  writeFolder(folder, { language }, () => '1.0.0')
  const config = { ...readConfig({}), dataDir: join(folder, 'data'), siteDir: join(folder, 'site') }
  const runCommand = async () => {
    const calls = t.capture(process.stdout, 'write')
    const errors = t.capture(process.stderr, 'write')
    await run(config).finally(calls.restore).finally(errors.restore)
    return [...calls(), ...errors()].map(({ args }) => String(args[0])).join('')
  }
  return { config, run: runCommand }
}

/** Returns the paths of the texts of a file of words that are the same in the built-in words. */
const findSame = (words: unknown, builtIn: unknown, path = ''): string[] =>
  typeof words === 'string'
    ? words === builtIn
      ? [path]
      : []
    : entriesOf(words).flatMap(([key, part]) => findSame(part, fieldOf(builtIn, key), `${path}/${key}`))

t.test('first-person', async (t) => {
  t.test('writes words with which the site says "I" instead of "we"', async (t) => {
    const { config, run } = init(t, 'en-GB')
    const file = join(config.dataDir, 'words.en.json')
    t.equal(await run(), `Created ${file}, with which the site says "I" instead of "we". Change any word.\n`)
    const words = { pages: { about: 'About me' }, home: { services: 'What I do' } }
    t.match(await loadBusiness({ ...config, baseUrl: 'https://shop.example' }), { business: { words } })
    t.notMatch(readFileSync(file, 'utf8'), /\b(?:we|us|our)\b/i)
  })

  t.test('overwrites nothing', async (t) => {
    const { config, run } = init(t, 'fr')
    const file = join(config.dataDir, 'words.fr.json')
    writeFileSync(file, '{"pages":{"home":"Début"}}')
    await t.rejects(run(), { message: new RegExp(`^${file}: exists, and first-person overwrites nothing`) })
    t.same(readJson(file), { pages: { home: 'Début' } })
  })

  t.test('names a language without such words, after the warnings of the check', async (t) => {
    const { config, run } = init(t, 'cy')
    await t.rejects(run(), {
      message: 'The package has no words in the first person in "cy". Write words.cy.json.'
    })
    t.match(readJson(config.dataDir, 'words.cy.json').pages.about, 'About us')
  })

  const languages = Object.keys(wordsByLanguage)

  t.test('has a file for each language of the software', async (t) => {
    const files = readdirSync(join(packageFolder, 'starter/first-person'))
    t.same(files.sort(), languages.map((language) => `${language}.json`).sort())
  })

  for (const language of languages) {
    t.test(
      `has words in ${language} that the check accepts, and that are not the built-in ones`,
      async (t) => {
        const { $schema, ...words } = readJson(packageFolder, `starter/first-person/${language}.json`)
        t.match($schema, 'words.schema.json')
        t.same(await checkSchemas([{ name: 'words', schema: WordsFile, value: words }]), [])
        t.same(findSame(words, wordsByLanguage[language]?.()), [])
      }
    )
  }
})
