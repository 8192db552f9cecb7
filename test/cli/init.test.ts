import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { loadBusiness } from '../../src/business/loading/load.ts'
import { wordsByLanguage } from '../../src/business/words.ts'
import { addEnvFile } from '../../src/cli/cli.ts'
import { UsageError } from '../../src/cli/command.ts'
import {
  addPackage,
  describeFolder,
  packageFolder,
  readFolder,
  run,
  writeFolder
} from '../../src/cli/init.ts'
import { readConfig } from '../../src/config.ts'
import { words } from '../helper.ts'
import { capture } from '../process.ts'

/** Writes a folder as `init` does, except for the package; returns the folder. */
function init(t: Test, name: string, values: Record<string, string> = {}): string {
  const folder = join(t.testdir(), name)
  const expected = '1.0.0'
  t.equal(
    writeFolder(folder, values, () => '1.0.0'),
    expected
  )
  return folder
}

/** Makes a script of the shell the command npm until the end of the test. */
function replaceNpm(t: Test, script: string) {
  const { PATH } = process.env
  t.teardown(() => Object.assign(process.env, { PATH }))
  const folder = mkdtempSync(join(tmpdir(), 'npm-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  process.env.PATH = `${folder}:${PATH}`
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8')
const readJson = (...path: string[]) => JSON.parse(read(...path))

async function load(folder: string) {
  const loaded = await loadBusiness({
    dataDir: join(folder, 'data'),
    siteDir: join(folder, 'site'),
    baseUrl: 'https://shop.example'
  })
  if ('problems' in loaded) throw new Error(loaded.problems.join('\n'))
  return loaded
}

t.test('init', async (t) => {
  t.test('writes a folder that passes the check and states nothing but the name', async (t) => {
    const folder = init(t, 'My Shop')
    const business = await load(folder)
    t.match(business, { business: { profile: { name: 'My Shop' }, faq: { language: 'en' } } })
    t.same(business.warnings, [])
    t.match(business, { business: { catalog: { services: [] }, pricing: { packages: [], currency: 'USD' } } })
    t.same(readJson(folder, 'data/site.json').legal, { privacy: false, accessibility: false })
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const others = '.env .gitignore .dockerignore .github/workflows/check.yml .github/dependabot.yml'
    for (const file of words(others)) t.ok(files.includes(file), file)
    t.match(read(folder, 'README.md'), /^# My Shop\n/)
    t.notMatch(read(folder, 'README.md'), '{{')
  })

  t.test('depends on the package that ran, which it packs into a folder of any name', async (t) => {
    const folder = join(t.testdir(), "Mum's shop")
    const { version } = readJson('package.json')
    const archive = `business-facts-${version}.tgz`
    // In place of npm, which takes three seconds of CPU time for this package.
    replaceNpm(t, `cp package.json "$4/${archive}" && echo ${archive}`)
    const init = () => run({ switches: new Set(), values: {}, operand: folder })
    const { stdout } = await capture(t, init)
    t.match(stdout, `cd '${folder.replace("'", "'\\''")}'\n  npm install\n  npm start\n`)
    const { name, dependencies, scripts } = readJson(folder, 'package.json')
    t.equal(name, 'mum-s-shop')
    t.same(dependencies, { 'business-facts': `file:${archive}` })
    t.ok(existsSync(join(folder, archive)))
    t.match(scripts, { start: 'exec business-facts serve', check: 'business-facts check' })
  })

  t.test('has scripts that run in Windows if it was made there', async (t) => {
    const scriptsIn = (platform: NodeJS.Platform) =>
      JSON.parse(String(readFolder('a', '1', { ...process, platform })['package.json'])).scripts
    t.match(scriptsIn('win32'), { start: /^business-facts serve$/, dev: /^business-facts dev$/ })
    t.match(scriptsIn('linux'), { start: /^exec business-facts serve$/, dev: /^exec business-facts dev$/ })
    t.match(String(readFolder('a', '1')['README.md']), /^In Windows, delete `exec `.*$/m)
  })

  t.test('prints a command that enters a folder of any name, and what to change in it', async (t) => {
    const describe = (name: string, values = {}) => describeFolder(name, values, '1.0.0')
    const names = { 'a/b': 'a/b', 'my shop': "'my shop'", "joe's": "'joe'\\''s'", '-shop': './-shop' }
    for (const [name, argument] of Object.entries(names)) t.match(describe(name), `\n  cd ${argument}\n`)
    const rename =
      '\nThe business is called "dépôt", as its folder: change "name" in data/profile.json, or give --name to init.\n'
    t.match(describe('a/dépôt'), rename)
    for (const values of [{ name: 'Dépôt' }, { example: 'dental-clinic' }])
      t.notMatch(describe('a/dépôt', values), 'is called')
    const translate =
      '\nThe software has no words in "sv": translate those in data/words.sv.json, and "model" in data/pricing.json.\n'
    t.match(describe('butik', { language: 'sv' }), translate)
    const publish =
      'To publish the site, follow "Publish" in node_modules/business-facts/docs/export.md.\nIts README.md explains'
    t.match(describe('shop', { host: 'github-pages' }), publish)
  })

  t.test('takes a name, a language and a currency', async (t) => {
    const folder = init(t, 'shop', { name: 'קפה "לוצ׳יה" $1', language: 'he', currency: 'EUR' })
    t.match(await load(folder), {
      business: {
        profile: { name: 'קפה "לוצ׳יה" $1' },
        faq: { language: 'he' },
        pricing: { currency: 'EUR' }
      }
    })
    t.equal(readJson(folder, 'package.json').name, 'business')
    t.equal(readJson(init(t, 'Clinique Vétérinaire'), 'package.json').name, 'clinique-veterinaire')
  })

  t.test('writes the currency of the country that the language is for', async (t) => {
    const currencies = words('en-GB:GBP fr:EUR fr-CH:CHF he:ILS pt:BRL eo:USD tlh:USD')
    for (const [language = '', currency] of currencies.map((pair) => pair.split(':')))
      t.equal(readJson(init(t, language, { language }), 'data/pricing.json').currency, currency, language)
  })

  t.test('writes the English words for a language without words, which the check then reports', async (t) => {
    const folder = init(t, 'siop', { language: 'cy-GB', currency: 'EUR' })
    t.match(await load(folder), {
      business: { faq: { language: 'cy-GB' }, pricing: { currency: 'EUR' } },
      warnings: [
        /pricing\.json:\d+:\d+ \/model: is still in English, got "We tell you the price when you ask\."\. Write how you charge\.$/,
        /words\.cy\.json:\d+:\d+ \/pages\/about: is still in English, got "About us"\. Translate it, and \d+ more texts of this file\.$/
      ]
    })
    t.match(readJson(folder, 'data/words.cy.json'), { $schema: /words\.schema\.json$/ })
  })

  t.test('begins in each language that has words', async (t) => {
    for (const language of Object.keys(wordsByLanguage)) {
      const folder = init(t, language, { language })
      const { business, warnings } = await load(folder)
      t.equal(business.faq.language, language)
      t.same(warnings, [], language)
    }
  })

  t.test('begins with an example, with its files', async (t) => {
    for (const example of readdirSync('examples').filter(
      (name) => !name.includes('.') && name !== 'LICENSE'
    )) {
      const folder = init(t, example, { example })
      t.same((await load(folder)).warnings, [])
      const files = readdirSync(join('examples', example, 'site'), { recursive: true })
      t.same(readdirSync(join(folder, 'site'), { recursive: true }).sort(), [...files, '.gitkeep'].sort())
    }
  })

  t.test('names schemas that exist in the installed package', async (t) => {
    for (const values of [{}, { example: 'dental-clinic' }]) {
      const folder = init(t, Object.keys(values).join() || 'plain', values)
      const installed = join(folder, 'node_modules/business-facts')
      mkdirSync(installed, { recursive: true })
      cpSync('data/schema', join(installed, 'data/schema'), { recursive: true })
      for (const file of readdirSync(join(folder, 'data'))) {
        t.match(readJson(folder, 'data', readJson(folder, 'data', file).$schema), { type: 'object' })
      }
    }
  })

  t.test('writes the workflows of a host, in UTC until the time zone is known', async (t) => {
    const folder = init(t, 'shop', { host: 'github-pages' })
    t.ok(existsSync(join(folder, '.github/workflows/publish.yml')))
    t.match(parse(read(folder, '.github/workflows/daily.yml')).on, { schedule: [{ timezone: 'Etc/UTC' }] })
    t.notOk(existsSync(join(init(t, 'plain'), '.github/workflows/publish.yml')))
  })

  t.test('names a worker after the business, or else after its folder', async (t) => {
    const nameOf = (folder: string, name: string) => {
      const text = read(init(t, folder, { host: 'cloudflare', name }), 'wrangler.jsonc')
      return /"name": "(.*)"/.exec(text)?.[1]
    }
    t.equal(nameOf('shop', "Mum's Café $& 'Lucía'"), 'mum-s-cafe-lucia')
    t.equal(nameOf('café-lucia', 'קפה'), 'cafe-lucia')
    t.equal(nameOf('קפה', 'קפה'), 'business')
    t.equal(nameOf('long', `${'a'.repeat(62)} b`), 'a'.repeat(62))
  })

  t.test('writes settings whose public URL follows the port, until the owner sets one', async (t) => {
    const file = join(init(t, 'shop'), '.env')
    const baseUrlOf = (environment: Record<string, string>) => {
      addEnvFile(environment, file)
      return readConfig(environment).baseUrl
    }
    t.equal(baseUrlOf({}), 'http://localhost:3000')
    t.equal(baseUrlOf({ PORT: '8080' }), 'http://localhost:8080')
    writeFileSync(file, `${read(file)}BASE_URL=https://shop.example\n`)
    t.equal(baseUrlOf({ PORT: '8080' }), 'https://shop.example')
  })

  t.test('overwrites nothing', async (t) => {
    const folder = t.testdir({ 'notes.txt': 'mine' })
    await t.rejects(run({ switches: new Set(), values: {}, operand: folder }), {
      message: `${folder}: the folder is not empty. Choose a new one, because init overwrites nothing.`
    })
    t.same(readdirSync(folder), ['notes.txt'])
  })

  t.test('leaves nothing in a folder that it cannot write, and one line has the reason', async (t) => {
    const root = t.testdir({ 'notes.txt': 'mine' })
    const attempt = (operand: string) => run({ switches: new Set(), values: {}, operand })
    const advice = 'Choose a folder in which you may write, on a disk with room, and try again.'
    for (const file of [join(root, 'notes.txt'), join(root, 'notes.txt/shop')])
      await t.rejects(attempt(file), { message: `${file}: cannot be written (ENOTDIR). ${advice}` })
    replaceNpm(t, 'echo part > "$4/part.tgz"; echo "npm error code ENOSPC" >&2; exit 1')
    const folder = join(root, 'shop')
    await t.rejects(attempt(folder), { message: `${folder}: cannot be written (ENOSPC). ${advice}` })
    t.same(readdirSync(folder), [])
    replaceNpm(
      t,
      'printf "npm error code EACCES\nnpm error path /.npm/_cacache\nIts files are of root" >&2; exit 1'
    )
    await t.rejects(attempt(folder), { message: /^Command failed: npm pack .*Its files are of root$/s })
    replaceNpm(t, 'printf "npm error code EACCES\nnpm error path $4-cache" >&2; exit 1')
    await t.rejects(attempt(folder), { message: /^Command failed: npm pack .*-cache$/s })
    t.same(readdirSync(folder), [])
  })

  t.test('writes nothing for a mistake in its options, and suggests a correction', async (t) => {
    const folder = join(t.testdir(), 'shop')
    const tag = '--language must be a language tag (BCP 47), such as en-GB, got'
    const code = '--currency must be an ISO 4217 currency code, such as ILS, got'
    const letters = 'Write the three letters of the currency, such as GBP, EUR, ILS or USD.'
    const examples = 'bicycle-workshop, dental-clinic, piano-tuner'
    const cases: [Record<string, string>, string][] = [
      [{ example: 'bakery' }, `--example must be one of ${examples}, got "bakery".`],
      [{ language: 'en_GB' }, `${tag} "en_GB". Did you mean "en-GB"?`],
      [{ language: 'German' }, `${tag} "German". Did you mean "de"?`],
      [{ language: 'iw' }, `${tag} "iw". Did you mean "he"?`],
      [{ language: '?' }, `${tag} "?". Write the code of the language, such as "en" for English.`],
      [{ name: '<b>Shop</b>' }, '--name contains HTML, got "<b>Shop</b>". Write plain text.'],
      [{ name: ' ' }, '--name must not be blank, got " ". Write plain text.'],
      [{ currency: 'euro' }, `${code} "euro". Did you mean "EUR"?`],
      [
        { name: 'é'.repeat(201) },
        `--name must have at most 200 characters, got "${'é'.repeat(76)}.... Shorten it.`
      ],
      [{ currency: 'BTC' }, `${code} "BTC". ${letters}`],
      [{ currency: 'money' }, `${code} "money". ${letters}`],
      [{ host: 'netlify' }, '--host must be one of cloudflare, github-pages, got "netlify".'],
      [
        { example: 'piano-tuner', currency: 'EUR' },
        '--currency and --example exclude each other: an example has its own.'
      ]
    ]
    for (const [values, message] of cases) {
      await t.rejects(run({ switches: new Set(), values, operand: folder }), new UsageError(message))
    }
    await t.rejects(run({ switches: new Set(), values: {}, operand: undefined }), {
      message: /^The folder is missing/
    })
    t.notOk(existsSync(folder))
  })
})

t.test('the dependency of a new folder', async (t) => {
  const { version } = readJson('package.json')
  /** Returns the dependency for a package that npm installed from an origin. */
  const dependencyOn = (t: Test, resolved: string | undefined) => {
    const root = t.testdir({ shop: {}, 'p-1.0.0.tgz': 'archive' })
    const installed = join(root, 'installed/node_modules/business-facts')
    mkdirSync(installed, { recursive: true })
    writeFileSync(join(installed, 'package.json'), '{"name":"business-facts","version":"1.0.0"}')
    const packages = { 'node_modules/business-facts': { version: '1.0.0', resolved } }
    writeFileSync(join(installed, '../.package-lock.json'), JSON.stringify({ packages }))
    const folder = join(root, 'shop')
    return { dependency: () => addPackage(folder, installed), folder, root }
  }

  t.test('is the version of a package of a registry', async (t) => {
    const url = `https://registry.example/business-facts/-/business-facts-${version}.tgz`
    for (const resolved of [url, undefined]) t.equal(dependencyOn(t, resolved).dependency(), version)
  })

  t.test('is the git URL with the commit, or the URL of the tarball', async (t) => {
    for (const resolved of ['git+ssh://git@host.example/a/b.git#0123', 'https://host.example/b.tgz']) {
      t.equal(dependencyOn(t, resolved).dependency(), resolved)
    }
  })

  t.test('is a copy of the file, or the package packed again if the file is missing', async (t) => {
    const { dependency, folder, root } = dependencyOn(t, 'file:../p-1.0.0.tgz')
    t.equal(dependency(), 'file:p-1.0.0.tgz')
    t.equal(readFileSync(join(folder, 'p-1.0.0.tgz'), 'utf8'), 'archive')
    rmSync(join(root, 'p-1.0.0.tgz'))
    t.equal(dependency(), 'file:business-facts-1.0.0.tgz')
    t.ok(existsSync(join(folder, 'business-facts-1.0.0.tgz')))
  })

  t.test('needs npm to be packed, and one line says so', async (t) => {
    const { folder, root } = dependencyOn(t, undefined)
    replaceNpm(t, 'exit 1')
    t.throws(() => addPackage(folder, join(root, 'none')), { message: /^Command failed: npm pack/ })
    process.env.PATH = root
    t.throws(() => addPackage(folder, join(root, 'none')), {
      message: 'npm: the command is missing. Install npm, which is part of Node.js, and try again.'
    })
  })
})

t.test('the starter', async (t) => {
  t.test('is part of the package, with the schemas and the examples', async (t) => {
    t.equal(basename(packageFolder), basename(process.cwd()))
    const { files } = readJson('package.json')
    for (const name of ['starter', 'examples', 'data/schema', '.env.example', 'docker-compose.yml'])
      t.ok(files.includes(name), name)
  })

  t.test('runs the container within the limits of the project', async (t) => {
    const folder = init(t, 'shop')
    t.equal(read(folder, 'compose.yaml'), read('docker-compose.yml'))
    const { scripts }: { scripts: { start: string } } = readJson('package.json')
    const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'))
    t.same(read(folder, 'Dockerfile').match(/(?<=^CMD .*")--[^"]*/gm), [
      '--disable-sigusr1',
      ...flags,
      '--max-old-space-size=80'
    ])
    for (const flag of flags) t.match(read('docs/commands.md'), flag)
  })
})
