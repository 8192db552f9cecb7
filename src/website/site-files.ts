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
  const files = (await listFiles(root, root)).map((file) => relative(root, file).split(sep).join(posix.sep))
  const visible = files.filter((file) => !/(^|\/)\.(?!well-known\/)/.test(file))
  return new Map(visible.map((file) => [`/${file.replace(/(^|\/)index\.html$/, '$1')}`, file]))
}

// Not by the option `recursive` of readdir, which follows links to folders in some versions of Node.js.
async function listFiles(folder: string, root: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = await Promise.all(
    entries.map(async (entry) => {
      const file = join(folder, entry.name)
      if (entry.isDirectory()) return listFiles(file, root)
      return entry.isFile() || (await leadsToFile(file, root)) ? [file] : []
    })
  )
  return files.flat()
}

// A link may lead anywhere, to a folder, or nowhere any more.
async function leadsToFile(link: string, root: string): Promise<boolean> {
  const target = await realpath(link).catch(() => '')
  return target.startsWith(root + sep) && (await stat(target)).isFile()
}
