import { readFileSync } from 'node:fs'
import t from 'tap'
import { askCommand, judgeAnswer } from '../../bench/facts/ask.ts'
import { textOfHtml, turndown } from '../../bench/facts/documents.ts'
import { businesses } from '../../bench/facts/facts.ts'
import { judgeJson, judgeText } from '../../bench/facts/judge.ts'
import { measureFacts } from '../../bench/facts/measure.ts'
import { readQuestions } from '../../bench/facts/questions.ts'
import { fieldOf } from '../../src/base/json-value.ts'
import { build, facts } from '../helper.ts'
import { shipped } from '../shipped.ts'

/** Returns the value at `file#pointer` in a folder of data; null if it does not exist. */
function valueAt(folder: string, place: string): unknown {
  const [name, pointer = ''] = place.split('#')
  try {
    const document: unknown = JSON.parse(readFileSync(`${folder}/data/${name}.json`, 'utf8'))
    return pointer.split('/').slice(1).reduce(fieldOf, document) ?? null
  } catch {
    return null
  }
}

/** Returns the parts of the right answer that its facts must contain: amounts, times and the question of an FAQ. */
function listParts(kind: string, accept: unknown[], label = ''): string[] {
  if (kind === 'price') return accept.map(String)
  if (kind === 'hours') return Array.from(String(accept[0]).matchAll(/\d\d:\d\d/g), ([time]) => `"${time}"`)
  return [label]
}

t.test('the questions of the benchmark', async (t) => {
  const names = shipped.map(({ name }) => name)
  t.same(
    businesses.filter(({ name }) => !names.includes(name)),
    []
  )
  for (const { name, folder } of businesses) {
    const { questions } = readQuestions(name)
    t.equal(new Set(questions.map(({ id }) => id)).size, 30, `${name} has 30 questions`)
    for (const { id, facts, kind, accept, label } of questions) {
      for (const [place, value] of Object.entries(facts))
        t.same(valueAt(folder, place), value, `${name}, ${id}: the data has the fact ${place}`)
      for (const part of listParts(kind, accept, id.startsWith('faq-') ? label : undefined))
        t.ok(JSON.stringify(facts).includes(part), `${name}, ${id}: the facts have ${part}`)
    }
  }
})

t.test('readers without a model', async (t) => {
  const { questions, sections } = readQuestions('bicycle-workshop')
  const labels = questions.flatMap(({ label }) => label ?? [])
  const find = (id: string) => {
    const question = questions.find((item) => item.id === id)
    if (question === undefined) throw new Error(id)
    return question
  }
  const judge = (id: string, text: string) => judgeText(text, find(id), { labels, sections })

  const folder = 'examples/bicycle-workshop'
  const business = await facts(`${folder}/data`)
  const app = await build(t, { business }, { dataDir: `${folder}/data`, siteDir: `${folder}/site` })

  t.test('find the right answer on every surface of a business, and no wrong one', async (t) => {
    const scores = await measureFacts(app, { questions, sections })
    const list = (verdict: string) =>
      scores
        .filter((score) => score.verdict === verdict)
        .map(({ surface, question }) => `${surface}: ${question.id}`)
    t.same(list('wrong'), [])
    t.same(
      list('missing').filter((line) => !/^(JSON-LD|MCP, search)/.test(line)),
      []
    )
  })

  t.test('take the answer after the label, and not that of its neighbour', async (t) => {
    const page = '- [Brake repair](/a/) £16.50–£32.00 per brake\n- [Gear repair](/b/) From £18.50'
    t.equal(judge('price-brakes', page), 'right')
    t.equal(judge('price-gears', page), 'right')
    t.equal(judge('price-gears', page.replace('18.50', '16.50')), 'wrong')
    t.equal(judge('price-brakes', `${page}\n- Brake repair £30`), 'wrong', 'a stale price elsewhere')
    t.equal(judge('price-brakes', '- Brake repair\n- Gear repair From £18.50'), 'missing')
    t.equal(judge('price-safety-check', '# Safety check\n\nWe check brakes.\n\nFree'), 'right')
    t.equal(judge('hours-monday', '| Monday | Closed |'), 'right')
    t.equal(judge('hours-monday', '| Monday | 09:00–13:00 |'), 'wrong')
    t.equal(judge('hours-thursday', '| Thursday | 08:00–13:00 |\n| Friday | 14:00–20:00 |'), 'wrong')
    t.equal(judge('tax', 'Prices exclude VAT.'), 'wrong')
    t.equal(judge('licence', 'The licence of the texts is CC BY.'), 'wrong')
    t.equal(judge('email', 'Write to workshop@aireholme-cycles.example.'), 'right')
  })

  t.test('read JSON by its structure', async (t) => {
    const service = { name: 'Brake repair', from_ils: 17, price: { amount: '16.50', max: '32.00' } }
    t.equal(judgeJson([service], find('price-brakes')), 'right')
    t.equal(judgeJson([{ ...service, price: { amount: '16.50' } }], find('price-brakes')), 'wrong')
    t.equal(judgeJson({ opening_hours: [] }, find('hours-monday')), 'right')
    t.equal(judgeJson({ opening_hours: [] }, find('hours-saturday')), 'wrong')
    t.equal(judgeJson({ tax: { included: false } }, find('tax')), 'wrong')
    t.equal(judgeJson({}, find('tax')), 'missing')
  })

  t.test('see neither scripts nor hidden text', (t) => {
    const html = '<main><p>a <b>b</b></p><p hidden>c</p><script>d</script></main>'
    t.equal(textOfHtml(html).trim(), 'a b')
    t.equal(turndown(html.replace(/<p hidden>.*?<\/p>/, '')), 'a **b**')
    t.end()
  })

  t.test('are replaced by any command that answers a question on its standard input', async (t) => {
    const question = find('price-brakes')
    // It answers only if it gets both the question and documents with the price.
    const answer = `awk '$0 == "Question: ${question.question}" { asked = 1 } /16.50?/ && asked { print "£16.50–£32.00"; exit }'`
    const scores = await askCommand(app, [question], answer)
    t.same(
      scores.filter(({ verdict }) => verdict !== 'right').map(({ surface }) => surface),
      []
    )
    await t.rejects(askCommand(app, [question], 'exit 3'), { message: '"exit 3" ended with 3' })
  })

  t.test('judge the answers of a model', async (t) => {
    t.equal(judgeAnswer('£16.50–£32.00', find('price-brakes')), 'right')
    t.equal(judgeAnswer('£16.50', find('price-brakes')), 'wrong')
    t.equal(judgeAnswer('Saturday: 09:00–13:00', find('hours-saturday')), 'right')
    t.equal(judgeAnswer('Yes, 20% is included.', find('tax')), 'right')
    t.equal(judgeAnswer('No', find('tax')), 'wrong')
    t.equal(judgeAnswer('Not stated.', find('licence')), 'right')
    t.equal(judgeAnswer('CC BY 4.0', find('licence')), 'wrong')
    t.equal(judgeAnswer('not stated', find('postcode')), 'missing')
    t.equal(judgeAnswer('It is LS1 0VK.', find('postcode')), 'right')
  })
})
