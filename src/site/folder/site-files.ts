import type { Dirent } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { reasonOf } from './owner-files.ts'

// The log lists at most this many files and folders, one per line.
const maxWarnings = 20

// A file takes up to 1 KB of memory, and twice that during a reload.
const maxEntries = 50_000

// Control files of static hosts, in any folder: they configure the host, so they are not served.
const controlFiles = ['_headers', '_redirects']

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
  for (const messages of [warnings, describeUnsafe(files), describeOtherPages(files)]) warnAll(messages, warn)
  return byPath(
    files.filter((file) => !controlFiles.includes(posix.basename(file)) && !file.startsWith('api/'))
  )
}

/** Calls `warn` for the first messages, and once with the number of the others. */
function warnAll(messages: string[], warn: (message: string) => void): void {
  for (const message of messages.slice(0, maxWarnings)) warn(message)
  const more = messages.length - maxWarnings
  if (more > 0) warn(`SITE_DIR: ${more} more warnings about files and folders`)
}

function byPath(files: string[]): Map<string, string> {
  const names = new Set([...files, ...serverPaths])
  return new Map(
    files.flatMap((file): [string, string][] => {
      const folder = file.replace(/[^/]*$/, '')
      const withoutExtension = file.replace(/\.html$/, '')
      if (file === `${folder}index.html`) return [[`/${folder}`, file]]
      if (folder !== '' && file === `${folder}index.xml` && !names.has(`${folder}index.html`))
        return [
          [`/${folder}`, file],
          [`/${file}`, file]
        ]
      const hasCleanPath = !names.has(withoutExtension) && !names.has(`${withoutExtension}/index.html`)
      const isPage = withoutExtension !== file && file !== '404.html' && hasCleanPath
      return [[`/${isPage ? withoutExtension : file}`, file]]
    })
  )
}

interface Walk {
  siteDir: string
  root: string
  warnings: string[]
  /** How many files and folders it may have. */
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
  !entry.name.startsWith('.') || (entry.name === '.well-known' && entry.isDirectory())

// Node.js reads bytes that are not UTF-8 as U+FFFD, so such a name cannot be used to open the file.
const isServableName = (name: string) => !/[\\\p{Cc}\ufffd]/u.test(name)

/** Returns whether a link points to a file inside the root. It may be broken, or point to a folder or outside. */
async function linksToFile(link: string, root: string): Promise<boolean> {
  try {
    const target = await realpath(link)
    return target.startsWith(root + sep) && (await stat(target)).isFile()
  } catch {
    return false
  }
}

// Programs, databases, logs and copies of an old site: visitors would read them as text.
const unsafeNames =
  /(?:\.(?:php\d?|phtml|inc|aspx?|jsp|cgi|pl|sql(?:\.\w+)?|sqlite3?|db|log|bak|old|orig|save|swp|pem|key)|~|(?:^|\/)error_log)$/i
const packages = /^(?:.*?\/)?node_modules\//

/** Returns a warning for each file that visitors should not read, and one for each folder of packages. */
function describeUnsafe(files: string[]): string[] {
  const names = files.flatMap((file) => {
    const [folder] = packages.exec(file) ?? []
    return folder ?? (unsafeNames.test(file) ? [file] : [])
  })
  return [...new Set(names)].map(
    (name) =>
      `SITE_DIR: anybody can read ${JSON.stringify(name)}, and the server runs no programs. Delete it, unless visitors should read it.`
  )
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
