import { readdirSync } from 'node:fs'

const examples = readdirSync('examples', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, dataDir: `examples/${name}/data`, siteDir: `examples/${name}/site` }))

/** The businesses that the project ships, with their folders: the sample, and the examples. */
export const shipped = [{ name: 'sample', dataDir: 'data', siteDir: 'site' }, ...examples]
