import { codeOf } from '../../business/error-code.ts'
import type { Comparison, PageToCheck } from './compare.ts'
import type { Conversion, PageToConvert } from './convert.ts'
import { PageThread, TaskError } from './page-thread.ts'
import type { RenderedMarkdown, TextToRender } from './render-markdown.ts'

// One thread for the whole process, so a reload needs no memory for a second one.
const sharedThread = new PageThread()

/** Converts, renders and checks pages in a worker thread, one page at a time, so no page blocks the event loop. */
export class Converter {
  /** The number of successful and failed conversions. */
  readonly counts = { success: 0, failure: 0 }
  readonly #thread: PageThread

  constructor(thread = sharedThread) {
    this.#thread = thread
  }

  /**
   * Returns the page as Markdown, or the limit that the page exceeds. Rejects if the thread does not respond, or if the
   * conversion of a trusted page fails, because then the page is not the cause.
   */
  async convert(page: PageToConvert): Promise<Conversion> {
    const conversion = await this.#thread.run<Conversion>({ convert: page }).catch((error) => {
      if (page.isTrusted) throw error
      return failureOf(error)
    })
    this.counts['failure' in conversion ? 'failure' : 'success'] += 1
    return conversion
  }

  /** Returns a text as the HTML of a page, or the limit that it exceeds. Rejects if the thread does not respond. */
  render(text: TextToRender): Promise<RenderedMarkdown> {
    return this.#thread.run<RenderedMarkdown>({ render: text }).catch(failureOf)
  }

  /** Compares a page with facts in the thread. Rejects if the comparison fails. */
  compare(page: PageToCheck): Promise<Comparison> {
    return this.#thread.run<Comparison>({ compare: page })
  }
}

/** Returns whether the same page would cause the same error again. */
const isCausedByPage = (error: unknown) =>
  error instanceof TaskError || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'

/** Returns an error that a page causes as the reason why it cannot be converted. Rethrows any other error. */
function failureOf(error: Error): { failure: string } {
  if (isCausedByPage(error)) return { failure: `its conversion failed (${error.message})` }
  throw error
}
