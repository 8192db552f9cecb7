import { readdir, realpath, stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'

/**
 * The files of a folder by the path of their address: nothing outside the folder, no dot file but in /.well-known/.
 * An index.html stands at the address of its folder. Rejects where the folder cannot be read.
 */
export async function listSiteFiles(siteDir: string): Promise<Map<string, string>> {
  const root = await realpath(siteDir).catch(({ code }) => {
    throw new Error(`SITE_DIR must be a folder that can be read, and "${siteDir}" is not (${code})`)
  })
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = await Promise.all(
    entries.map(async (entry) => {
      const file = join(entry.parentPath, entry.name)
      const isFile = entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(file, root)))
      return isFile ? [relative(root, file).split(sep).join(posix.sep)] : []
    })
  )
  const visible = files.flat().filter((file) => !/(^|\/)\.(?!well-known\/)/.test(file))
  return new Map(visible.map((file) => [`/${file.replace(/(^|\/)index\.html$/, '$1')}`, file]))
}

// A link may lead anywhere, to a folder, or nowhere any more.
async function leadsToFile(link: string, root: string): Promise<boolean> {
  const target = await realpath(link).catch(() => '')
  return target.startsWith(root + sep) && (await stat(target)).isFile()
}
