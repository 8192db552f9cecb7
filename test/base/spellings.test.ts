import t from 'tap'
import { toAsciiEmail } from '../../src/base/email.ts'
import { fold, joinCompounds, splitWords } from '../../src/base/spelling.js'
import { foldText, toSlug } from '../../src/base/text.ts'
import { normalizeOwnUrl, normalizeUrl } from '../../src/base/url-path.ts'

t.test('URLs that are the same have one spelling', async (t) => {
  const own = normalizeUrl('https://shop.example/מחירון/?q=é#כ')
  for (const url of [
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
    ['café  a\u00a0b\n', 'café a b'],
    ['‘a’ “b” „c‟ ׳ד׳', `'a' "b" "c" 'ד'`],
    ['3\u22124 … soft\u00adware', '3-4 ... software'],
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
    ['Smørrebrød', 'smorrebrod'],
    ['Łódź', 'lodz'],
    ['Đorđe', 'dorde'],
    ['ışık', 'isik'],
    ['Æbleskiver', 'aebleskiver'],
    ['cœur', 'coeur'],
    ['Þór', 'thor'],
    ['موی', fold('موي')],
    ['خدمـــة', fold('خدمة')],
    ['Guðrún', 'gudrun'],
    ['Ħamrun', 'hamrun'],
    ['Əli', 'eli'],
    ['ﬁn', 'fin'],
    ['שָׁלוֹם', 'שלומ'],
    ['أُحِبُّ', 'احب']
  ]
  for (const [word, folded] of pairs) t.equal(fold(word), folded, word)
  t.equal(toSlug('Große Łąka, Ærø'), 'grosse-laka-aero')
})

t.test('a text is split into words; those with hyphens are also one, unless they are numbers', async (t) => {
  for (const [text, words] of [
    ['Café, n8n & WhatsApp-Bots', ['café', 'n8n', 'whatsapp', 'bots']],
    ["don't 'quote' the customer’s", ['dont', 'quote', 'the', 'customers']],
    ['המע״מ והמע"מ חו“ל ג´ירפה', ['המעמ', 'והמעמ', 'חול', 'גירפה']],
    ['O‘zbek col·lecció rock`n`roll A·1 · b', ['ozbek', 'collecció', 'rocknroll', 'a', '1', 'b']],
    ['£12.50 12,50 1,900 1.900,50 1,234,567.89 12.', ['12.5', '12.5', '1900', '1900.5', '1234567.89', '12']],
    ['31.5.2026 1.2.3.4 09:30', ['31', '5', '2026', '1', '2', '3', '4', '09', '30']],
    ['1,50,000.50 1,2,3', ['150000.5', '1', '2', '3']],
    ['١٬٢٥٠٫٥٠ ۱۲۰ १२० ๑๒๐ 𝟙𝟚', ['1250.5', '120', '120', '120', '12']],
    ["l'œil d’un chat jusqu'ici dell'arte", ['œil', 'un', 'chat', 'ici', 'arte']],
    ["Bill's don't we'll o'clock rock'n'roll", ['bills', 'dont', 'well', 'oclock', 'rocknroll']],
    ['予約は必要ですか？', ['予約', 'は', '必要', 'です', 'か']],
    ['Dampf\u00adschiff \u2066fahrt\u2069 x\u2060y', ['dampfschiff', 'fahrt', 'xy']],
    ['', []]
  ] as const)
    t.same(splitWords(text), words, text)
  const compounds =
    'A Tune-up, 2026-11-22 or חד־פעמי - well, L’Oréal Wasser\u200bhahn re–glazing می\u200cخواهم'
  t.same(joinCompounds(compounds), [
    { joined: 'tuneup', last: 'up' },
    { joined: 'חדפעמי', last: 'פעמי' },
    { joined: 'loréal', last: 'oréal' },
    { joined: 'wasserhahn', last: 'hahn' },
    { joined: 'reglazing', last: 'glazing' },
    { joined: 'میخواهم', last: 'خواهم' }
  ])
})

t.test('an email address at an internationalised domain', async (t) => {
  const ascii = 'Info@xn--mller-kva.example'
  t.equal(toAsciiEmail('Info@müller.example'), ascii)
  t.equal(toAsciiEmail('Info@mu\u0308ller.example'), ascii)
  for (const email of ['a@b.example', 'a@B.Example', 'a@', 'a', 'a@ü ü', 'ü@b.example', '@'])
    t.equal(toAsciiEmail(email), email)
})
