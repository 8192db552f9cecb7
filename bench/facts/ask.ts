import { spawn } from 'node:child_process'
import type { FastifyInstance } from 'fastify'
import { normalize } from './documents.ts'
import { judgeText, type Verdict } from './judge.ts'
import type { Score } from './measure.ts'
import type { Question } from './questions.ts'
import { surfaces } from './surfaces.ts'

const instruction = [
  'Answer the question in one line, from these documents only. If they do not state it, write: not stated.',
  'Write hours as 09:00–17:00, a day without hours as: closed. Write amounts with the sign of their currency.'
].join(' ')

/**
 * Gives a command each question with the documents of each surface on its standard input, and judges what it writes to
 * its standard output. Rejects if the command fails.
 */
export async function askCommand(
  app: FastifyInstance,
  questions: Question[],
  command: string
): Promise<Score[]> {
  const scores: Score[] = []
  for (const surface of surfaces) {
    for (const question of questions) {
      const documents: { bytes: number; text: string }[] = []
      for await (const document of surface.read(app, question)) documents.push(document)
      const text = documents.map((document) => document.text).join('\n\n')
      const prompt = `${instruction}\n\nQuestion: ${question.question}\n\n${text}\n`
      const bytes = documents.reduce((sum, document) => sum + document.bytes, 0)
      const tokens = Math.ceil(Buffer.byteLength(prompt) / 4)
      const verdict = judgeAnswer(await run(command, prompt), question)
      scores.push({ surface: surface.name, question, verdict, bytes, tokens })
    }
  }
  return scores
}

/**
 * Judges the answer of a model in words. A text that is right in other words counts as missing, so a person reads the
 * answers that are missing.
 */
export function judgeAnswer(answer: string, question: Question): Verdict {
  const { section: _, label = 'Answer', ...rest } = question
  const isUnstated = /not stated/i.test(answer)
  if (rest.kind === 'unstated') return isUnstated ? 'right' : 'wrong'
  if (isUnstated) return 'missing'
  if (rest.kind === 'price' || rest.kind === 'hours')
    return judgeText(`${label}: ${answer.replace(label, '')}`, { ...rest, label }, noNeighbours)
  const [first = ''] = question.answer.split(/[ ,]/)
  if (rest.kind === 'tax') return normalize(answer).trim().startsWith(first) ? 'right' : 'wrong'
  return judgeText(answer, { ...rest, accept: [...rest.accept, question.answer] }, noNeighbours)
}

const noNeighbours = { labels: [], sections: [] }

function run(command: string, input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] })
    const output: string[] = []
    child.stdout.on('data', (data) => output.push(String(data)))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(output.join('')) : reject(new Error(`"${command}" ended with ${code}`))
    )
    // A command that does not read its input closes it.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
