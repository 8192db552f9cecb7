import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { version } from '../version.ts'

/**
 * Returns the dependency on exactly the package that runs: its version, its git URL or another URL, or its file, which is
 * copied into the folder. A clone and a global installation are packed into the folder.
 */
export function addPackage(folder: string, packageFolder: string): string {
  const installed = findInstalled(packageFolder)
  if (installed === undefined) return pack(folder, packageFolder)
  const { resolved } = installed
  // npm omits the URL of its registry if omit-lockfile-registry-resolved is set.
  if (resolved === undefined || /\/business-facts\/-\/business-facts-[^/]+\.tgz$/.test(resolved))
    return version
  if (!resolved.startsWith('file:')) return resolved
  const file = resolve(packageFolder, '../..', resolved.slice('file:'.length))
  if (!existsSync(file)) return pack(folder, packageFolder)
  copyFileSync(file, join(folder, basename(file)))
  return `file:${basename(file)}`
}

/** Returns npm's record of a package, or undefined if npm did not install it. */
function findInstalled(packageFolder: string): { resolved?: string } | undefined {
  const record = join(packageFolder, '../.package-lock.json')
  if (!existsSync(record)) return undefined
  const { packages }: { packages: Record<string, { resolved?: string }> } = JSON.parse(
    readFileSync(record, 'utf8')
  )
  return packages['node_modules/business-facts']
}

/** Packs the package, as it is, into the folder. */
function pack(folder: string, packageFolder: string): string {
  const options = ['--pack-destination', folder, '--ignore-scripts', '--silent']
  const output = execFileSync('npm', ['pack', packageFolder, ...options], { encoding: 'utf8', stdio: 'pipe' })
  return `file:${output.trim()}`
}
