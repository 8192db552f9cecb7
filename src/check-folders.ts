import { accessSync, constants, statSync } from 'node:fs'
import { codeOf } from './base/json-value.ts'
import type { Config } from './config.ts'

/** Throws one line that names the setting if DATA_DIR or SITE_DIR is not a folder that the server may read. */
export function checkFolders({ dataDir, siteDir }: Pick<Config, 'dataDir' | 'siteDir'>): void {
  checkFolder('DATA_DIR', dataDir, constants.X_OK)
  checkFolder('SITE_DIR', siteDir, constants.R_OK | constants.X_OK)
}

function checkFolder(setting: string, folder: string, mode: number): void {
  const problem = findProblem(folder, mode)
  if (problem !== undefined) throw new Error(`${setting}: the folder "${folder}" ${problem}`)
}

function findProblem(folder: string, mode: number): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return 'is a file. Set the folder that contains it.'
    accessSync(folder, mode)
    return undefined
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return 'does not exist. Create it, or set another folder.'
    return `cannot be read (${code}). Allow the user of the server to read it, or set another folder.`
  }
}
