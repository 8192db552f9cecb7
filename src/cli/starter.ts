import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { correctCurrency, correctLanguage } from '../business/corrections.ts'
import { isLanguage, languagePattern, primaryLanguage } from '../business/language.ts'
import { currency as currencyPattern } from '../business/schemas/patterns.ts'
import { builtInWords } from '../business/words.ts'
import { type Arguments, UsageError } from './command.ts'

/** The texts of files by their path in the folder. */
type Texts = Record<string, string>

/** Returns the folder of this package: the nearest parent that has the starter, whether the code is compiled or not. */
const findPackage = (folder: string): string =>
  existsSync(join(folder, 'starter')) ? folder : findPackage(dirname(folder))

export const packageFolder = findPackage(import.meta.dirname)

export const examplesFolder = join(packageFolder, 'examples')
const starterFolder = join(packageFolder, 'starter')

const listFolders = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

function checkExample(value: string, choices: string[]): string {
  if (choices.includes(value)) return value
  throw new UsageError(`--example must be one of ${choices.join(', ')}, got "${value}".`)
}

/** Returns the data files of an example, or of a business of which only the name is known. */
export function readData({ example, language, currency, name }: Arguments['values']): Texts {
  if (example !== undefined) {
    const other = Object.entries({ language, currency, name }).find(([, value]) => value !== undefined)
    if (other) throw new UsageError(`--${other[0]} and --example exclude each other: an example has its own.`)
    return readFiles(join(examplesFolder, checkExample(example, listFolders(examplesFolder)), 'data'))
  }
  if (currency !== undefined) checkCurrency(currency)
  if (language !== undefined) checkLanguage(language)
  const primary = primaryLanguage(language ?? 'en')
  const isKnown = builtInWords(primary) !== undefined
  const files = readFiles(join(starterFolder, isKnown ? primary : 'en'))
  const data = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, replaceValues(text, { name, language, currency })])
  )
  return isKnown ? data : { ...data, [wordsToTranslate(primary)]: writeEnglishWords() }
}

/** Returns the path of the file of words that the owner has to translate. */
export const wordsToTranslate = (language: string) => `data/words.${primaryLanguage(language)}.json`

function writeEnglishWords(): string {
  const $schema = '../node_modules/business-facts/data/schema/words.schema.json'
  return `${JSON.stringify({ $schema, ...builtInWords('en') }, null, 2)}\n`
}

/** Returns whether the language has another code now, as that of Hebrew is `he` and no longer `iw`. */
const isReplaced = (tag: string) =>
  primaryLanguage(String(Intl.getCanonicalLocales(tag)[0])) !== primaryLanguage(tag)

function checkLanguage(tag: string) {
  if (languagePattern.test(tag) && isLanguage(tag) && !isReplaced(tag)) return
  const code = correctLanguage(tag)
  const hint = languagePattern.test(code) ? ` Did you mean "${Intl.getCanonicalLocales(code)[0]}"?` : ''
  throw new UsageError(`--language must be a language tag (BCP 47), such as en-GB, got "${tag}".${hint}`)
}

function checkCurrency(text: string) {
  const isCode = (code: string) => new RegExp(currencyPattern.source).test(code)
  if (isCode(text)) return
  const code = correctCurrency(text)
  const hint = isCode(code) ? `Did you mean "${code}"?` : 'Write the three letters of the currency.'
  throw new UsageError(`--currency ${currencyPattern.must}, got "${text}". ${hint}`)
}

/** Returns the data files of a folder, whose schemas are then those of the installed package. */
const readFiles = (folder: string): Texts =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [
      `data/${name}`,
      readFileSync(join(folder, name), 'utf8').replace(
        /("\$schema": ")[^"]*\/([^"/]*")/,
        '$1../node_modules/business-facts/data/schema/$2'
      )
    ])
  )

/** Replaces the values of fields in the text of a data file, so its format stays. */
function replaceValues(text: string, values: Record<string, string | undefined>): string {
  return Object.entries(values).reduce(
    (result, [field, value]) =>
      value === undefined
        ? result
        : result.replace(
            new RegExp(`("${field}": )"[^"]*"`),
            (_, start: string) => start + JSON.stringify(value)
          ),
    text
  )
}

// npm leaves files of these names out of a package, so the starter has them under others.
const names: Record<string, string> = {
  dockerignore: '.dockerignore',
  gitignore: '.gitignore',
  'check.yml': '.github/workflows/check.yml'
}

/** Returns the other files of a folder: how to install, run and check it. */
export function readFolder(title: string, dependency: string): Texts {
  const folder = join(starterFolder, 'folder')
  const files = readdirSync(folder).map((name) => [
    names[name] ?? name,
    readFileSync(join(folder, name), 'utf8').replaceAll('{{title}}', title)
  ])
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const manifest = {
    name: name || 'business',
    private: true,
    scripts: {
      start: 'exec business-facts serve',
      dev: 'exec business-facts dev',
      check: 'business-facts check',
      reload: 'business-facts reload',
      audit: 'business-facts audit'
    },
    dependencies: { 'business-facts': dependency }
  }
  return {
    ...Object.fromEntries(files),
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    // The project is such a folder too, so its own files serve.
    '.env': readFileSync(join(packageFolder, '.env.example'), 'utf8'),
    'compose.yaml': readFileSync(join(packageFolder, 'docker-compose.yml'), 'utf8'),
    'site/.gitkeep': ''
  }
}
