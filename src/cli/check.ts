import { buildApp } from '../app.ts'
import { InvalidDataError, readBusiness } from '../business/loading/read-business.ts'
import { formatProblem } from '../business/problem.ts'
import type { Config } from '../config.ts'

/** Checks the data and the site, and prints the item counts of the data. Rejects with the problems if there are any. */
export async function run(config: Config) {
  const warn = (message: string) => void process.stderr.write(`${message}\n`)
  const business = readBusiness(config, warn)
  const messages = new Set<string>()
  const app = await buildApp(config, { business, warn: (message) => messages.add(message) })
  const problems = (await app.checkSite((message) => messages.add(message))).map(formatProblem)
  await app.close()
  for (const message of [...messages].filter((line) => !problems.includes(line))) warn(message)
  if (problems.length > 0) throw new InvalidDataError(problems)
  const { services, pricing, faq } = business
  const questions = faq.categories.flatMap(({ items }) => items).length
  const counts = [
    count(services.examples.length, 'service'),
    count(pricing.packages.length, 'package'),
    count(questions, 'question')
  ].join(', ')
  process.stdout.write(`${config.dataDir}: no problems (${counts})\n`)
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
