import type { FastifyInstance } from 'fastify'
import type { Verdict } from './judge.ts'
import type { Question } from './questions.ts'
import { judge, type Surface, surfaces } from './surfaces.ts'

/** What a surface gives for one question, and what a reader fetched for it. */
export interface Score {
  surface: string
  question: Question
  verdict: Verdict
  bytes: number
  tokens: number
}

// The estimate of the header X-Markdown-Tokens.
const bytesPerToken = 4

/** Asks every question on every surface of an app. */
export async function measureFacts(
  app: FastifyInstance,
  { questions, sections }: { questions: Question[]; sections: string[] }
): Promise<Score[]> {
  const labels = questions.flatMap(({ label }) => label ?? [])
  const scores: Score[] = []
  for (const surface of surfaces) {
    for (const question of questions) scores.push(await score(app, surface, question, { labels, sections }))
  }
  return scores
}

/** Reads documents until one has an answer, right or wrong. A fact that is not stated must be missing in all of them. */
async function score(
  app: FastifyInstance,
  surface: Surface,
  question: Question,
  neighbours: { labels: string[]; sections: string[] }
): Promise<Score> {
  let bytes = 0
  let tokens = 0
  let verdict: Verdict = question.kind === 'unstated' ? 'right' : 'missing'
  for await (const document of surface.read(app, question)) {
    bytes += document.bytes
    tokens += Math.ceil(Buffer.byteLength(document.text) / bytesPerToken)
    const found = judge(document, question, neighbours)
    if (found === 'wrong' || (found === 'right' && question.kind !== 'unstated')) {
      verdict = found
      break
    }
  }
  return { surface: surface.name, question, verdict, bytes, tokens }
}
