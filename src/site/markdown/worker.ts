import { parentPort } from 'node:worker_threads'
import { compare, type PageToCheck } from '../compare.ts'
import { convert, type Source } from './convert.ts'

/** A task for the worker thread. */
export type Task = { convert: Source } | { compare: PageToCheck }

/** The reply to a task. */
export type Reply<Result> = { result: Result } | { error: string }

const run = (task: Task) => ('convert' in task ? convert(task.convert) : compare(task.compare))

parentPort?.on('message', (task: Task) => {
  try {
    parentPort?.postMessage({ result: run(task) })
  } catch (error) {
    parentPort?.postMessage({ error: String(error) })
  }
})
parentPort?.postMessage('ready')
