import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { reasonOf } from './read-start.ts'

// How many folders and names the log lists, one line each.
const maxWarnings = 20

// Control files of static hosts: they configure the host and are not content.
const controlFiles = ['_headers', '_redirects']

/**
 * Returns the files of a folder by their path on the site: nothing outside the folder, no dot file except in
 * /.well-known/, no control file. An index.html, or else an index.xml, has the path of its folder, and terms.html the path
 * /terms. Warns of each folder and name that is left out; rejects if the folder itself cannot be read.
 */
export async function listSiteFiles(
  siteDir: string,
  warn: (message: string) => void
): Promise<Map<string, string>> {
  const fail = (error: unknown) => {
    throw new Error(`SITE_DIR: cannot read the folder "${siteDir}" (${reasonOf(error)})`)
  }
  const root = await realpath(siteDir).catch(fail)
  const entries = await readdir(root, { withFileTypes: true }).catch(fail)
  const leftOut: string[] = []
  const found = await listFiles(entries, { folder: root, root, leftOut })
  for (const message of leftOut.slice(0, maxWarnings)) warn(message)
  const more = leftOut.length - maxWarnings
  if (more > 0) warn(`SITE_DIR: left out ${more} more files and folders`)
  const files = found.map((file) => relative(root, file).split(sep).join(posix.sep))
  return byPath(files.filter((file) => !controlFiles.includes(file)))
}

function byPath(files: string[]): Map<string, string> {
  const names = new Set(files)
  return new Map(
    files.flatMap((file): [string, string][] => {
      const folder = file.replace(/[^/]*$/, '')
      const withoutExtension = file.replace(/\.html$/, '')
      if (file === `${folder}index.html`) return [[`/${folder}`, file]]
      if (file === `${folder}index.xml` && !names.has(`${folder}index.html`))
        return [
          [`/${folder}`, file],
          [`/${file}`, file]
        ]
      const isPage = withoutExtension !== file && file !== '404.html' && !names.has(withoutExtension)
      return [[`/${isPage ? withoutExtension : file}`, file]]
    })
  )
}

interface Walk {
  folder: string
  root: string
  leftOut: string[]
}

// Not by the option `recursive` of readdir, which follows links to folders in some versions of Node.js.
async function listFiles(entries: Dirent[], { folder, root, leftOut }: Walk): Promise<string[]> {
  const files = await Promise.all(
    entries.filter(isShown).map(async (entry) => {
      const file = join(folder, entry.name)
      const name = JSON.stringify(relative(root, file))
      if (!isPlain(entry.name)) {
        leftOut.push(
          `SITE_DIR: left out ${name}: its name has a backslash or a control character, or is not UTF-8`
        )
        return []
      }
      if (entry.isDirectory()) {
        const inner = await readdir(file, { withFileTypes: true }).catch((error) => {
          leftOut.push(`SITE_DIR: left out ${name}: cannot read the folder (${reasonOf(error)})`)
          return []
        })
        return listFiles(inner, { folder: file, root, leftOut })
      }
      return entry.isFile() || (await leadsToFile(file, root)) ? [file] : []
    })
  )
  return files.flat()
}

const isShown = (entry: Dirent) =>
  !entry.name.startsWith('.') || (entry.name === '.well-known' && entry.isDirectory())

// U+FFFD is what Node.js reads for bytes that are not UTF-8; the name then leads to no file.
const isPlain = (name: string) => !/[\\\p{Cc}\ufffd]/u.test(name)

// A link may lead anywhere, to a folder, or nowhere any more.
async function leadsToFile(link: string, root: string): Promise<boolean> {
  try {
    const target = await realpath(link)
    return target.startsWith(root + sep) && (await stat(target)).isFile()
  } catch {
    return false
  }
}
