import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig } from '../../src/config.ts'
import { exportSite } from '../../src/export/export.ts'
import { baseUrl, folderWith, minimal } from '../helper.ts'

export const date = '2027-03-01'
export const manifestFile = '.business-facts/manifest.json'

/** The files of a site with pictures of its own, so no export must draw them. */
export const pictures = {
  ...{ 'favicon.ico': '', 'apple-touch-icon.png': '', 'icon-512.png': '', 'og.png': '' },
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>'
}
export const plainSite = folderWith(t, pictures)

/** A page of the owner that is streamed, and has too many tags for Markdown. */
export const largePage = `<title>Large</title>${'<p>Text</p>'.repeat(60_000)}`

/** Returns a path at which nothing exists. */
export const newFolder = (t: Test): string => join(folderWith(t, {}), 'public')

interface Settings {
  dataDir?: string
  siteDir?: string
  date?: string
  url?: string
  worker?: string
}

export async function write(folder: string, settings: Settings = {}) {
  const { dataDir = minimal, siteDir = plainSite, url = baseUrl } = settings
  const warnings: string[] = []
  const config = readConfig({ BASE_URL: url, DATA_DIR: dataDir, SITE_DIR: siteDir })
  const result = await exportSite(config, folder, {
    date: settings.date ?? date,
    worker: settings.worker,
    warn: (message) => warnings.push(message),
    onProgress: () => {}
  })
  return { ...result, warnings }
}

export const readText = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')

/** Returns the content of each file of a folder, in base64. */
export const readTree = (folder: string): Record<string, string> =>
  Object.fromEntries(listFiles(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]))

/** Returns when each file of a folder was written, in nanoseconds, and its inode. */
export const readTimes = (folder: string): Record<string, string> =>
  Object.fromEntries(
    listFiles(folder).map((name) => {
      const { mtimeNs, ino } = statSync(join(folder, name), { bigint: true })
      return [name, `${ino} ${mtimeNs}`]
    })
  )

export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

export const listChanged = (before: Record<string, string>, after: Record<string, string>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .sort()

export interface Entry {
  path?: string
  type?: string
  etag?: string
  link?: string
  class?: number
}

interface Manifest {
  date: string
  redirects: Record<string, string>
  classes: Record<string, string>[]
  files: Record<string, Entry>
}

export const readManifest = (folder: string): Manifest => JSON.parse(readText(folder, manifestFile))
