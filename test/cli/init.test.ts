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
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { loadBusiness } from '../../src/business/loading/load.ts'
import { wordsByLanguage } from '../../src/business/words.ts'
import { addPackage } from '../../src/cli/init.ts'
import { words } from '../helper.ts'
import { runHere } from '../process.ts'

/** Makes a script of the shell the command npm until the end of the test. */
function replaceNpm(t: Test, script: string) {
  const { PATH } = process.env
  t.teardown(() => Object.assign(process.env, { PATH }))
  const folder = mkdtempSync(join(tmpdir(), 'npm-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  process.env.PATH = `${folder}:${PATH}`
}

const archive = 'business-facts-1.0.0.tgz'
// In place of npm, which takes three seconds of CPU time to pack this package.
replaceNpm(t, `echo x > "$4/${archive}" && echo ${archive}`)

/** Runs `init` for a new folder with these options; returns the folder. */
async function init(t: Test, name: string, values: Record<string, string> = {}): Promise<string> {
  const folder = join(t.testdir(), name)
  const options = Object.entries(values).map(([option, value]) => `--${option}=${value}`)
  t.match(await runHere(t, ['init', folder, ...options]), { code: undefined, stderr: '' })
  return folder
}

/** Runs a command in a folder. */
async function runIn(t: Test, folder: string, args: string[], settings = {}) {
  const before = process.cwd()
  process.chdir(folder)
  const result = await runHere(t, args, settings)
  process.chdir(before)
  return result
}

const addHost = (t: Test, folder: string, ...operand: string[]) => runIn(t, folder, ['add-host', ...operand])

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
    const folder = await init(t, 'My Shop')
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

  t.test('depends on the package that ran, which it packs into the folder', async (t) => {
    const folder = await init(t, "Mum's shop")
    const { name, dependencies, scripts } = readJson(folder, 'package.json')
    t.equal(name, 'mum-s-shop')
    t.same(dependencies, { 'business-facts': `file:${archive}` })
    t.ok(existsSync(join(folder, archive)))
    t.match(scripts, { start: 'exec business-facts serve', check: 'business-facts check' })
  })

  t.test('packs in Windows too, and writes scripts that run there', async (t) => {
    t.intercept(process, 'platform', { value: 'win32' })
    const folder = join(t.testdir(), 'my shop')
    t.match(await runHere(t, ['init', folder], { comspec: '/bin/sh' }), { code: undefined, stderr: '' })
    const { scripts } = readJson(folder, 'package.json')
    t.match(scripts, { start: /^business-facts serve$/, dev: /^business-facts dev$/ })
    t.match(read(folder, 'README.md'), /^In Windows, delete `exec `.*$/m)
  })

  t.test('prints a command that enters a folder of any name, and what to change in it', async (t) => {
    const root = t.testdir()
    const describe = async (name: string, ...options: string[]) =>
      (await runIn(t, root, ['init', ...options, '--', name])).stdout
    const names = { 'a/b': 'a/b', 'my shop': "'my shop'", "joe's": "'joe'\\''s'", '-shop': './-shop' }
    for (const [name, argument] of Object.entries(names))
      t.match(await describe(name), `\n  cd ${argument}\n  npm install\n  npm start\n`)
    const rename =
      '\nThe business is called "dépôt", as its folder: change "name" in data/profile.json, or give --name to init.\n'
    t.match(await describe('c/dépôt'), rename)
    t.notMatch(await describe('d/dépôt', '--name=Dépôt'), 'is called')
    t.notMatch(await describe('e/dépôt', '--example=dental-clinic'), 'is called')
    const translate =
      '\nThe software has no words in "sv": translate those in data/words.sv.json, and "model" in data/pricing.json.\n'
    t.match(await describe('butik', '--language=sv'), translate)
    const publish =
      'To publish the site, follow "Publish" in node_modules/business-facts/docs/export.md.\nIts README.md explains'
    t.match(await describe('shop', '--host=github-pages'), publish)
  })

  t.test('takes a name, a language and a currency', async (t) => {
    const folder = await init(t, 'shop', { name: 'קפה "לוצ׳יה" $1', language: 'he', currency: 'EUR' })
    t.match(await load(folder), {
      business: {
        profile: { name: 'קפה "לוצ׳יה" $1' },
        faq: { language: 'he' },
        pricing: { currency: 'EUR' }
      }
    })
    t.equal(readJson(folder, 'package.json').name, 'business')
    t.equal(readJson(await init(t, 'Clinique Vétérinaire'), 'package.json').name, 'clinique-veterinaire')
  })

  t.test('writes the currency of the country that the language is for', async (t) => {
    const currencies = words('en-GB:GBP fr:EUR fr-CH:CHF he:ILS pt:BRL eo:USD tlh:USD')
    for (const [language = '', currency] of currencies.map((pair) => pair.split(':')))
      t.equal(
        readJson(await init(t, language, { language }), 'data/pricing.json').currency,
        currency,
        language
      )
  })

  t.test('writes the English words for a language without words, which the check then reports', async (t) => {
    const folder = await init(t, 'siop', { language: 'cy-GB', currency: 'EUR' })
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
      const folder = await init(t, language, { language })
      const { business, warnings } = await load(folder)
      t.equal(business.faq.language, language)
      t.same(warnings, [], language)
    }
  })

  t.test('begins with an example, with its files', async (t) => {
    for (const example of readdirSync('examples').filter(
      (name) => !name.includes('.') && name !== 'LICENSE'
    )) {
      const folder = await init(t, example, { example })
      t.same((await load(folder)).warnings, [])
      const files = readdirSync(join('examples', example, 'site'), { recursive: true })
      t.same(readdirSync(join(folder, 'site'), { recursive: true }).sort(), [...files, '.gitkeep'].sort())
    }
  })

  t.test('names schemas that exist in the installed package', async (t) => {
    for (const values of [{}, { example: 'dental-clinic' }]) {
      const folder = await init(t, Object.keys(values).join() || 'plain', values)
      const installed = join(folder, 'node_modules/business-facts')
      mkdirSync(installed, { recursive: true })
      cpSync('data/schema', join(installed, 'data/schema'), { recursive: true })
      for (const file of readdirSync(join(folder, 'data'))) {
        t.match(readJson(folder, 'data', readJson(folder, 'data', file).$schema), { type: 'object' })
      }
    }
  })

  t.test('writes the workflows of a host, in UTC until the time zone is known', async (t) => {
    const folder = await init(t, 'shop', { host: 'github-pages' })
    t.ok(existsSync(join(folder, '.github/workflows/publish.yml')))
    t.match(parse(read(folder, '.github/workflows/daily.yml')).on, { schedule: [{ timezone: 'Etc/UTC' }] })
    t.notOk(existsSync(join(await init(t, 'plain'), '.github/workflows/publish.yml')))
  })

  t.test('names a worker after the business, or else after its folder', async (t) => {
    const nameOf = async (folder: string, name: string) => {
      const text = read(await init(t, folder, { host: 'cloudflare', name }), 'wrangler.jsonc')
      return /"name": "(.*)"/.exec(text)?.[1]
    }
    t.equal(await nameOf('shop', "Mum's Café $& 'Lucía'"), 'mum-s-cafe-lucia')
    t.equal(await nameOf('café-lucia', 'קפה'), 'cafe-lucia')
    t.equal(await nameOf('קפה', 'קפה'), 'business')
    t.equal(await nameOf('long', `${'a'.repeat(62)} b`), 'a'.repeat(62))
  })

  t.test('writes settings whose public URL follows the port, until the owner sets one', async (t) => {
    const folder = await init(t, 'shop')
    const register = (settings = {}) => runIn(t, folder, ['registry'], settings)
    t.match(await register(), { stderr: 'got "http://localhost:3000"' })
    t.match(await register({ PORT: '8080' }), { stderr: 'got "http://localhost:8080"' })
    writeFileSync(join(folder, '.env'), `${read(folder, '.env')}BASE_URL=https://shop.example\n`)
    t.match(await register({ PORT: '8080' }), { stdout: '"https://shop.example/mcp"' })
  })

  t.test('overwrites nothing', async (t) => {
    const folder = t.testdir({ 'notes.txt': 'mine' })
    t.match(await runHere(t, ['init', folder]), {
      code: 1,
      stderr: `${folder}: the folder is not empty. Choose a new one, because init overwrites nothing.\n`
    })
    t.same(readdirSync(folder), ['notes.txt'])
  })

  t.test('leaves nothing in a folder that it cannot write, and one line has the reason', async (t) => {
    const root = t.testdir({ 'notes.txt': 'mine' })
    const fails = async (operand: string, stderr: string | RegExp) =>
      t.match(await runHere(t, ['init', operand]), { code: 1, stderr })
    const advice = 'Choose a folder in which you may write, on a disk with room, and try again.'
    for (const file of [join(root, 'notes.txt'), join(root, 'notes.txt/shop')])
      await fails(file, `${file}: cannot be written (ENOTDIR). ${advice}`)
    const folder = join(root, 'shop')
    const cases: [script: string, stderr: string | RegExp][] = [
      [
        'echo part > "$4/part.tgz"; echo "npm error code ENOSPC"',
        `${folder}: cannot be written (ENOSPC). ${advice}`
      ],
      [
        'printf "npm error code EACCES\nnpm error path /.npm/_cacache\nIts files are of root"',
        /^Command failed: npm pack .*Its files are of root$/ms
      ],
      ['printf "npm error code EACCES\nnpm error path $4-cache"', /^Command failed: npm pack .*-cache$/ms]
    ]
    for (const [script, stderr] of cases) {
      replaceNpm(t, `(${script}) >&2; exit 1`)
      await fails(folder, stderr)
      t.same(readdirSync(folder), [])
    }
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
      [{ language: '?' }, `${tag} "?". Write the code of the language, such as "en" for English.`],
      [{ name: '<b>Shop</b>' }, '--name contains HTML, got "<b>Shop</b>". Write plain text.'],
      [{ name: ' ' }, '--name must not be blank, got " ". Write plain text.'],
      [{ currency: 'euro' }, `${code} "euro". Did you mean "EUR"?`],
      [
        { name: 'é'.repeat(201) },
        `--name must have at most 200 characters, got "${'é'.repeat(76)}.... Shorten it.`
      ],
      [{ currency: 'BTC' }, `${code} "BTC". ${letters}`],
      [{ host: 'netlify' }, '--host must be one of cloudflare, github-pages, got "netlify".'],
      [
        { example: 'piano-tuner', currency: 'EUR' },
        '--currency and --example exclude each other: an example has its own.'
      ]
    ]
    for (const [values, message] of cases) {
      const options = Object.entries(values).map(([option, value]) => `--${option}=${value}`)
      t.match(await runHere(t, ['init', folder, ...options]), { code: 2, stderr: `${message}\n` }, message)
    }
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
    const { files } = readJson('package.json')
    for (const name of ['starter', 'examples', 'data/schema', '.env.example', 'docker-compose.yml'])
      t.ok(files.includes(name), name)
  })

  t.test('runs the container within the limits of the project', async (t) => {
    const folder = await init(t, 'shop')
    t.equal(read(folder, 'compose.yaml'), read('docker-compose.yml'))
    const { scripts }: { scripts: { start: string } } = readJson('package.json')
    const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'))
    t.same(read(folder, 'Dockerfile').match(/(?<=^CMD .*")--[^"]*/gm), [
      '--disable-sigusr1',
      ...flags,
      '--max-old-space-size=80',
      '--no-maglev'
    ])
    for (const flag of flags) t.match(read('docs/commands.md'), flag)
  })
})

const list = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

t.test('add-host', async (t) => {
  t.test('adds the files that init --host writes, in the time zone of the business', async (t) => {
    for (const [host, files] of [
      ['github-pages', '.github/workflows/daily.yml, .github/workflows/publish.yml'],
      ['cloudflare', '.github/workflows/daily.yml, .github/workflows/publish.yml, wrangler.jsonc']
    ] as const) {
      const folder = await init(t, 'shop', { example: 'bicycle-workshop' })
      t.same(await addHost(t, folder, host), {
        code: undefined,
        stdout: `Created ${files}. To publish the site, follow "Publish" in node_modules/business-facts/docs/export.md.\n`,
        stderr: ''
      })
      const { timezone } = JSON.parse(read(folder, 'data/profile.json'))
      t.match(parse(read(folder, '.github/workflows/daily.yml')).on, {
        schedule: [{ cron: '17 0 * * *', timezone }]
      })
      const other = await init(t, 'shop', { example: 'bicycle-workshop', host })
      t.same(list(folder), list(other))
      for (const file of files.split(', ')) t.equal(read(folder, file), read(other, file), file)
    }
  })

  t.test('overwrites nothing', async (t) => {
    const folder = await init(t, 'shop', { host: 'github-pages' })
    const before = list(folder)
    t.same(await addHost(t, folder, 'cloudflare'), {
      code: 1,
      stdout: '',
      stderr:
        '.github/workflows/daily.yml, .github/workflows/publish.yml: exists, and add-host overwrites nothing. Move or delete it, and try again.\n'
    })
    t.same(list(folder), before)
  })

  t.test('needs a known host', async (t) => {
    const folder = await init(t, 'shop')
    t.same(await addHost(t, folder, 'netlify'), {
      code: 2,
      stdout: '',
      stderr: 'The host must be one of cloudflare, github-pages, got "netlify".\n'
    })
  })

  t.test('needs a folder from which GitHub can install the package', async (t) => {
    const folder = await init(t, 'shop')
    const rejects = async (dependency: string) => {
      const { stderr } = await addHost(t, folder, 'github-pages')
      const must = 'must depend on business-facts as a version, a URL or a file in this folder'
      const fix = 'Put the tarball into the folder, and run npm install ./business-facts-1.0.0.tgz'
      t.equal(stderr, `package.json: ${must}, because GitHub installs it, got "${dependency}". ${fix}\n`)
      t.notOk(existsSync(join(folder, '.github/workflows/publish.yml')))
    }
    const dependOn = (dependency: string) =>
      writeFileSync(
        join(folder, 'package.json'),
        JSON.stringify({ dependencies: { 'business-facts': dependency } })
      )
    rmSync(join(folder, 'business-facts-1.0.0.tgz'))
    await rejects('file:business-facts-1.0.0.tgz')
    writeFileSync(join(folder, '../business-facts-1.0.0.tgz'), 'archive')
    for (const path of ['../business-facts-1.0.0.tgz', '/etc/hostname']) {
      dependOn(`file:${path}`)
      await rejects(`file:${path}`)
    }
    for (const text of ['{}', '{']) {
      writeFileSync(join(folder, 'package.json'), text)
      await rejects('')
    }
    rmSync(join(folder, 'package.json'))
    await rejects('')
    dependOn('1.0.0')
    t.match(await addHost(t, folder, 'github-pages'), { code: undefined, stderr: '' })
  })

  t.test('reports problems in the data, and writes nothing', async (t) => {
    const folder = await init(t, 'shop', { language: 'cy' })
    const profile = read(folder, 'data/profile.json')
    writeFileSync(join(folder, 'data/profile.json'), profile.replace('{', '{ "timezone": "Berlin",'))
    const { stderr } = await addHost(t, folder, 'github-pages')
    t.match(stderr, /data\/profile\.json:\d+:\d+ \/timezone/)
    t.notOk(existsSync(join(folder, '.github/workflows/publish.yml')))
    cpSync('starter/en/profile.json', join(folder, 'data/profile.json'))
    const warned = { code: undefined, stderr: 'is still in English' }
    t.match(await addHost(t, folder, 'github-pages'), warned)
  })
})
