import t from 'tap'
import { limits } from '../../../src/business/limits.ts'
import { facts } from '../../helper.ts'
import { type Mistake, shop, shopProblems, shopWith, testMistakes } from '../shop.ts'

const pointerOf = (path: string) => `/redirects/${path.replaceAll('/', '~1')}`
const noPath = (path: string, hint: string) =>
  `${pointerOf(path)}: must be a path of this site, such as /prices.php, got "${path}". ${hint}`
const leadsTo = (path: string, what: string, target: string, hint: string) =>
  `${pointerOf(path)}: leads to ${what}, got "${target}". ${hint}`
const loop = { '/a': '/b', '/b': '/c', '/c': '/b', '/d': '/d/' }

// Redirects, and the lines of site.json that report mistakes in them.
const cases: [redirects: unknown, lines: string[]][] = [
  [{ '/a.php': '/b/', '/c': 'https://other.example/c', '/d': '/b/', '/e': '/e/f' }, []],
  ...Object.entries({
    'https://old.example/a.php?b':
      'Omit ? and # and the text after them: a redirect applies to a path, with any query.',
    'https://old.example/a.php': 'Did you mean "/a.php"?',
    '/blog/*': 'Write an entry for each path: a redirect has no patterns.',
    'a.php': 'Did you mean "/a.php"?',
    '//a.php': 'Begin it with one slash.',
    '/a b': 'Write %20 for a space, and / for a backslash.',
    '/%E0': 'Its percent-encoding is not UTF-8: write the letters themselves.'
  }).map(([path, hint]): [object, string[]] => [{ [path]: '/b/' }, [noPath(path, hint)]]),
  [
    { '/a': 'b' },
    [
      '/redirects/~1a: must be a link: https, http, mailto, tel or a path of the site that begins with /, got "b". For a page of this site, write "/b"; for another one, copy its whole URL from the browser.'
    ]
  ],
  [
    { '/א': '/b/', '/%D7%90/': '/c/' },
    ['/redirects/~1%D7%90~1: is the same path as /redirects/~1א, got "/%D7%90/". Delete one of the two.']
  ],
  [
    { '/a': '/b/?x=1', '/b': '/c', '/c': '/d/' },
    [
      leadsTo('/a', 'another redirect', '/b/?x=1', 'Write "/d/".'),
      leadsTo('/b', 'another redirect', '/c', 'Write "/d/".')
    ]
  ],
  [
    loop,
    Object.entries(loop).map(([path, target]) =>
      leadsTo(path, 'a loop of redirects', target, 'Write the path of a page.')
    )
  ],
  [
    ['/a'],
    [
      '/redirects: must be an object, got ["/a"]. Write an object, such as {"/prices.php":"https://business.example/pricing/"}.'
    ]
  ],
  [
    Object.fromEntries(Array.from({ length: limits.redirects + 1 }, (_, index) => [`/${index}.php`, '/'])),
    [`/redirects: must have at most ${limits.redirects} redirects, got ${limits.redirects + 1}`]
  ]
]

t.test('redirects are checked', (t) =>
  testMistakes(
    t,
    cases.map(([redirects, lines]): Mistake => {
      return [{ site: { redirects } }, lines.map((line) => `site.json ${line}`)]
    })
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
