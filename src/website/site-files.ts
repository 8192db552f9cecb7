import { readdir, realpath } from 'node:fs/promises'
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
    entries
      .filter((entry) => !entry.isDirectory())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name)
        // A link may lead anywhere; a file that is no file any more leads nowhere.
        const target = entry.isFile() ? file : await realpath(file).catch(() => '')
        return target.startsWith(root + sep) ? [relative(root, file).split(sep).join(posix.sep)] : []
      })
  )
  const visible = files.flat().filter((file) => !/(^|\/)\.(?!well-known\/)/.test(file))
  return new Map(visible.map((file) => [`/${file.replace(/(^|\/)index\.html$/, '$1')}`, file]))
}
