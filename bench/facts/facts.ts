import { join } from 'node:path'
import { buildApp } from '../../src/app.ts'
import { readBusiness } from '../../src/business/loading/read-business.ts'
import { readConfig } from '../../src/config.ts'
import { askCommand } from './ask.ts'
import { measureFacts, type Score } from './measure.ts'
import { readQuestions } from './questions.ts'
import { surfaces } from './surfaces.ts'

/** The businesses of the benchmark, with the folder of each. */
export const businesses = [
  { name: 'sample', folder: '.' },
  ...['bicycle-workshop', 'dental-clinic', 'piano-tuner'].map((name) => ({
    name,
    folder: join('examples', name)
  }))
]

/** Asks the questions about each business, or gives them to a command. Returns the scores by the name of the business. */
export async function measureAll(command?: string): Promise<Map<string, Score[]>> {
  const scores = new Map<string, Score[]>()
  for (const { name, folder } of businesses) {
    const config = readConfig({ DATA_DIR: join(folder, 'data'), SITE_DIR: join(folder, 'site') })
    const app = await buildApp(config, { business: await readBusiness(config) })
    const questions = readQuestions(name)
    scores.set(
      name,
      command === undefined
        ? await measureFacts(app.fastify, questions)
        : await askCommand(app.fastify, questions.questions, command)
    )
    await app.close()
  }
  return scores
}

/** Writes the scores as a table, and a line for each wrong answer. */
export function formatScores(scores: Map<string, Score[]>): string {
  const all = [...scores.values()].flat()
  const rows = surfaces.map(({ name }) => {
    const own = all.filter(({ surface }) => surface === name)
    const count = (verdict: string) => own.filter((score) => score.verdict === verdict).length
    const right = own.filter(({ verdict }) => verdict === 'right')
    const counts = [count('right'), count('missing'), count('wrong')]
    const costs = [median(right.map(({ bytes }) => bytes)), median(right.map(({ tokens }) => tokens))]
    return `| ${name} | ${[...counts, ...costs].map((cell) => cell.toLocaleString('en')).join(' | ')} |`
  })
  const wrong = [...scores].flatMap(([business, list]) =>
    list
      .filter(({ verdict }) => verdict === 'wrong')
      .map(({ surface, question }) => `- ${business}, ${surface}: ${question.question}`)
  )
  const head = '| Surface | right | missing | wrong | bytes | tokens |\n| --- | --: | --: | --: | --: | --: |'
  return `${[head, ...rows, ...(wrong.length > 0 ? ['', 'Wrong:', '', ...wrong] : [])].join('\n')}\n`
}

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
