import t, { type Test } from 'tap'
import { send } from '../../../harness/exchange.ts'
import { dataWith, folderWith } from '../../helper.ts'
import { measure } from '../measured.ts'
import { costOf, maxCostMs, startLimited, twoRounds } from './limited-server.ts'

const page = (body: string) => `<!doctype html><title>Page</title><body>${body}`
const numbers = (length: number) => Array.from({ length }, (_, index) => index)
const largePages = numbers(60).map((index): [string, string] => [
  `large/${index}.html`,
  page(`<p>${`word ${index} `.repeat(200_000)}`).slice(0, 1_990_000)
])
const exploding = {
  'rows.html': page(`<table><tr><td rowspan=2000>${'x'.repeat(60_000)}${'<tr>'.repeat(4000)}</table>`),
  'columns.html': page(`<table><tr>${'<td colspan=1000>'.repeat(1000)}${'<tr><td>x'.repeat(20_000)}</table>`),
  'headings.html': page('<h1>'.repeat(480_000)),
  'quotations.html': page(`${'<blockquote>x'.repeat(115_000)}`),
  'lines.html': page(`${'<blockquote>'.repeat(150)}${'<p>x'.repeat(90_000)}`),
  'attributes.html': page(`<p ${numbers(250_000).map(String).join(' a')}>`),
  'end-tags.html': page(`${'<i>'.repeat(5000)}${'</b>'.repeat(400_000)}`),
  'spaces.html': page(`<pre>x${' '.repeat(1_900_000)}x</pre>`),
  'digits.html': page('1'.repeat(1_900_000)),
  'base.html': `<base href="/${'b'.repeat(60_000)}/">${page('<a href=x>x</a> '.repeat(100_000))}`,
  'data-url.html': page(`<img alt=x src="data:image/png;base64,${'A'.repeat(1_900_000)}">`),
  'title.html': `<title>${'t'.repeat(1_900_000)}</title>`,
  'large.html': page('<p>word '.repeat(3_500_000)),
  'larger.html': page('x'.repeat(30_000_000))
}

// Pages in Markdown: each file is within its limit of 500 KB.
const text = (body: string) => `---\ntitle: Text\n---\n${body.slice(0, 499_000)}`
const explodingTexts = {
  'brackets.md': text('['.repeat(499_000)),
  'images.md': text('!['.repeat(249_000)),
  'asterisks.md': text('*'.repeat(499_000)),
  'emphasis.md': text('**_* '.repeat(99_000)),
  'quotes.md': text('> '.repeat(249_000)),
  'nested.md': text(Array.from(Array(900), (_, depth) => `${' '.repeat(depth)}- a\n`).join('')),
  'list.md': text('- a\n'.repeat(124_000)),
  'references.md': text(`[a]: /${'u'.repeat(1900)}\n\n${'[a] '.repeat(120_000)}`),
  'cells.md': text(`${'|a'.repeat(1000)}\n${'|-'.repeat(1000)}\n${'|\n'.repeat(240_000)}`),
  'long.md': text('A word, and a [link](other.md). '.repeat(15_000)),
  'flow.md': `---\ntitle: ${'['.repeat(1980)}\n---\n`,
  'mappings.md': `---\ntitle: ${'{a: '.repeat(490)}\n---\n`
}
const textPaths = Object.keys(explodingTexts).map((name) => `/${name.replace('.md', '/')}`)
const pagePaths = Object.keys(exploding).map((name) => `/${name}`)

t.test('pages that are expensive to convert leave the server up', async (t) => {
  const own = { 'index.html': page('<h1>Home'), ...Object.fromEntries(largePages) }
  const server = await startLimited(t, {
    SITE_DIR: folderWith(t, { ...own, ...exploding, ...explodingTexts })
  })
  const get = async (path: string, accept = 'text/html') => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { accept } })
    let size = 0
    for await (const chunk of response.body ?? []) size += chunk.length
    return { status: response.status, size }
  }
  const measureAll = async (t: Test, paths: string[], accept?: string) => {
    for (const path of paths) measure(t, path, await costOf(server, () => get(path, accept)), maxCostMs, 'ms')
  }

  await t.test('in Markdown each take little time of the event loop', (t) => measureAll(t, textPaths))

  await twoRounds(t, server, async () => {
    for (const path of pagePaths) {
      t.equal((await get(path)).status, 200, `${path} as HTML`)
      t.match((await get(path, 'text/markdown')).status, /200|406/, `${path} as Markdown`)
    }
    for (const path of textPaths) {
      t.match((await get(path)).status, /200|404/, `${path} as HTML`)
      t.match((await get(path, 'text/markdown')).status, /200|404|406/, `${path} as Markdown`)
    }
    const all = await Promise.all(largePages.map(([path]) => get(`/${path}`)))
    t.same(new Set(all.map(({ status }) => status)), new Set([200]))
    // A built-in page is always converted.
    for (const path of ['/', '/developers/']) t.equal((await get(path, 'text/markdown')).status, 200, path)
    t.equal((await get('/sitemap-1.xml')).status, 200)
    t.ok((await get('/llms-full.txt')).size > 1000)
  })

  await t.test('each take little time of the event loop', (t) => measureAll(t, pagePaths, 'text/markdown'))
})

function createPages(t: Test, count: number, bytes: number): string {
  const words = 'שלום עולם, '.repeat(bytes / 19)
  const describe = (index: number) =>
    `<title>${'א'.repeat(500)} ${index}</title><meta name="description" content="${'ב'.repeat(900)}">`
  const pages = numbers(count).map((index) => [
    `p/${index}.html`,
    `<html lang="he">${describe(index)}<p>${index} ${words}`
  ])
  return folderWith(t, Object.fromEntries(pages))
}

t.test('first requests for 400 pages of 200 KB at once, in every form, leave the server up', async (t) => {
  const count = 400
  const server = await startLimited(t, { SITE_DIR: createPages(t, count, 200_000) })
  await twoRounds(t, server, async () => {
    for (const headers of [{ accept: 'text/markdown' }, { 'accept-encoding': 'br' }]) {
      const ask = (index: number) => send(server.port, { path: `/p/${index}`, headers })
      const replies = await Promise.all(numbers(count).map(ask))
      t.same([...new Set(replies.map(({ status }) => status))], [200])
    }
  })
})

const answer = '* _ '.repeat(480)
const items = numbers(1990).map((index) => ({ question: `${index}?`, answer }))
const documents: [name: string, settings: (t: Test) => Record<string, string>, paths: string[]][] = [
  [
    '9,000 pages with long titles',
    (t) => ({ SITE_DIR: createPages(t, 9000, 1000) }),
    ['/sitemap-1.xml', '/sitemap.md', '/llms.txt', '/llms-full.txt']
  ],
  [
    '2,000 long answers in text that Markdown and HTML escape',
    (t) => ({ DATA_DIR: dataWith(t, { faq: { language: 'he', categories: [{ name: 'x', items }] } }) }),
    ['/faq/', '/faq.md', '/llms-full.txt']
  ]
]
for (const [name, settings, paths] of documents)
  t.test(`${name} leave the server up`, async (t) => {
    const server = await startLimited(t, settings(t))
    await twoRounds(t, server, async () => {
      for (const path of paths) t.equal((await send(server.port, { path })).status, 200, path)
    })
  })
