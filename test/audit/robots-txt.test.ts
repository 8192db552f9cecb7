import t from 'tap'
import { isAllowed, parseRobots } from '../../src/audit/robots-txt.ts'

t.test('robots.txt is read as RFC 9309 has it', (t) => {
  const groups = parseRobots(
    [
      'Sitemap: https://a.example/sitemap.xml',
      'user-agent: One # the first',
      'User-Agent: Two',
      '',
      'Disallow: /private',
      'Allow: /private/open$',
      'Allow: /same',
      'Disallow: /same',
      '',
      'User-agent: *\r\nDisallow: /*.pdf\r\nDisallow:',
      'User-agent: one',
      'Disallow: /more'
    ].join('\n')
  )
  t.strictSame([...groups.keys()], ['one', 'two', '*'])
  for (const [agent, path, allowed] of [
    ['one', '/', true],
    ['One', '/private/x', false],
    ['TWO', '/private', false],
    ['two', '/private/open', true],
    ['two', '/private/open/not', false],
    ['two', '/same', true],
    ['two', '/price.pdf', true],
    ['one', '/more', false],
    ['two', '/more', true],
    ['three', '/price.pdf', false],
    ['three', '/private', true]
  ] as const) {
    t.equal(isAllowed(groups, agent, path), allowed, `${agent} ${path}`)
  }
  t.equal(isAllowed(parseRobots(''), 'one', '/'), true)
  t.end()
})
