import { readFileSync } from 'node:fs'

const { version: packageVersion }: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8')
)

/** The version of this software. */
export const version = packageVersion
