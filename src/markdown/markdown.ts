import { codeOf } from '../base/json-value.ts'
import { programNear, TaskError, TaskThread, UnavailableError } from '../base/tasks.ts'
import type { Conversion, HtmlPage } from './html-to-markdown.ts'
import type { MarkdownSource, Rendering } from './markdown-to-html.ts'

export type Task = { htmlToMarkdown: HtmlPage } | { markdownToHtml: MarkdownSource }

export { decodeHtml, maxHeadLength, readHead, refusesIndexing } from './head.ts'
export type { Conversion } from './html-to-markdown.ts'
export type { Rendering } from './markdown-to-html.ts'

// One thread for the whole process, so a reload needs no memory for a second one.
const sharedThread = new TaskThread(programNear(import.meta, 'worker'))

export type Converter = ReturnType<typeof createConverter>

/** Converts and renders pages in a worker thread, one page at a time, so no page blocks the event loop. */
export function createConverter(warn: (message: string) => void, thread = sharedThread) {
  const counts = { success: 0, failure: 0 }
  const run = <Result>(task: Task): Promise<Result> =>
    thread.run<Result>(task).catch((error) => {
      if (error instanceof UnavailableError)
        warn(`cannot start the thread that converts pages (${error.cause})`)
      throw error
    })
  return {
    counts,
    /** Rejects if the thread does not respond, or if the conversion of a trusted page fails, because then the page is not the cause. */
    htmlToMarkdown: async (page: HtmlPage): Promise<Conversion> => {
      const conversion = await run<Conversion>({ htmlToMarkdown: page }).catch((error) => {
        if (page.isTrusted) throw error
        return failureOf(error)
      })
      counts['failure' in conversion ? 'failure' : 'success'] += 1
      return conversion
    },
    /** Rejects if the thread does not respond. */
    markdownToHtml: (text: MarkdownSource): Promise<Rendering> =>
      run<Rendering>({ markdownToHtml: text }).catch(failureOf)
  }
}

/** Rethrows an error that the page does not cause. */
function failureOf(error: Error): { failure: string } {
  // The same page would cause the same error again.
  const isCausedByPage = error instanceof TaskError || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
  if (!isCausedByPage) throw error
  return { failure: `its conversion failed (${error.message})` }
}
