import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import countryToCurrency from 'country-to-currency'
import { hintFor } from '../advice/advice.ts'
import { checkText } from '../base/check-text.ts'
import { currency as currencyPattern } from '../base/json-schema.ts'
import { codeOf, fieldOf, parseIfJson, readText } from '../base/json-value.ts'
import { isLanguage, isReplaced, languagePattern, likelyCountry, primaryLanguage } from '../base/language.ts'
import { show } from '../base/problem.ts'
import { toSlug } from '../base/text.ts'
import { readBusiness } from '../business/loading/load.ts'
import { Profile } from '../business/schemas/profile.ts'
import { builtInWords } from '../business/words.ts'
import type { Config } from '../config.ts'
import { version } from '../version.ts'
import { type Arguments, UsageError, warn } from './command.ts'

export async function run({ operand, values }: Arguments) {
  const folder = resolve(operand)
  const dependency = writeFolder(folder, values)
  process.stdout.write(describeFolder(operand, values, dependency))
}

function describeFolder(folder: string, values: Arguments['values'], dependency: string): string {
  const { language, name, example, host } = values
  const naming =
    (name ?? example) === undefined
      ? `The business is called "${basename(resolve(folder))}", as its folder: change "name" in data/profile.json, or give --name to init.\n`
      : ''
  const translate =
    language === undefined || builtInWords(language)
      ? ''
      : `The software has no words in "${language}": translate those in ${wordsToTranslate(language)}, and "model" in data/pricing.json.\n`
  return (
    `Created ${folder}, which depends on business-facts ${dependency}. Start it:\n\n` +
    `  cd ${quote(folder.replace(/^-/, './-'))}\n  npm install\n  npm start\n\n${naming}${translate}` +
    `${host === undefined ? '' : publishing}Its README.md explains the rest.\n`
  )
}

const publishing = 'To publish the site, follow "Publish" in node_modules/business-facts/docs/export.md.\n'

const quote = (path: string) =>
  /^[\p{L}\p{N}_./-]+$/u.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`

function checkName(name: string): void {
  const [problem] = checkText(name)
  const message = name.trim() === '' ? 'must not be blank' : problem?.message
  if (message !== undefined) throw new UsageError(`--name ${message}, got ${show(name)}. Write plain text.`)
  const { maxLength = Infinity } = Profile.properties.name
  if ([...name].length > maxLength)
    throw new UsageError(`--name must have at most ${maxLength} characters, got ${show(name)}. Shorten it.`)
}

/** Throws without a change if a value is invalid or the folder is not empty. Returns the dependency on this package. */
function writeFolder(folder: string, values: Arguments['values']): string {
  const title = values.name ?? basename(folder)
  checkName(title)
  const data = readData(values.example === undefined ? { ...values, name: title } : values)
  const profile = JSON.parse(String(data['data/profile.json']))
  const publication =
    values.host === undefined ? {} : readHost(checkHost('--host', values.host), profile, folder)
  return writeTo(folder, () => {
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      throw new Error(
        `${folder}: the folder is not empty. Choose a new one, because init overwrites nothing.`
      )
    }
    mkdirSync(folder, { recursive: true })
    try {
      const dependency = addPackage(folder)
      writeTexts(folder, { ...data, ...readFolder(title, dependency), ...publication })
      if (values.example !== undefined) {
        cpSync(join(examplesFolder, values.example, 'site'), join(folder, 'site'), { recursive: true })
      }
      return dependency
    } catch (error) {
      // The folder was empty, and is empty again for the next attempt.
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
      throw error
    }
  })
}

const writeFailures = ['EACCES', 'EDQUOT', 'EEXIST', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS']

/** Calls a function that writes to a folder. Throws one line that names the folder if it cannot be written. */
function writeTo<T>(folder: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    const code = String(codeOf(error))
    if (!writeFailures.includes(code)) throw error
    throw new Error(
      `${folder}: cannot be written (${code}). Choose a folder in which you may write, on a disk with room, and try again.`
    )
  }
}

type Texts = Record<string, string>

function writeTexts(folder: string, texts: Texts): void {
  for (const [path, text] of Object.entries(texts)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

// The nearest parent that has the schemas, as the image has too, whether the code is compiled or not.
const findPackage = (folder: string): string =>
  existsSync(join(folder, 'data/schema')) ? folder : findPackage(dirname(folder))

export const packageFolder = findPackage(import.meta.dirname)

const examplesFolder = join(packageFolder, 'examples')
const starterFolder = join(packageFolder, 'starter')

const listFolders = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

function checkChoice(option: string, value: string, choices: string[]): string {
  if (choices.includes(value)) return value
  throw new UsageError(`${option} must be one of ${choices.join(', ')}, got "${value}".`)
}

function readData({ example, language, currency, name }: Arguments['values']): Texts {
  if (example !== undefined) {
    const other = Object.entries({ language, currency, name }).find(([, value]) => value !== undefined)
    if (other) throw new UsageError(`--${other[0]} and --example exclude each other: an example has its own.`)
    checkChoice('--example', example, listFolders(examplesFolder))
    return readDataFiles(join(examplesFolder, example, 'data'))
  }
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency))
    reject('--currency', 'an ISO 4217 currency code, such as ILS', currencyPattern, currency)
  const isTag = (tag: string) => languagePattern.test(tag) && isLanguage(tag) && !isReplaced(tag)
  if (language !== undefined && !isTag(language))
    reject('--language', 'a language tag (BCP 47), such as en-GB', languagePattern.source, language)
  const primary = primaryLanguage(language ?? 'en')
  const isKnown = builtInWords(primary) !== undefined
  const currencies = new Map(Object.entries(countryToCurrency))
  const usual = currencies.get(likelyCountry(language ?? 'en') ?? '')
  const values = { name, language, currency: currency ?? usual }
  const data = readDataFiles(join(starterFolder, isKnown ? primary : 'en'), values)
  return isKnown ? data : { ...data, [wordsToTranslate(primary)]: writeEnglishWords() }
}

const wordsToTranslate = (language: string) => `data/words.${primaryLanguage(language)}.json`

function writeEnglishWords(): string {
  const $schema = '../node_modules/business-facts/data/schema/words.schema.json'
  return `${JSON.stringify({ $schema, ...builtInWords('en') }, null, 2)}\n`
}

function reject(option: string, must: string, pattern: string, value: string): never {
  throw new UsageError(`${option} must be ${must}, got "${value}". ${hintFor(pattern, value)}`)
}

const readTexts = (folder: string, pathOf: (name: string) => string, fill: (text: string) => string): Texts =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [pathOf(name), fill(readFileSync(join(folder, name), 'utf8'))])
  )

/** Reads the data files of a folder, with the schemas of the installed package, and with these values of fields. */
function readDataFiles(folder: string, values: Record<string, string | undefined> = {}): Texts {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  // In the text, so its format stays.
  const fill = (text: string) =>
    given.reduce(
      (filled, [field, value]) =>
        filled.replace(new RegExp(`("${field}": )"[^"]*"`), (_, start) => start + JSON.stringify(value)),
      text.replace(/("\$schema": ")[^"]*\/([^"/]*")/, '$1../node_modules/business-facts/data/schema/$2')
    )
  return readTexts(folder, (name) => `data/${name}`, fill)
}

// npm leaves files of some of these names out of a package, so the starter has them under others.
const names: Record<string, string> = {
  dockerignore: '.dockerignore',
  gitignore: '.gitignore',
  'check.yml': '.github/workflows/check.yml',
  'daily.yml': '.github/workflows/daily.yml',
  'dependabot.yml': '.github/dependabot.yml',
  'publish.yml': '.github/workflows/publish.yml'
}

const readStarter = (folder: string, words: Record<string, string>): Texts =>
  readTexts(
    join(starterFolder, folder),
    (name) => names[name] ?? name,
    (text) =>
      Object.entries(words).reduce((all, [word, value]) => all.replaceAll(`{{${word}}}`, () => value), text)
  )

const checkHost = (option: string, host: string): string =>
  checkChoice(option, host, listFolders(join(starterFolder, 'hosts')))

function readHost(
  host: string,
  { name, timezone = 'Etc/UTC' }: { name: string; timezone?: string | undefined },
  folder: string
): Texts {
  const [slug = 'business'] = [name, basename(folder)].map(toSlug).filter(Boolean)
  // A worker's name is part of its URL, so it is a label of DNS.
  return readStarter(`hosts/${host}`, { slug: slug.slice(0, 63).replace(/-$/, ''), timezone })
}

function readFolder(title: string, dependency: string): Texts {
  // npm runs scripts with a shell that gets no signals, but in Windows it has no exec.
  const exec = process.platform === 'win32' ? '' : 'exec '
  const manifest = {
    name: toSlug(title) || 'business',
    private: true,
    scripts: {
      start: `${exec}business-facts serve`,
      dev: `${exec}business-facts dev`,
      check: 'business-facts check',
      reload: 'business-facts reload',
      audit: 'business-facts audit'
    },
    dependencies: { 'business-facts': dependency },
    // They apply only in the package.json of the folder itself.
    overrides: JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).overrides
  }
  return {
    ...readStarter('folder', { title }),
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    // The project is such a folder too, so its own files serve.
    '.env': readFileSync(join(packageFolder, '.env.example'), 'utf8'),
    'compose.yaml': readFileSync(join(packageFolder, 'docker-compose.yml'), 'utf8'),
    'site/.gitkeep': ''
  }
}

/** Returns the version or the URL of the package that runs, or its file, which is copied or packed into the folder. */
export function addPackage(folder: string, source = packageFolder): string {
  const record = join(source, '../.package-lock.json')
  const installed = existsSync(record)
    ? fieldOf(JSON.parse(readFileSync(record, 'utf8')), 'packages', 'node_modules/business-facts')
    : undefined
  if (installed === undefined) return pack(folder, source)
  const resolved = readText(installed, 'resolved')
  // npm omits the URL of its registry if omit-lockfile-registry-resolved is set.
  if (resolved === '' || /\/business-facts\/-\/business-facts-[^/]+\.tgz$/.test(resolved)) return version
  if (!resolved.startsWith('file:')) return resolved
  const file = resolve(source, '../..', resolved.slice('file:'.length))
  if (!existsSync(file)) return pack(folder, source)
  copyFileSync(file, join(folder, basename(file)))
  return `file:${basename(file)}`
}

function pack(folder: string, source: string): string {
  const options = ['--pack-destination', folder, '--ignore-scripts', '--loglevel=error']
  // In Windows, npm is a script of the shell.
  const shell = process.platform === 'win32'
  const args = ['pack', source, ...options].map((arg) => (shell ? `"${arg}"` : arg))
  try {
    const output = execFileSync('npm', args, { encoding: 'utf8', stdio: 'pipe', shell })
    return `file:${output.trim()}`
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      throw new Error('npm: the command is missing. Install npm, which is part of Node.js, and try again.')
    const read = (name: string) =>
      new RegExp(`^npm (?:error|ERR!) ${name} (.+)`, 'm').exec(String(fieldOf(error, 'stderr')))?.[1]
    // Of another path, such as the cache of npm, the message of npm has the reason.
    const isOfFolder = !/^\.\.(?![^\\/])/.test(relative(folder, read('path') ?? folder))
    const code = isOfFolder ? read('code') : undefined
    throw Object.assign(new Error(String(fieldOf(error, 'message'))), { code })
  }
}

/** Adds the files with which GitHub publishes this folder on a host. Rejects, without a change, if a file exists or the data has problems. */
export async function addHost(config: Config, { operand }: Arguments): Promise<void> {
  const host = checkHost('The host', operand)
  checkDependency()
  const { profile } = await readBusiness(config, warn)
  const folder = resolve('.')
  const texts = readHost(host, profile, folder)
  const existing = Object.keys(texts).filter((file) => existsSync(file))
  if (existing.length > 0)
    throw new Error(
      `${existing.join(', ')}: exists, and add-host overwrites nothing. Move or delete it, and try again.`
    )
  writeTo(folder, () => writeTexts(folder, texts))
  process.stdout.write(`Created ${Object.keys(texts).join(', ')}. ${publishing}`)
}

function checkDependency(): void {
  const manifest = existsSync('package.json') ? parseIfJson(readFileSync('package.json', 'utf8')) : undefined
  const dependency = readText(manifest, 'dependencies', 'business-facts')
  const [, path] = /^file:(.*)/.exec(dependency) ?? []
  const isElsewhere = path !== undefined && (/^(?:\/|\.\.\/)/.test(path) || !existsSync(path))
  if (dependency === '' || isElsewhere)
    throw new Error(
      `package.json: must depend on business-facts as a version, a URL or a file in this folder, because GitHub installs it, got ${show(dependency)}. Put the tarball into the folder, and run npm install ./business-facts-1.0.0.tgz`
    )
}
