import t from 'tap'
import { checkText } from '../../../src/base/check-text.ts'
import { findWarnings } from '../../../src/business/checks/warnings.ts'
import { isSamePhone } from '../../../src/business/phones.ts'
import { isDraft } from '../../../src/folder/markdown-pages.ts'
import { htmlToMarkdown } from '../../../src/markdown/html-to-markdown.ts'
import { readLogo } from '../../../src/pictures/drawings.ts'
import { measure } from '../measured.ts'

function costOf(task: () => unknown): number {
  const before = process.cpuUsage()
  task()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const pages: Record<string, (count: number) => string> = {
  'items that close no paragraph': (count) => '<li><p>x'.repeat(count / 200),
  'items at every depth of a paragraph': (count) => '<div><p><li></li></p>'.repeat(count / 200),
  'end tags without a start tag': (count) => `${'<i>'.repeat(2000)}${'</b>'.repeat(count / 4)}`,
  'spaces in code': (count) => `<pre>x${' '.repeat(count)}x</pre>`,
  'spaces in code in a cell': (count) => `<table><tr><td><pre>x${' '.repeat(count)}x</pre></table>`,
  'empty lines': (count) => `<p>x${'\n'.repeat(count)}x<b>y</b></p>`,
  backticks: (count) => `<pre>${'` '.repeat(count / 2)}</pre>`,
  'unclosed emphasis': (count) => `<p>${'<b>x <i>y '.repeat(count / 200)}`,
  'a data URL': (count) => `<p>x<img alt=x src="data:image/png;base64,${'A'.repeat(count)}">`,
  'an unfinished head': (count) => '</head '.repeat(count / 7)
}
const marks = ['א\u200e', '5 \u200f', '\u200f\n', 'کتاب\u200cها', '👩\u200d👧', '\u0301', ' ', '\u2764\ufe0f']

t.test('a text from outside takes at most linear time', async (t) => {
  t.test('as a page', async (t) => {
    const given = { url: 'https://shop.example/page/', language: 'he', modified: undefined, preface: '' }
    const convert = (html: string) => htmlToMarkdown({ ...given, bytes: Buffer.from(html) })
    for (const [name, build] of Object.entries(pages)) {
      const [few, many] = [250_000, 1_000_000].map((count) => costOf(() => convert(build(count))))
      measure(t, name, Number(many), 4 * Number(few) + 250, 'ms')
    }
  })

  t.test('as data', async (t) => {
    // Quadratic time would take minutes for a million characters.
    for (const part of marks) {
      const cost = costOf(() => Array.from(checkText(part.repeat(1e6 / part.length))))
      measure(t, JSON.stringify(part), cost, 10_000, 'ms')
    }
  })

  t.test('as a number, front matter, Hebrew or a logo', async (t) => {
    const comment = `<!-- fill=${' '.repeat(60_000)}; -->${'@media'.repeat(20_000)}`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${comment}</svg>`
    const texts: Record<string, () => unknown> = {
      'spaces in a phone number': () => isSamePhone(`tel:1${' '.repeat(100_000)}2`, '12'),
      'lines of spaces': () =>
        isDraft('/a.md', `---\nbuild:\n${`${' '.repeat(30_000)}\n`.repeat(4)}a: b\n---\n`),
      'spaces after a key': () => isDraft('/a.md', `---\ndraft:${' '.repeat(50_000)}x\n---\n`),
      'points on a letter': () =>
        findWarnings({ 'profile.json': { tagline: `א${'\u05b0'.repeat(100_000)}` } }),
      'spaces in a comment': () => readLogo(Buffer.from(svg), {})
    }
    for (const [name, task] of Object.entries(texts)) measure(t, name, costOf(task), 1000, 'ms')
  })
})
