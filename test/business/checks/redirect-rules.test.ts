import t from 'tap'
import { limits } from '../../../src/business/limits.ts'
import { facts } from '../../helper.ts'
import { type Mistake, shop, shopProblems, shopWith, testMistakes } from '../shop.ts'

const must = 'must be a path of this site, such as /prices.php'

const mistakes: [redirects: unknown, lines: string[]][] = [
  [{ '/a.php': '/b/', '/c': 'https://other.example/c', '/d': '/b/', '/e': '/e/f' }, []],
  [
    { 'https://old.example/a.php?b': '/b/' },
    [
      `site.json /redirects/https:~1~1old.example~1a.php?b: ${must}, got "https://old.example/a.php?b". Omit ? and # and the text after them: a redirect applies to a path, with any query.`
    ]
  ],
  [
    { 'https://old.example/a.php': '/b/' },
    [
      `site.json /redirects/https:~1~1old.example~1a.php: ${must}, got "https://old.example/a.php". Did you mean "/a.php"?`
    ]
  ],
  [
    { '/blog/*': '/b/' },
    [
      `site.json /redirects/~1blog~1*: ${must}, got "/blog/*". Write an entry for each path: a redirect has no patterns.`
    ]
  ],
  [{ 'a.php': '/b/' }, [`site.json /redirects/a.php: ${must}, got "a.php". Did you mean "/a.php"?`]],
  [
    { '//a.php': '/b/' },
    [`site.json /redirects/~1~1a.php: ${must}, got "//a.php". Begin it with one slash.`]
  ],
  [
    { '/a b': '/b/' },
    [`site.json /redirects/~1a b: ${must}, got "/a b". Write %20 for a space, and / for a backslash.`]
  ],
  [
    { '/%E0': '/b/' },
    [
      `site.json /redirects/~1%E0: ${must}, got "/%E0". Its percent-encoding is not UTF-8: write the letters themselves.`
    ]
  ],
  [
    { '/a': 'b' },
    [
      'site.json /redirects/~1a: must be a link: https, http, mailto, tel or a path of the site that begins with /, got "b". Copy the whole URL from the browser, such as "https://business.example/page/".'
    ]
  ],
  [
    { '/א': '/b/', '/%D7%90/': '/c/' },
    [
      'site.json /redirects/~1%D7%90~1: is the same path as /redirects/~1א, got "/%D7%90/". Delete one of the two.'
    ]
  ],
  [
    { '/a': '/b/?x=1', '/b': '/c', '/c': '/d/' },
    [
      'site.json /redirects/~1a: leads to another redirect, got "/b/?x=1". Write "/d/".',
      'site.json /redirects/~1b: leads to another redirect, got "/c". Write "/d/".'
    ]
  ],
  [
    { '/a': '/b', '/b': '/c', '/c': '/b', '/d': '/d/' },
    ['/a": "/b"', '/b": "/c"', '/c": "/b"', '/d": "/d/"'].map((entry) => {
      const [path, target] = entry.split('": ')
      return `site.json /redirects/${path?.replace('/', '~1')}: leads to a loop of redirects, got ${target}. Write the path of a page.`
    })
  ],
  [['/a'], ['site.json /redirects: must be an object, got ["/a"]. Write the object without [ and ].']],
  [
    Object.fromEntries(Array.from({ length: limits.redirects + 1 }, (_, index) => [`/${index}.php`, '/'])),
    [`site.json /redirects: must have at most ${limits.redirects} redirects, got ${limits.redirects + 1}`]
  ]
]

t.test('redirects are checked', (t) =>
  testMistakes(
    t,
    mistakes.map(([redirects, lines]): Mistake => [{ site: { redirects } }, lines])
  )
)

t.test('a long chain of redirects is checked in time', async (t) => {
  const redirects = Object.fromEntries(
    Array.from({ length: limits.redirects }, (_, index) => [`/${index}`, `/${index + 1}`])
  )
  const lines = await shopProblems(t, { site: { redirects } })
  t.match(lines[0], 'leads to another redirect, got "/1". Write "/2000".')
})

t.test('the menu has a limited number of links', async (t) => {
  const menu = Array.from({ length: limits.menuEntries + 1 }, () => ({ label: 'x', href: '/' }))
  t.match(await shopProblems(t, { site: { menu } }), [/menu: must have at most 12 entries, got 13/])
})

t.test('links of site.json are completed', async (t) => {
  const site = { menu: [{ label: 'Gallery', href: '/גלריה/' }], redirects: { '/a.php': '/א' } }
  t.match((await facts(shopWith(t, { site }))).site, {
    menu: [{ label: 'Gallery', href: 'https://nahat.example/%D7%92%D7%9C%D7%A8%D7%99%D7%94/' }],
    redirects: { '/a.php': 'https://nahat.example/%D7%90' }
  })
  t.notOk((await facts(shop)).site?.menu)
})
