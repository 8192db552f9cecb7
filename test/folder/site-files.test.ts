import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openSiteFiles } from '../../src/folder/site-files.ts'
import { folderWith, words } from '../helper.ts'

async function warningsOf(siteDir: string) {
  const warnings: string[] = []
  await openSiteFiles(siteDir, (message) => warnings.push(message))
  return warnings.sort()
}

/** Returns files with these names. */
const named = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'text']))

t.test('programs, secrets, databases and copies in SITE_DIR are warned about', async (t) => {
  const unsafe = words(
    `a/contact.PHP shop.sql page.html.bak page.html~ page.html.swp backup.sql.gz error_log
     id_rsa id_ed25519_sk keys/credentials secrets.yml shop-firebase-adminsdk-1.json
     Dockerfile.prod web.config shop.dump error.log.1 main.cjs.map shop.tfvars
     shop.tfstate.backup shop.p8 keys/id_ed25519 server.pem server.p12 shop.kdbx
     credentials.json service-account.json client_secret_1.apps.googleusercontent.com.json
     settings.env docker-compose.yml compose.yaml Dockerfile a/package-lock.json
     wp-config.txt assets/app.js.map style.css.map a.wasm.map google-credentials.json aws_credentials credentials.yml id_rsa.txt Thumbs.db desktop.ini debug.log`
  )
  const archives = words(
    'site.zip a/backup.tar.gz old.TGZ a.tar.lz4 b.tar.Z c.lzma d.cab all.7z site.tar site.rar site.tar.xz data.gz'
  )
  const safe = words(
    `index.html phpinfo.html id_rsa.pub credentials.html map.json road.map
     docker-compose.html compose.html dockerfile.html zip.html environment.json
     price-list.pdf`
  )
  for (const names of [unsafe.slice(0, 13), unsafe.slice(13, 26), unsafe.slice(26), archives]) {
    const warnings = await warningsOf(folderWith(t, named([...names, ...safe])))
    const expected = names.map(
      (name) =>
        `SITE_DIR: anybody can read "${name}", because the server runs no programs and hides no file. Delete it, unless visitors should read it.`
    )
    t.same(warnings, expected.sort())
  }
})

t.test('a folder of packages gets one warning', async (t) => {
  const names = ['a/node_modules/b/c.js', 'a/node_modules/b/node_modules/d.php']
  const warnings = await warningsOf(folderWith(t, named(names)))
  t.match(warnings, [/^SITE_DIR: anybody can read "a\/node_modules\/"/])
  t.equal(warnings.length, 1)
})

t.test('the rules of other servers get a warning', async (t) => {
  const files = ['_redirects', 'a/_headers', '.htaccess', '.env', '.git/config', 'b/.htaccess/c.txt']
  t.same(await warningsOf(folderWith(t, named(files))), [
    'SITE_DIR: left 3 files out of the site, because only other servers read such files; redirects belong in data/site.json: ".htaccess", "_redirects", "a/_headers"'
  ])
})

t.test('files at the paths of the server get a warning', async (t) => {
  const files = words(
    'api/a.txt openapi.json healthz mcp/index.html readyz/index.html api.html mcp/a.txt a/openapi.json'
  )
  const onlyOfExport = (name: string) =>
    `SITE_DIR: only an export has "${name}", because the server has its path itself. Rename it, unless you only export the site.`
  t.same(await warningsOf(folderWith(t, named(files))), [
    'SITE_DIR: left 2 files out of the site, because of the API, which has the paths /api/ and /openapi.json: "api/a.txt", "openapi.json"',
    ...['healthz', 'mcp/index.html'].map(onlyOfExport)
  ])
  t.match(await warningsOf(folderWith(t, named(['api']))), [/^SITE_DIR: left 1 file out .*: "api"$/])
})

t.test('a page with another extension gets a warning with its right name', async (t) => {
  const files = ['index.htm', 'a/INDEX.HTML', 'old index.htm', 'b.xhtml', 'c.html', 'd.html.txt']
  t.same(
    await warningsOf(folderWith(t, named(files))),
    [
      ['a/INDEX.HTML', 'a/index.html'],
      ['b.xhtml', 'b.html'],
      ['index.htm', 'index.html'],
      ['old index.htm', 'old index.html']
    ].map(
      ([name, right]) =>
        `SITE_DIR: "${name}" is not a page, because its name does not end with ".html". Rename it to "${right}".`
    )
  )
})

t.test('a file that may be meant as the start page gets a warning', async (t) => {
  const files = words('Index.html home.html dist/index.html index.html.txt blog/index.html home.txt')
  t.same(
    await warningsOf(folderWith(t, named(files))),
    ['Index.html', 'dist/index.html', 'home.html', 'index.html.txt'].map(
      (name) =>
        `SITE_DIR: "${name}" is not the start page, because that is "index.html" in this folder, so the built-in pages stay.`
    )
  )
  t.same(await warningsOf(folderWith(t, named(['index.html', ...files]))), [])
})

t.test('a link that does not lead to a file of the folder gets a warning', async (t) => {
  const siteDir = folderWith(t, { 'index.html': 'text', 'team/index.html': 'text' })
  const links = { home: 'index.html', broken: 'nowhere', out: '/', loop: 'team' }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(siteDir, name))
  t.same(
    await warningsOf(siteDir),
    ['broken', 'loop', 'out'].map(
      (name) => `SITE_DIR: left out "${name}": it must be a file, or a link to one inside the folder`
    )
  )
})

t.test('startup fails with too many files and folders in all folders together', async (t) => {
  const siteDir = folderWith(t, { 'a.txt': '', 'b/c.txt': '', 'b/d/e.txt': '', '.git/not-counted': '' })
  const list = async (max?: number) => (await openSiteFiles(siteDir, t.fail, max)).files
  t.same([...(await list(5)).keys()], ['/a.txt', '/b/c.txt', '/b/d/e.txt'])
  await t.rejects(list(4), {
    message: `SITE_DIR: "${siteDir}" must have at most 4 files and folders, got more`
  })
  await t.rejects(list(1), { message: /at most 1 files/ })
})

t.test('files with invalid names are logged at most 20 times, then counted', async (t) => {
  const siteDir = folderWith(t, { 'back\\slash.html': 'x' })
  for (let index = 0; index < 25; index++) writeFileSync(join(siteDir, `\u0007${index}`), 'x')
  const messages: string[] = []
  await openSiteFiles(siteDir, (message) => messages.push(message))
  t.equal(messages.filter((message) => message.includes('its name has a backslash')).length, 20)
  t.same(messages.slice(20), ['SITE_DIR: 6 more warnings about files and folders'])
})

t.test('a folder of SITE_DIR with a path that is too long for the system is left out', async (t) => {
  const siteDir = folderWith(t, { 'index.html': '<h1>Home' })
  const upper = join(siteDir, ...Array(14).fill('u'.repeat(250)))
  const lower = join(siteDir, 'lower')
  mkdirSync(upper, { recursive: true })
  mkdirSync(join(lower, ...Array(4).fill('l'.repeat(250))), { recursive: true })
  const moved = join(upper, 'lower')
  renameSync(lower, moved)
  const warnings: string[] = []
  const { files } = await openSiteFiles(siteDir, (message) => warnings.push(message))
  // Moves it back, because such a folder cannot be deleted.
  renameSync(moved, lower)
  t.same([...files.keys()], ['/'])
  t.equal(warnings.length, 1)
  t.match(warnings[0], /^SITE_DIR: left out ".+": cannot read the folder \(ENAMETOOLONG\)$/)
})
