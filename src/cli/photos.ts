import { buildApp } from '../app.ts'
import { escapeControls } from '../base/text.ts'
import { readBusiness } from '../business/loading/read-business.ts'
import type { Config } from '../config.ts'
import { warn } from './command.ts'

/** Writes the sizes of the photos that the data names, and prints what it did. */
export async function run(config: Config) {
  const business = await readBusiness(config, () => {})
  const app = await buildApp(config, { business, warn })
  await app.site.pictures.photos.write((line) => process.stdout.write(`${escapeControls(line)}\n`))
  await app.close()
}
