import { buildApp } from '../app.ts'
import { InputError } from '../base/problem.ts'
import { describeProblems, readBusiness } from '../business/loading/load.ts'
import { checkPhoneNumbers } from '../business/phones.ts'
import type { Config } from '../config.ts'
import { warn } from './command.ts'

export async function run(config: Config) {
  let warned = 0
  const report = (line: string) => {
    warned += 1
    warn(line)
  }
  const business = await readBusiness(config, report)
  for (const line of await describeProblems(config.dataDir, checkPhoneNumbers(business.profile))) report(line)
  const messages: string[] = []
  const app = await buildApp(config, { business, warn: (message) => messages.push(message) })
  const { problems, warnings } = await app.checkSite()
  await app.close()
  for (const line of new Set([...messages, ...warnings])) if (!problems.includes(line)) report(line)
  if (problems.length > 0) throw new InputError(problems)
  const { catalog, pricing, faq } = business
  const questions = faq.categories.flatMap(({ items }) => items).length
  const counts = [
    count(catalog.services.length, 'service'),
    count(pricing.packages.length, 'package'),
    count(questions, 'question')
  ].join(', ')
  const result = warned === 0 ? 'no problems' : `no problems, ${count(warned, 'warning')}`
  process.stdout.write(`${config.dataDir}: ${result} (${counts})\n`)
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
