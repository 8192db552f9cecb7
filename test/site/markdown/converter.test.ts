import type { Worker } from 'node:worker_threads'
import t from 'tap'
import type { PageToConvert } from '../../../src/site/markdown/convert.ts'
import { Converter } from '../../../src/site/markdown/converter.ts'
import { PageThread } from '../../../src/site/markdown/page-thread.ts'

const page = (main: string): PageToConvert => ({
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

  t.test('does not block the event loop', async (t) => {
    const converter = new Converter(new PageThread(times))
    let isOver = false
    const conversion = converter.convert(small).finally(() => {
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
    const converter = new Converter(new PageThread(times))
    const broken = { ...small, url: 'no URL' }
    t.match(await converter.convert(broken), { failure: 'its conversion failed (TypeError: Invalid URL)' })
    await t.rejects(converter.convert({ ...broken, isTrusted: true }), { message: 'TypeError: Invalid URL' })
    t.match(await converter.convert(small), { markdown: /ב/ })
    t.same(converter.counts, { success: 1, failure: 1 })
  })

  t.test('rejects if the thread does not respond, and counts no failure', async (t) => {
    const converter = new Converter(new PageThread({ timeoutMs: 300, idleMs: 1 }))
    await t.rejects(converter.convert({ ...endless, isTrusted: true }), { name: 'AbortError' })
    // A page that is not trusted reaches a limit after a while.
    const hasty = new Converter(new PageThread({ timeoutMs: 1, idleMs: 1 }))
    await t.rejects(hasty.convert(endless), { name: 'AbortError' })
    for (const { counts } of [converter, hasty]) t.same(counts, { success: 0, failure: 0 })
    t.equal(alive, 0)
  })

  t.test('survives a page that needs more memory than the thread has', async (t) => {
    const limits = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 1 }
    const converter = new Converter(new PageThread(times, limits))
    const large = page('<p>x<br>y'.repeat(40_000))
    t.match(await converter.convert(large), { failure: /memory/ })
    await t.rejects(converter.convert({ ...large, isTrusted: true }), { code: 'ERR_WORKER_OUT_OF_MEMORY' })
    t.match(await converter.convert(small), { markdown: /ב/ })
  })

  t.test('retries once if the thread dies', async (t) => {
    const converter = new Converter(new PageThread(times))
    process.once('worker', (worker) => worker.once('message', () => worker.terminate()))
    t.match(await converter.convert({ ...small, isTrusted: true }), { markdown: /ב/ })
  })

  t.test('converts and compares the pages of several sites one after another', async (t) => {
    const thread = new PageThread(times)
    const comparison = { bytes: small.bytes, facts: [], isTrusted: false, currency: { digits: 2, signs: [] } }
    let started = 0
    const watch = () => {
      started += 1
    }
    process.on('worker', watch)
    t.teardown(() => process.off('worker', watch))
    const [first, second] = await Promise.all([
      new Converter(thread).convert(small),
      new Converter(thread).compare(comparison)
    ])
    t.match(first, { markdown: /ב/ })
    t.same(second, { missing: [] })
    t.equal(started, 1, 'in one thread')
  })
})
