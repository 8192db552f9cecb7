import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { reasonOf } from './read-start.ts'

// How many folders and names a log is told of, one line each.
const maxWarnings = 20

/**
 * Returns the files of a folder by the path of their address: nothing outside the folder, no dot file but in
 * /.well-known/. An index.html stands at the address of its folder. Warns of each folder and name that is left out;
 * rejects if the folder itself cannot be read.
 */
export async function listSiteFiles(
  siteDir: string,
  warn: (message: string) => void
): Promise<Map<string, string>> {
  const refuse = (error: unknown) => {
    throw new Error(
      `SITE_DIR must be a folder that can be read, and "${siteDir}" is not (${reasonOf(error)})`
    )
  }
  const root = await realpath(siteDir).catch(refuse)
  const entries = await readdir(root, { withFileTypes: true }).catch(refuse)
  const leftOut: string[] = []
  const files = await listFiles(entries, { folder: root, root, leftOut })
  for (const message of leftOut.slice(0, maxWarnings)) warn(message)
  const more = leftOut.length - maxWarnings
  if (more > 0) warn(`${more} more files and folders of SITE_DIR are left out`)
  const paths = files.map((file) => relative(root, file).split(sep).join(posix.sep))
  return new Map(paths.map((file) => [`/${file.replace(/(^|\/)index\.html$/, '$1')}`, file]))
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
        leftOut.push(`${name} is not there: its name has a backslash or a control character, or is not UTF-8`)
        return []
      }
      if (entry.isDirectory()) {
        const inner = await readdir(file, { withFileTypes: true }).catch((error) => {
          leftOut.push(`${name} is not there: the folder cannot be read (${reasonOf(error)})`)
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
