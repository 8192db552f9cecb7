import t from 'tap'
import { parseLinks } from '../../src/audit/links.ts'

t.test('a Link header is read as RFC 8288 has it', (t) => {
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
