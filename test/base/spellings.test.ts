import t from 'tap'
import { toAsciiEmail } from '../../src/base/email.ts'
import { fold, splitWords } from '../../src/base/spelling.js'
import { foldText, refusesIndexing, toSlug } from '../../src/base/text.ts'
import { normalizeOwnUrl, normalizeUrl } from '../../src/base/url-path.ts'

t.test('URLs that are the same have one spelling', async (t) => {
  const own = normalizeUrl('https://shop.example/מחירון/?q=é#כ')
  for (const url of [
    'https://shop.example/%d7%9e%d7%97%d7%99%d7%a8%d7%95%d7%9f/?q=%c3%a9#%D7%9B',
    'HTTPS://Shop.Example:443/x/../%D7%9E%D7%97%D7%99%D7%A8%D7%95%D7%9F/?q=e\u0301#כ',
    'https://shop.example/./%d7%9E%D7%97%d7%99%D7%a8%D7%95%D7%9F/?q=e%cc%81#%d7%9b'
  ])
    t.equal(normalizeUrl(url), own, url)
  t.equal(normalizeUrl('https://müller.example/%7Ea'), normalizeUrl('https://xn--mller-kva.example:443/~a'))
  t.equal(normalizeUrl('http://[::1]:80/%2f'), 'http://[::1]/%2F')
  for (const end of ['', '#', '?', '?#'])
    t.equal(normalizeUrl(`https://shop.example/about/${end}`), 'https://shop.example/about/', end)
  for (const [one, other] of [
    ['https://a.example/%2f', 'https://a.example//'],
    ['https://a.example/%253F', 'https://a.example/%3F'],
    ['https://a.example/x', 'https://a.example/X'],
    ['https://a.example:8443/', 'https://a.example/'],
    ['https://a.example/%ff', 'https://a.example/%fe']
  ] as const)
    t.not(normalizeUrl(one), normalizeUrl(other), `${one} ${other}`)
  t.equal(normalizeUrl('tel:+1%20a'), 'tel:+1%20a')
  t.equal(
    normalizeOwnUrl('https://SHOP.example:443/%d7%9e', 'https://shop.example'),
    'https://shop.example/%D7%9E'
  )
  t.equal(normalizeOwnUrl('https://Other.example', 'https://shop.example'), 'https://Other.example')
  t.equal(normalizeOwnUrl('https://shop.example', 'https://shop.example'), 'https://shop.example')
})

t.test('texts that are the same have one form', async (t) => {
  const pairs: [text: string, folded: string][] = [
    ['Kids’ bike service', "Kids' bike service"],
    ['Kids′ bike\u00a0\n service', "Kids' bike service"],
    ['“Deluxe” – 45–60 min', '"Deluxe" - 45-60 min'],
    ['„Deluxe“ — «a»', '"Deluxe" - "a"'],
    ["45 ש״ח, 45 ש''ח", '45 ש"ח, 45 ש"ח'],
    ['cafe\u0301 Dampf\u00adschiff\u200e \u2066x\u2069', 'café Dampfschiff x'],
    ['בית־ספר', 'בית-ספר'],
    ['‹a› -- b', "'a' - b"]
  ]
  for (const [text, folded] of pairs) t.equal(foldText(text), folded, text)
})

t.test('words that are the same letters for a search have one form', async (t) => {
  const pairs: [word: string, folded: string][] = [
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Smørrebrød', 'smorrebrod'],
    ['Łódź', 'lodz'],
    ['Đorđe', 'dorde'],
    ['ışık', 'isik'],
    ['İzmir', 'izmir'],
    ['Æbleskiver', 'aebleskiver'],
    ['cœur', 'coeur'],
    ['Þór', 'thor'],
    ['موی', fold('موي')],
    ['خدمـــة', fold('خدمة')],
    ['Guðrún', 'gudrun'],
    ['Ħamrun', 'hamrun'],
    ['Əli', 'eli'],
    ['ﬁn', 'fin']
  ]
  for (const [word, folded] of pairs) t.equal(fold(word), folded, word)
  t.same(splitWords('Dampf\u00adschiff \u2066fahrt\u2069 x\u2060y'), ['dampfschiff', 'fahrt', 'xy'])
  t.equal(toSlug('Große Łąka, Ærø'), 'grosse-laka-aero')
})

t.test('an email address at an internationalised domain', async (t) => {
  const ascii = 'Info@xn--mller-kva.example'
  t.equal(toAsciiEmail('Info@müller.example'), ascii)
  t.equal(toAsciiEmail('Info@mu\u0308ller.example'), ascii)
  for (const email of ['a@b.example', 'a@B.Example', 'a@', 'a', 'a@ü ü', 'ü@b.example', '@'])
    t.equal(toAsciiEmail(email), email)
})

t.test('rules for robots', async (t) => {
  for (const rules of [
    'noindex',
    'None',
    'nofollow, NOINDEX',
    'max-snippet:-1 , none',
    'googlebot: none',
    'index,noindex'
  ])
    t.ok(refusesIndexing(rules), rules)
  for (const rules of [
    '',
    'all',
    'max-image-preview:none',
    'max-image-preview : none, index',
    'MAX-SNIPPET: none',
    'noimageindex'
  ])
    t.notOk(refusesIndexing(rules), rules)
})
