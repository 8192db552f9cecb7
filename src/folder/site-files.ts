import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { constants, open, opendir, realpath, stat } from 'node:fs/promises'
import { extname, join, posix, relative, sep } from 'node:path'
import { codeOf, fieldOf, isParent, parseIfJson } from '../base/json-value.ts'
import { describeLeftOut, InputError, type LeftOut } from '../base/problem.ts'
import { type Body, fileHeadersOf, maxHeldBytes } from '../resources/resources.ts'

// The log lists at most this many files and folders, one per line.
const maxWarnings = 20

// A file takes up to 1 KB of memory, and twice that during a reload.
const maxEntries = 50_000

// Control files of static hosts, in any folder: they configure the host, so they are not served.
const controlFiles = ['_headers', '_redirects', '.htaccess']
const isControlFile = (file: string) => controlFiles.includes(posix.basename(file))
const isOfApi = (file: string) => /^(?:api(?:\/.*)?|openapi\.json)$/s.test(file)

// The server has these paths itself, so a page such as mcp.html keeps its extension.
export const serverPaths = ['api', 'healthz', 'mcp', 'readyz']
const isOfServer = (file: string) =>
  (serverPaths.includes(file) || file === 'mcp/index.html') && !isOfApi(file)

export type ReadFile = Awaited<ReturnType<typeof openSiteFiles>>['read']

/** Lists the public files by URL path, and warns of others. Rejects if the folder is unreadable, or has more than `max` entries. */
export async function openSiteFiles(siteDir: string, warn: (message: string) => void, max = maxEntries) {
  const { files: names, warnings } = await findFiles(siteDir, max)
  for (const messages of [warnings, describeIgnored(names), ...describeNames(names)]) warnAll(messages, warn)
  const files = mapByPath(names.filter((name) => !isControlFile(name) && !isOfApi(name)))
  /** Reads the file of a path, or only `startBytes` of more than `maxBytes`; undefined if it is gone or unreadable, which it logs. */
  const read = async (path: string, maxBytes: number, startBytes = 0) => {
    const name = files.get(path)
    if (name === undefined) return undefined
    const whole = join(siteDir, name)
    const content = checkInside(siteDir, whole).then(() => readStart(whole, maxBytes, startBytes))
    return content.catch((error) => {
      const reason = reasonOf(error)
      if (reason !== 'ENOENT') warn(`cannot read the file of ${path} (${reason})`)
      return undefined
    })
  }
  /** Reads a text file that may be held in memory; any other is to be streamed. */
  const readBody = async (path: string): Promise<Body | undefined> => {
    const name = String(files.get(path))
    const mediaType = textTypeOf(`/${name}`)
    const file = await read(path, mediaType ? maxHeldBytes : 0)
    if (file === undefined) return undefined
    const { bytes, stats } = file
    if (mediaType === undefined || stats.size > maxHeldBytes)
      return { headers: {}, content: { file: name, stats } }
    return { headers: { 'content-type': mediaType(bytes), ...fileHeadersOf(stats) }, content: bytes }
  }
  return { files, read, readBody }
}

function warnAll(messages: string[], warn: (message: string) => void): void {
  for (const message of messages.slice(0, maxWarnings)) warn(message)
  const more = messages.length - maxWarnings
  if (more > 0) warn(`SITE_DIR: ${more} more warnings about files and folders`)
}

/**
 * An index.html gets the path of its folder, and so does an index.xml in a folder without one, except at the root; terms.html
 * gets the path /terms. Paths have composed accents (NFC), as people type them, though macOS stores them apart (NFD).
 */
function mapByPath(files: string[]): Map<string, string> {
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

/** The names are relative to the folder; the warnings are about files that cannot be served. */
async function findFiles(siteDir: string, max: number) {
  const fail = (error: unknown) => {
    throw new InputError([`SITE_DIR: cannot read the folder "${siteDir}" (${reasonOf(error)})`])
  }
  const root = await realpath(siteDir).catch(fail)
  const files: string[] = []
  const warnings: string[] = []
  let count = 0

  /** Returns the entries of a folder in the order of their names. Rejects if all folders together have too many. */
  async function readEntries(folder: string): Promise<Dirent[]> {
    const entries: Dirent[] = []
    for await (const entry of await opendir(folder, { bufferSize: 256 })) {
      if (!isPublic(entry)) continue
      if (count === max)
        throw new InputError([`SITE_DIR: "${siteDir}" must have at most ${max} files and folders, got more`])
      count += 1
      entries.push(entry)
    }
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  // One folder at a time, because each open one takes a file descriptor. Does not use the `recursive` option of opendir,
  // because it follows links to folders in some versions of Node.js.
  async function addEntries(folder: string, entries: Dirent[]): Promise<void> {
    for (const entry of entries) {
      const path = join(folder, entry.name)
      const file = relative(root, path)
      const leaveOut = (reason: string) =>
        warnings.push(`SITE_DIR: left out ${JSON.stringify(file)}: ${reason}`)
      if (!isServableName(entry.name))
        leaveOut('its name has a backslash or a control character, or is not UTF-8')
      else if (entry.isDirectory()) {
        const inner = await readEntries(path).catch((error) => {
          leaveOut(`cannot read the folder (${reasonOf(error)})`)
          return []
        })
        await addEntries(path, inner)
      } else if (entry.isFile() || (await linksToFile(path, root)))
        files.push(file.split(sep).join(posix.sep))
      else leaveOut('it must be a file, or a link to one inside the folder')
    }
  }

  await addEntries(root, await readEntries(root).catch(fail))
  return { files, warnings }
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

const hidden = 'of the site, because of the API, which has the paths /api/ and /openapi.json'
const ignored = 'of the site, because only other servers read such files; redirects belong in data/site.json'

const describeIgnored = (files: string[]): string[] =>
  describeLeftOut('SITE_DIR', [
    ...files.filter(isOfApi).map((file): LeftOut => ['file', hidden, file]),
    ...files.filter(isControlFile).map((file): LeftOut => ['file', ignored, file])
  ])

// Visitors would read programs, databases, logs, keys and copies of an old site as text, and download archives.
const unsafeExtensions =
  /(?:\.(?:php\d?|phtml|inc|aspx?|jsp|cgi|pl|sql(?:\.\w+)?|sqlite3?|db|mdb|dmp|dump|rdb|log(?:\.\d+)?|bak|old|orig|save|tmp|sw[op]|ini|env|pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx?|kubeconfig|ovpn|tfvars|tfstate(?:\.\w+)?|\w+\.map|zip|tar|t?[gx]z|tar\.\w+|bz2|tbz2?|lzma|lz4?|zst|7z|rar|cab|jar|war)|~)$/i
const unsafeNames =
  /(?:^|\/)(?:error_log|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:\.(?!pub)\w+)?|kubeconfig|[^/]*credentials(?:\.(?:json|csv|ya?ml|toml|txt|ini))?|secrets?\.(?:json|ya?ml|toml|txt)|web\.config|htpasswd|(?:appsettings[^/]*|[^/]*firebase-adminsdk[^/]*|client_secret[^/]*|service[-_]?account[^/]*|package(?:-lock)?|composer)\.json|(?:docker-)?compose[^/]*\.ya?ml|dockerfile(?:\.(?!html)\w+)?|wp-config\.\w+)$/i
const packages = /^(?:.*?\/)?node_modules\//

// The start page of other servers, or in a folder that other programs build.
const otherStart =
  /^(?:(?:home|default|start|welcome|main|index\.html)\.\w+|index\.html|(?:_?site|dist|build|out(?:put)?|public(?:_html)?|www|htdocs|html|docs)\/index\.html)$/i

const quote = (name: string) => JSON.stringify(name)

/** Each rule returns a warning about a file, by its name and the names of all files. */
const rulesOfNames: ((file: string, files: Set<string>) => string | undefined)[] = [
  (file) =>
    isOfServer(file)
      ? `only an export has ${quote(file)}, because the server has its path itself. Rename it, unless you only export the site.`
      : undefined,
  (file) => {
    const [folder] = packages.exec(file) ?? []
    const name = folder ?? (unsafeExtensions.test(file) || unsafeNames.test(file) ? file : undefined)
    return (
      name &&
      `anybody can read ${quote(name)}, because the server runs no programs and hides no file. Delete it, unless visitors should read it.`
    )
  },
  (file) => {
    if (!/\.x?html?$/i.test(file) || file.endsWith('.html')) return undefined
    const name = file.replace(/(?:(?<![^/])index)?\.x?html?$/i, (end) =>
      /^i/i.test(end) ? 'index.html' : '.html'
    )
    return `${quote(file)} is not a page, because its name does not end with ".html". Rename it to ${quote(name)}.`
  },
  (file, files) =>
    otherStart.test(file) && file.includes('.html') && !files.has('index.html')
      ? `${quote(file)} is not the start page, because that is "index.html" in this folder, so the built-in pages stay.`
      : undefined,
  (file, files) =>
    file !== file.normalize() && files.has(file.normalize())
      ? `another file is served for ${quote(file)}, in composed characters`
      : undefined
]

function describeNames(names: string[]): string[][] {
  const files = new Set(names)
  return rulesOfNames.map((rule) =>
    [...new Set(names.flatMap((file) => rule(file, files) ?? []))].map((text) => `SITE_DIR: ${text}`)
  )
}

/** Reads only the first `startBytes` of a file of more than `maxBytes`. Rejects if it is not a regular file. */
async function readStart(file: string, maxBytes: number, startBytes: number) {
  // O_NONBLOCK, because opening a FIFO would otherwise wait for a writer and block one of the few file-system threads.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw Object.assign(new Error('is not a file'), { code: 'not a file' })
    const bytes = Buffer.alloc(stats.size > maxBytes ? startBytes : stats.size)
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return { bytes: bytes.subarray(0, length), stats }
  } catch (error) {
    // Node.js does not name a file that is open.
    throw Object.assign(new Error(`${file}: ${fieldOf(error, 'message')}`), { code: codeOf(error) })
  } finally {
    await handle.close()
  }
}

// The process is short of a resource, or the disk fails; these errors say nothing about the file.
const transientErrors = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EIO', 'ESTALE', 'ETIMEDOUT']

/** Rethrows an error that is not about the file. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (typeof code !== 'string' || transientErrors.includes(code)) throw error
  return code
}

const types = new Map([
  ['.atom', 'application/atom+xml'],
  ['.css', 'text/css'],
  ['.csv', 'text/csv'],
  ['.geojson', 'application/geo+json'],
  ['.ics', 'text/calendar'],
  ['.js', 'text/javascript'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.md', 'text/markdown'],
  ['.mjs', 'text/javascript'],
  ['.rss', 'application/rss+xml'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain'],
  ['.vcf', 'text/vcard'],
  ['.webmanifest', 'application/manifest+json'],
  ['.xml', 'application/xml'],
  ['.yaml', 'application/yaml'],
  ['.yml', 'application/yaml']
])

// Files there often have no extension, or a name with dots, such as nodeinfo/2.0.
const wellKnown = /[\\/]\.well-known[\\/](?:.*[\\/])?(?:[^.\\/]+|v?\d+\.\d+|com\.[\w.]+)$/

function textTypeOf(file: string): ((bytes: Buffer) => string) | undefined {
  const known = types.get(extname(file).toLowerCase())
  if (known === undefined && !wellKnown.test(file)) return undefined
  return (bytes) => {
    const type = known ?? (isJson(bytes) ? 'application/json' : 'text/plain')
    return type.startsWith('text/') && isUtf8(bytes) ? `${type}; charset=utf-8` : type
  }
}

// Apple reads its file without an extension only if it is JSON; a number or a word is a challenge.
const isJson = (bytes: Buffer) => isParent(parseIfJson(new TextDecoder().decode(bytes)))

/** Rejects if a path leads out of a folder: a link may have changed since the files were listed. */
async function checkInside(folder: string, path: string): Promise<void> {
  const [root, target] = await Promise.all([realpath(folder), realpath(path)])
  if (target.startsWith(join(root, sep))) return
  throw Object.assign(new Error(`${target} is outside ${root}`), {
    code: 'a link to a file outside SITE_DIR'
  })
}
