import t from 'tap'
import { folder } from '../../site/folder.ts'
import { measure } from '../measured.ts'
import { costOf, maxCostMs, startLimited, twoRounds } from './limited-server.ts'

const page = (body: string) => `<!doctype html><title>Page</title><body>${body}`
const largePages = Array.from({ length: 60 }, (_, index): [string, string] => [
  `large/${index}.html`,
  page(`<p>${`word ${index} `.repeat(200_000)}`).slice(0, 1_990_000)
])
const exploding = {
  'rows.html': page(`<table><tr><td rowspan=2000>${'x'.repeat(60_000)}${'<tr>'.repeat(4000)}</table>`),
  'columns.html': page(`<table><tr>${'<td colspan=1000>'.repeat(1000)}${'<tr><td>x'.repeat(20_000)}</table>`),
  'headings.html': page('<h1>'.repeat(480_000)),
  'quotations.html': page(`${'<blockquote>x'.repeat(115_000)}`),
  'lines.html': page(`${'<blockquote>'.repeat(150)}${'<p>x'.repeat(90_000)}`),
  'attributes.html': page(`<p ${Array.from({ length: 250_000 }, (_, index) => `a${index}`).join(' ')}>`),
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
  'nested.md': text(Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')),
  'list.md': text('- a\n'.repeat(124_000)),
  'references.md': text(`[a]: /${'u'.repeat(1900)}\n\n${'[a] '.repeat(120_000)}`),
  'cells.md': text(`${'|a'.repeat(1000)}\n${'|-'.repeat(1000)}\n${'|\n'.repeat(240_000)}`),
  'long.md': text('A word, and a [link](other.md). '.repeat(15_000)),
  'flow.md': `---\ntitle: ${'['.repeat(1980)}\n---\n`,
  'mappings.md': `---\ntitle: ${'{a: '.repeat(490)}\n---\n`
}
const textPaths = Object.keys(explodingTexts).map((name) => `/${name.replace('.md', '/')}`)

t.test('pages that are expensive to convert leave the server up', async (t) => {
  const siteDir = folder(t, {
    'index.html': page('<h1>Home'),
    ...Object.fromEntries(largePages),
    ...exploding,
    ...explodingTexts
  })
  const server = await startLimited(t, { SITE_DIR: siteDir })
  const get = async (path: string, accept = 'text/html') => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { accept } })
    let size = 0
    for await (const chunk of response.body ?? []) size += chunk.length
    return { status: response.status, size }
  }

  await t.test('in Markdown each take little time of the event loop', async (t) => {
    for (const path of textPaths) {
      const cost = await costOf(server, () => get(path))
      measure(t, path, cost, maxCostMs, 'ms')
    }
  })

  await twoRounds(t, server, async () => {
    for (const path of Object.keys(exploding)) {
      t.equal((await get(`/${path}`)).status, 200, `${path} as HTML`)
      t.match((await get(`/${path}`, 'text/markdown')).status, /200|406/, `${path} as Markdown`)
    }
    for (const path of textPaths) {
      t.match((await get(path)).status, /200|404/, `${path} as HTML`)
      t.match((await get(path, 'text/markdown')).status, /200|404|406/, `${path} as Markdown`)
    }
    const all = await Promise.all(largePages.map(([path]) => get(`/${path}`)))
    t.same(new Set(all.map(({ status }) => status)), new Set([200]))
    t.equal((await get('/', 'text/markdown')).status, 200)
    t.equal((await get('/developers/', 'text/markdown')).status, 200, 'a built-in page is always converted')
    t.equal((await get('/sitemap-1.xml')).status, 200)
    t.ok((await get('/llms-full.txt')).size > 1000)
  })

  await t.test('each take little time of the event loop', async (t) => {
    for (const path of Object.keys(exploding)) {
      const cost = await costOf(server, () => get(`/${path}`, 'text/markdown'))
      measure(t, path, cost, maxCostMs, 'ms')
    }
  })
})
