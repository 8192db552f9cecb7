import t from 'tap'
import { parseLinks } from '../../src/audit/checks/links.ts'
import { findForbidden, parseRobots } from '../../src/audit/checks/robots.ts'

t.test('parseLinks › returns targets, relations and types (RFC 8288)', (t) => {
  t.same(
    parseLinks(
      '</a>; rel="next prev"; type="text/html", <https://b.example/x,y;z>;rel=icon , </c>; title="a, b"'
    ),
    [
      { target: '/a', relations: ['next', 'prev'], type: 'text/html' },
      { target: 'https://b.example/x,y;z', relations: ['icon'] },
      { target: '/c', relations: [''] }
    ]
  )
  t.same(parseLinks(''), [])
  t.end()
})

t.test('parseRobots › merges groups, and findForbidden applies the longest rule (RFC 9309)', (t) => {
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
      'User-agent: one',
      'Disallow: /more'
    ].join('\n')
  )
  t.strictSame([...groups.keys()], ['one', 'two', '*'])
  const agents = Array.from({ length: 5000 }, (_, index) => `User-agent: a${index}`)
  const many = parseRobots([...agents, ...Array(5000).fill('Disallow: /x')].join('\n'))
  t.equal(new Set([...many.values()].flat()).size, 1, 'agents of one group share its rules')
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
    t.same(findForbidden(groups, agent, [path]), allowed ? [] : [path], `${agent} ${path}`)
  }
  t.same(findForbidden(parseRobots(''), 'one', ['/']), [])
  t.end()
})
