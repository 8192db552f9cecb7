import t from 'tap'
import { crawlers, robotsTokens } from '../../src/base/crawlers.ts'
import { baseUrl } from '../helper.ts'
import { discover, page, pagesOf } from './discover.ts'

const pages = pagesOf([page('/')])

t.test('robots.txt allows everything to all crawlers, and lists AI crawlers by name', async (t) => {
  const { body } = await (await discover(t, pages)).inject('/robots.txt')
  const groups = body.split('\n\n').slice(1, -1)
  const names = groups.map((group) => group.match(/^User-agent: (.*)/)?.[1])
  t.strictSame(names, ['*', ...crawlers, ...robotsTokens])
  t.equal(new Set(names).size, names.length)
  for (const group of groups) {
    t.match(group, /\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\nAllow: \/$/)
  }
  t.notMatch(body, 'Disallow')
  t.ok(body.endsWith(`\n\nSitemap: ${baseUrl}/sitemap-index.xml\n`))
})

t.test('robots.txt has only fields that validators of robots.txt know', async (t) => {
  const { body } = await (await discover(t, pages)).inject('/robots.txt')
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'))
  const fields = new Set(lines.map((line) => line.slice(0, line.indexOf(':'))))
  // RFC 9309 has the first two, and section 2.2.4 the third as an example of others.
  t.same(fields, new Set(['User-agent', 'Allow', 'Sitemap', 'Content-Signal']))
})
