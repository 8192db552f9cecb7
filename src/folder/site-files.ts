import type { Dirent } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { describeLeftOut, type LeftOut } from '../base/problem.ts'
import { reasonOf } from './owner-files.ts'

// The log lists at most this many files and folders, one per line.
const maxWarnings = 20

// A file takes up to 1 KB of memory, and twice that during a reload.
const maxEntries = 50_000

// Control files of static hosts, in any folder: they configure the host, so they are not served.
const controlFiles = ['_headers', '_redirects', '.htaccess']

// The server has these paths itself, so a page such as mcp.html keeps its extension.
export const serverPaths = ['api', 'healthz', 'mcp', 'readyz']

/**
 * Returns the files of a folder by their URL path. Omits files outside the folder, dot files outside /.well-known/,
 * control files, and files in api/, whose paths belong to the API. An index.html gets the path of its folder, and so does an
 * index.xml in a folder without one, except at the root; terms.html gets the path /terms. Warns about files that are not served, and about those that visitors should not
 * read. Rejects if the folder itself cannot be read, or has more than `max` files and folders.
 */
export async function listSiteFiles(
  siteDir: string,
  warn: (message: string) => void,
  max = maxEntries
): Promise<Map<string, string>> {
  const fail = (error: unknown) => {
    throw new Error(`SITE_DIR: cannot read the folder "${siteDir}" (${reasonOf(error)})`)
  }
  const root = await realpath(siteDir).catch(fail)
  const warnings: string[] = []
  const walk: Walk = { siteDir, root, warnings, max, files: [], count: 0 }
  await listFiles(root, await readEntries(root, walk).catch(fail), walk)
  const files = walk.files.map((file) => relative(root, file).split(sep).join(posix.sep))
  const byName = [describeHidden, describeControl, describeUnsafe, describeOtherPages, describeTwins]
  for (const messages of [warnings, ...byName.map((describe) => describe(files))]) warnAll(messages, warn)
  return byPath(
    files.filter((file) => !controlFiles.includes(posix.basename(file)) && !file.startsWith('api/'))
  )
}

function warnAll(messages: string[], warn: (message: string) => void): void {
  for (const message of messages.slice(0, maxWarnings)) warn(message)
  const more = messages.length - maxWarnings
  if (more > 0) warn(`SITE_DIR: ${more} more warnings about files and folders`)
}

// macOS stores accents apart from their letters (NFD). Paths have them composed (NFC), as people type them.
function byPath(files: string[]): Map<string, string> {
  const names = new Set([...files.map((file) => file.normalize()), ...serverPaths])
  return new Map(
    files.flatMap((entry): [string, string][] => {
      const file = entry.normalize()
      const folder = file.replace(/(?<![^/])[^/]*$/, '')
      const withoutExtension = file.replace(/\.html$/, '')
      if (file === `${folder}index.html`) return [[`/${folder}`, entry]]
      if (folder !== '' && file === `${folder}index.xml` && !names.has(`${folder}index.html`))
        return [
          [`/${folder}`, entry],
          [`/${file}`, entry]
        ]
      // Without its extension, index.html.html would be at a spelling of its folder.
      const taken = [withoutExtension, `${withoutExtension}/index.html`]
      const hasCleanPath =
        withoutExtension !== `${folder}index.html` && !taken.some((name) => names.has(name))
      const isPage = withoutExtension !== file && file !== '404.html' && hasCleanPath
      return [[`/${isPage ? withoutExtension : file}`, entry]]
    })
  )
}

interface Walk {
  siteDir: string
  root: string
  warnings: string[]
  max: number
  /** The absolute paths of the files so far. */
  files: string[]
  /** The number of entries so far, in all folders. */
  count: number
}

/** Returns the entries of a folder in the order of their names. Rejects if all folders together have too many. */
async function readEntries(folder: string, walk: Walk): Promise<Dirent[]> {
  const entries: Dirent[] = []
  for await (const entry of await opendir(folder, { bufferSize: 256 })) {
    if (!isPublic(entry)) continue
    if (walk.count === walk.max)
      throw new Error(`SITE_DIR: "${walk.siteDir}" must have at most ${walk.max} files and folders, got more`)
    walk.count += 1
    entries.push(entry)
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

// One folder at a time, because each open one takes a file descriptor. Does not use the `recursive` option of opendir,
// because it follows links to folders in some versions of Node.js.
async function listFiles(folder: string, entries: Dirent[], walk: Walk): Promise<void> {
  const { root, warnings, files } = walk
  for (const entry of entries) {
    const file = join(folder, entry.name)
    const name = JSON.stringify(relative(root, file))
    if (!isServableName(entry.name)) {
      warnings.push(
        `SITE_DIR: left out ${name}: its name has a backslash or a control character, or is not UTF-8`
      )
    } else if (entry.isDirectory()) {
      const inner = await readEntries(file, walk).catch((error) => {
        warnings.push(`SITE_DIR: left out ${name}: cannot read the folder (${reasonOf(error)})`)
        return []
      })
      await listFiles(file, inner, walk)
    } else if (entry.isFile() || (await linksToFile(file, root))) files.push(file)
    else warnings.push(`SITE_DIR: left out ${name}: it must be a file, or a link to one inside the folder`)
  }
}

const isPublic = (entry: Dirent) =>
  !entry.name.startsWith('.') ||
  (controlFiles.includes(entry.name) && entry.isFile()) ||
  (entry.name === '.well-known' && entry.isDirectory())

// Node.js reads bytes that are not UTF-8 as U+FFFD, so such a name cannot be used to open the file.
const isServableName = (name: string) => !/[\\\p{Cc}\ufffd]/u.test(name)

/** Returns false for a link that is broken, or points to a folder or outside the root. */
async function linksToFile(link: string, root: string): Promise<boolean> {
  try {
    const target = await realpath(link)
    return target.startsWith(root + sep) && (await stat(target)).isFile()
  } catch {
    return false
  }
}

const hidden = 'of the site, because of the folder api, which is the API'
const describeHidden = (files: string[]): string[] =>
  describeLeftOut(
    'SITE_DIR',
    files.flatMap((file): LeftOut[] => (file.startsWith('api/') ? [['file', hidden, file]] : []))
  )

const ignored = 'of the site, because only other servers read such files; redirects belong in data/site.json'
const describeControl = (files: string[]): string[] =>
  describeLeftOut(
    'SITE_DIR',
    files.flatMap((file): LeftOut[] =>
      controlFiles.includes(posix.basename(file)) ? [['file', ignored, file]] : []
    )
  )

// Visitors would read programs, databases, logs, keys and copies of an old site as text, and download archives.
const unsafeExtensions =
  /(?:\.(?:php\d?|phtml|inc|aspx?|jsp|cgi|pl|sql(?:\.\w+)?|sqlite3?|db|mdb|dmp|dump|rdb|log(?:\.\d+)?|bak|old|orig|save|tmp|sw[op]|ini|env|pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx?|kubeconfig|ovpn|tfvars|tfstate(?:\.\w+)?|\w+\.map|zip|tar|t?[gx]z|tar\.\w+|bz2|tbz2?|lzma|lz4?|zst|7z|rar|cab|jar|war)|~)$/i
const unsafeNames =
  /(?:^|\/)(?:error_log|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:\.(?!pub)\w+)?|kubeconfig|[^/]*credentials(?:\.(?:json|csv|ya?ml|toml|txt|ini))?|secrets?\.(?:json|ya?ml|toml|txt)|web\.config|htpasswd|(?:appsettings[^/]*|[^/]*firebase-adminsdk[^/]*|client_secret[^/]*|service[-_]?account[^/]*|package(?:-lock)?|composer)\.json|(?:docker-)?compose[^/]*\.ya?ml|dockerfile(?:\.(?!html)\w+)?|wp-config\.\w+)$/i
const packages = /^(?:.*?\/)?node_modules\//

/** Returns one warning for a whole folder of packages. */
function describeUnsafe(files: string[]): string[] {
  const names = files.flatMap((file) => {
    const [folder] = packages.exec(file) ?? []
    return folder ?? (unsafeExtensions.test(file) || unsafeNames.test(file) ? [file] : [])
  })
  return [...new Set(names)].map(
    (name) =>
      `SITE_DIR: anybody can read ${JSON.stringify(name)}, because the server runs no programs and hides no file. Delete it, unless visitors should read it.`
  )
}

/** Returns a warning for each file whose name another file has in another form of Unicode. */
function describeTwins(files: string[]): string[] {
  const names = new Set(files)
  return files
    .filter((file) => file !== file.normalize() && names.has(file.normalize()))
    .map((file) => `SITE_DIR: another file is served for ${JSON.stringify(file)}, in composed characters`)
}

/** Returns a warning for each page whose name does not end with `.html`: no list of pages has it. */
const describeOtherPages = (files: string[]): string[] =>
  files
    .filter((file) => /\.x?html?$/i.test(file) && !file.endsWith('.html'))
    .map((file) => {
      const name = file.replace(/(?:(^|\/)index)?\.x?html?$/i, (_, start) =>
        start === undefined ? '.html' : `${start}index.html`
      )
      return `SITE_DIR: ${JSON.stringify(file)} is not a page, because its name does not end with ".html". Rename it to ${JSON.stringify(name)}.`
    })
