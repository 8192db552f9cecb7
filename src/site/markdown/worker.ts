import { parentPort } from 'node:worker_threads'
import { compare, type PageToCheck } from './compare.ts'
import { convert, type PageToConvert } from './convert.ts'
import type { TextToRender } from './render-markdown.ts'

/** A task for the worker thread. */
export type Task = { convert: PageToConvert } | { compare: PageToCheck } | { render: TextToRender }

/** The reply to a task. */
export type Reply<Result> = { result: Result } | { error: string }

async function run(task: Task) {
  if ('convert' in task) return convert(task.convert)
  if ('compare' in task) return compare(task.compare)
  // Loaded on first use, because most sites have no page in Markdown.
  const { renderMarkdown } = await import('./render-markdown.ts')
  return renderMarkdown(task.render)
}

parentPort?.on('message', async (task: Task) => {
  try {
    parentPort?.postMessage({ result: await run(task) })
  } catch (error) {
    parentPort?.postMessage({ error: String(error) })
  }
})
parentPort?.postMessage('ready')
