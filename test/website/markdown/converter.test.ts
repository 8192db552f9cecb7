import t from 'tap'
import type { Source } from '../../../src/website/markdown/convert.ts'
import { Converter } from '../../../src/website/markdown/converter.ts'

const page = (main: string): Source => ({
  bytes: Buffer.from(`<main><h1>א</h1>${main}</main>`),
  address: 'https://shop.example/',
  language: 'he',
  modified: '2026-11-20',
  preface: '> preface'
})
const small = page('<p>ב')
// Every cell of it spans a thousand columns and rows.
const endless = page(
  `<table><tr>${'<td colspan=1000 rowspan=1000>x'.repeat(100)}${'<tr>'.repeat(2000)}</table>`
)

t.test('the conversion in a thread', async (t) => {
  const hasty = new Converter({ conversion: 500, idle: 1 })
  const patient = new Converter({ conversion: 60_000, idle: 1 })
  let alive = 0
  process.on('worker', (worker) => {
    alive += 1
    worker.once('exit', () => {
      alive -= 1
    })
  })

  t.test(
    'goes on after a page that takes too long, or fails, and lets all else go on meanwhile',
    async (t) => {
      const broken: Source = Object({ ...small, bytes: 'no bytes' })
      const conversions = Promise.all([
        hasty.convert(endless),
        patient.convert(broken),
        patient.convert(small)
      ])
      let isOver = false
      conversions.then(() => {
        isOver = true
      })
      let turns = 0
      for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve))
      const [late, failed, converted] = await conversions
      t.match(late, { refusal: 'it takes longer than 0.5 s to convert' })
      t.match(failed, { refusal: /^its conversion failed \(.+\)$/ })
      t.match(converted, { markdown: /# א\n\nב\n$/, language: 'he' })
      t.ok(turns > 100, `${turns} turns`)
    }
  )

  t.test('keeps no thread that waits, and ends what it was given before it closes', async (t) => {
    while (alive > 0) await new Promise((resolve) => setImmediate(resolve))
    const conversion = patient.convert(small)
    await patient.close()
    t.match(await conversion, { markdown: /ב/ })
    await Promise.all([patient.close(), hasty.close()])
    t.equal(alive, 0)
  })
})
