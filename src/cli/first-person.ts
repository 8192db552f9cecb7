import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { readBusiness } from '../business/loading/read-business.ts'
import { wordsFilesOf } from '../business/words.ts'
import type { Config } from '../config.ts'
import { warn } from './command.ts'
import { packageFolder } from './init.ts'

/**
 * Writes the file of words with which a site says "I" instead of "we". Rejects without a change if the file exists, if the
 * package has no such words in the language, or if the data has problems.
 */
export async function run(config: Config): Promise<void> {
  const { language } = (await readBusiness(config, warn)).faq
  const [name = ''] = wordsFilesOf(language)
  const words = join(packageFolder, 'starter/first-person', `${name.replace('words.', '')}.json`)
  if (!existsSync(words))
    throw new Error(`The package has no words in the first person in "${language}". Write ${name}.json.`)
  const file = join(config.dataDir, `${name}.json`)
  if (existsSync(file))
    throw new Error(`${file}: exists, and first-person overwrites nothing. Copy the words from ${words}.`)
  copyFileSync(words, file)
  process.stdout.write(`Created ${file}, with which the site says "I" instead of "we". Change any word.\n`)
}
