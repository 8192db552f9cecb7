import t from 'tap'
import { lists, start } from './start.ts'

t.test('a file that verifies a site', async (t) => {
  const yandex = (code: string) =>
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body>Verification: ${code}</body></html>`
  const pinterest = (code: string) =>
    `<!DOCTYPE html><html><head><meta name="p:domain_verify" content="${code}"/><title></title></head><body>Pinterest verification page</body></html>`
  const verifications = {
    'googleabc.html': 'google-site-verification: googleabc.html',
    'google0123456789abcdef.html': 'google-site-verification: google0123456789abcdef.html\n',
    'shop/googleabc.html': 'google-site-verification: googleabc.html',
    'naver0123.html': 'naver-site-verification: naver0123.html',
    'yandex_0123abcd.html': yandex('0123abcd'),
    'pinterest-01234.html': pinterest('01234'),
    'baidu_verify_code-Ab12.html': '0f3c',
    'k2j4h5k2j4h5k2j4h5.html': 'k2j4h5k2j4h5k2j4h5',
    'ahrefs_0123456789abcdef.html': 'ahrefs-site-verification_0123456789abcdef',
    'mailru-verification0a1b2c3d.html': 'mailru-verification: 0a1b2c3d',
    'nortonsw_0a1b2c3d.html': 'nortonsw_0a1b2c3d',
    'zohoverify/verifyforzoho.html': '12345678\n',
    'BingSiteAuth.xml': '<?xml version="1.0"?><users><user>0123</user></users>'
  }
  const pages = {
    'google-maps.html':
      '<title>Our place on Google Maps</title><p>google-site-verification: google-maps.html',
    'google2.html': 'google-site-verification: google3.html',
    'verified-reviews.html': '<title>Reviews</title><p>12345678',
    'verify.html': 'Welcome',
    'yandex_taxi.html': '<title>Taxi</title><p>Verification: 0123',
    'pinterest-board.html': '<title>Board</title><p>Our board',
    'accessibility_statement.html': '<title>Statement</title><p>Words',
    'googlelong.html': `google-site-verification: googlelong.html${' '.repeat(1000)}`
  }
  const { get } = await start(t, { ...verifications, ...pages })

  t.test('is served as it is at its own path, whatever the client accepts', async (t) => {
    for (const [name, content] of Object.entries(verifications))
      for (const accept of ['*/*', 'text/html', 'text/markdown']) {
        const { statusCode, headers, body } = await get(`/${name}`, { accept })
        t.equal(statusCode, 200, name)
        t.equal(body, content)
        t.match(headers['content-type'], name.endsWith('.xml') ? 'application/xml' : 'text/html')
      }
    t.equal((await get('/googleabc')).statusCode, 404)
    t.equal((await get('/googleabc.html.md')).statusCode, 404)
  })

  t.test('is in no list', async (t) => {
    for (const url of lists) {
      const { body } = await get(url)
      t.notMatch(
        body,
        /googleabc|google0|naver|yandex_0|pinterest-0|mailru|norton|zoho|baidu|ahrefs|k2j4h5|BingSite/,
        url
      )
    }
  })

  t.test('stays a page if its name does not match its text', async (t) => {
    for (const name of Object.keys(pages)) {
      const path = `/${name.replace('.html', '')}`
      t.equal((await get(path)).statusCode, 200, path)
      t.equal((await get(`/${name}`)).headers.location, path)
    }
  })
})

for (const forms of [
  ['NFC', 'NFD'],
  ['NFD', 'NFC']
] as const)
  t.test(`names stored in ${forms.join(' and ')}`, async (t) => {
    const names = ['café', 'שָׁלוֹם']
    const files = names.flatMap((name, index): [string, string][] => {
      const stored = name.normalize(forms[index])
      return [
        [`${stored}/index.html`, '<title>Inside</title><p>Words'],
        [`${stored}.css`, 'p {}'],
        [
          `text-${stored}.md`,
          `---\ntitle: Text\n---\n[other](${encodeURI(`other-${name.normalize('NFD')}`)}.md)`
        ],
        [`other-${stored}.md`, '---\ntitle: Other\n---\nWords']
      ]
    })
    const { get, messages } = await start(t, Object.fromEntries(files))
    for (const name of names) {
      const composed = encodeURI(name.normalize('NFC'))
      // Canonical composition leaves Hebrew points apart, and orders them.
      const other = encodeURI(name === 'café' ? name.normalize('NFD') : '\ufb2a\u05b8ל\ufb4bם')

      t.test(`${name} › is found by its composed form`, async (t) => {
        for (const path of [
          `/${composed}/`,
          `/${composed}.css`,
          `/text-${composed}/`,
          `/text-${composed}.md`
        ])
          t.equal((await get(path)).statusCode, 200, path)
        t.match((await get('/sitemap-1.xml')).body, `/${composed}/</loc>`)
        t.match((await get(`/text-${composed}/`)).body, `href="/other-${composed}/"`)
        t.same(messages, [])
      })

      t.test(`${name} › redirects from its other form`, async (t) => {
        for (const [from, to] of [
          [`/${other}/`, `/${composed}/`],
          [`/${other}`, `/${composed}/`],
          [`/${other}/index.html`, `/${composed}/`],
          [`/${other}.css?a=1`, `/${composed}.css?a=1`],
          [`/text-${other}/`, `/text-${composed}/`],
          [`/text-${other}.md`, `/text-${composed}.md`]
        ]) {
          const { statusCode, headers } = await get(String(from))
          t.equal(statusCode, 308, String(from))
          t.equal(headers.location, to)
        }
        t.equal((await get(`/${other}x/`)).statusCode, 404)
      })
    }
  })

t.test('two names that differ only in their Unicode form › are reported', async (t) => {
  const { get, messages } = await start(t, { 'caf\u00e9.txt': 'composed', 'cafe\u0301.txt': 'other' })
  t.equal((await get('/caf%C3%A9.txt')).body, 'composed')
  t.same(messages, ['SITE_DIR: another file is served for "cafe\u0301.txt", in composed characters'])
})
