import { extname } from 'node:path'
import type { Worker } from 'node:worker_threads'
import t from 'tap'
import { TaskThread } from '../../src/base/tasks.ts'
import type { HtmlPage } from '../../src/markdown/html-to-markdown.ts'
import { createConverter } from '../../src/markdown/markdown.ts'

const workerFile = new URL(`../../src/markdown/worker${extname(import.meta.filename)}`, import.meta.url)

const page = (main: string): HtmlPage => ({
  bytes: Buffer.from(`<main><h1>א</h1>${main}</main>`),
  url: 'https://shop.example/',
  language: 'he',
  modified: '2026-11-20',
  preface: '> preface'
})
const small = page('<p>ב')
// Every cell spans a thousand columns and rows.
const endless = page(
  `<table><tr>${'<td colspan=1000 rowspan=1000>x'.repeat(100)}${'<tr>'.repeat(2000)}</table>`
)

t.test('the conversion in a worker thread', async (t) => {
  let alive = 0
  const count = (worker: Worker) => {
    alive += 1
    worker.once('exit', () => {
      alive -= 1
    })
  }
  process.on('worker', count)
  t.teardown(() => process.off('worker', count))
  const times = { timeoutMs: 60_000, idleMs: 1 }
  const warn = (message: string) => t.fail(message)

  t.test('does not block the event loop', async (t) => {
    const converter = createConverter(warn, new TaskThread(workerFile, times))
    let isOver = false
    const conversion = converter.htmlToMarkdown(small).finally(() => {
      isOver = true
    })
    let turns = 0
    for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve))
    t.match(await conversion, { markdown: /# א\n\nב\n$/, language: 'he' })
    t.ok(turns > 10, `${turns} turns`)
    while (alive > 0) await new Promise((resolve) => setImmediate(resolve))
    t.same(converter.counts, { success: 1, failure: 0 }, 'the idle thread is terminated')
  })

  t.test('survives a page that throws; rejects only if the page is trusted', async (t) => {
    const converter = createConverter(warn, new TaskThread(workerFile, times))
    const broken = { ...small, url: 'no URL' }
    t.match(await converter.htmlToMarkdown(broken), {
      failure: 'its conversion failed (TypeError: Invalid URL)'
    })
    await t.rejects(converter.htmlToMarkdown({ ...broken, isTrusted: true }), {
      message: 'TypeError: Invalid URL'
    })
    t.match(await converter.htmlToMarkdown(small), { markdown: /ב/ })
    t.same(converter.counts, { success: 1, failure: 1 })
  })

  t.test('rejects if the thread does not respond, and counts no failure', async (t) => {
    const converter = createConverter(warn, new TaskThread(workerFile, { timeoutMs: 300, idleMs: 1 }))
    await t.rejects(converter.htmlToMarkdown({ ...endless, isTrusted: true }), { name: 'AbortError' })
    // A page that is not trusted reaches a limit after a while.
    const hasty = createConverter(warn, new TaskThread(workerFile, { timeoutMs: 1, idleMs: 1 }))
    await t.rejects(hasty.htmlToMarkdown(endless), { name: 'AbortError' })
    for (const { counts } of [converter, hasty]) t.same(counts, { success: 0, failure: 0 })
    t.equal(alive, 0)
  })

  t.test('survives a page that needs more memory than the thread has', async (t) => {
    const limits = { maxOldGenerationSizeMb: 14, maxYoungGenerationSizeMb: 4 }
    const converter = createConverter(warn, new TaskThread(workerFile, times, limits))
    const large = page('<p>x<br>y'.repeat(30_000))
    t.match(await converter.htmlToMarkdown(large), { failure: /memory/ })
    t.match(await converter.htmlToMarkdown(small), { markdown: /ב/ })
  })

  t.test('rejects and warns if its thread cannot be started', async (t) => {
    const warnings: string[] = []
    const file = new URL('data:text/javascript,process.exit()')
    const converter = createConverter((warning) => warnings.push(warning), new TaskThread(file, times))
    await t.rejects(converter.htmlToMarkdown(small), { message: /not available/ })
    t.same(warnings, ['cannot start the thread that converts pages (Error: the thread has ended)'])
  })
})
