import t from 'tap'
import { fold, joinCompounds, splitWords } from '../../src/base/spelling.js'
import { loadLanguages } from '../../src/mcp/word-forms.ts'

t.test('words', async (t) => {
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
    ['', []]
  ] as const)
    t.test(`of "${text}" are ${words.join(' ')}`, async (t) => t.same(splitWords(text), words))

  t.test('with hyphens are also one word, unless they are numbers', async (t) => {
    t.same(
      joinCompounds('A Tune-up, 2026-11-22 or חד־פעמי - well, Wasser\u200bhahn re–glazing می\u200cخواهم'),
      [
        { joined: 'tuneup', last: 'up' },
        { joined: 'חדפעמי', last: 'פעמי' },
        { joined: 'wasserhahn', last: 'hahn' },
        { joined: 'reglazing', last: 'glazing' },
        { joined: 'میخواهم', last: 'خواهم' }
      ]
    )
  })

  t.test('with an elision are also one word', async (t) => {
    t.same(joinCompounds('L’Oréal'), [{ joined: 'loréal', last: 'oréal' }])
  })

  t.test('are folded: case, accents, ligatures, niqqud, harakat, final letters', async (t) => {
    t.same(['Café', 'Œuf', 'שָׁלוֹם', 'Ａ', 'أُحِبُّ'].map(fold), ['cafe', 'oeuf', 'שלומ', 'a', 'احب'])
  })

  t.test('of scripts whose marks are part of a word are not folded', async (t) => {
    for (const word of ['दिन', 'คือ', 'ガラス', 'தமிழ்']) t.equal(fold(word).normalize('NFC'), word)
  })
})

t.test('word forms', async (t) => {
  const stemOf = async (language: string, ...words: string[]) => {
    const { listForms } = await loadLanguages([language])
    return words.map((word) => listForms(word, language).stems.join(' '))
  }

  t.test('have one stem in English for the forms of a word', async (t) => {
    t.same(await stemOf('en-GB', 'booking', 'books', 'booked'), ['book', 'book', 'book'])
  })

  t.test('have one stem in Hebrew for a plural and a construct form', async (t) => {
    const { listForms } = await loadLanguages(['he'])
    t.same(listForms('חבילות', 'he'), { spellings: ['חבילות'], stems: ['חביל'] })
    t.same(listForms('חבילת', 'he').stems, ['חביל'])
    t.same(listForms('בחבילה', 'he'), { spellings: ['בחבילה', 'חבילה'], stems: ['בחביל', 'חביל'] })
    t.same(listForms('מהחנות', 'he').spellings, ['מהחנות', 'החנות', 'חנות'])
    t.same(listForms('של', 'he'), { spellings: ['של'], stems: ['של'] })
  })

  t.test('of a Latin word are English if the language has another script', async (t) => {
    t.same(await stemOf('he', 'bookings'), ['book'])
    t.same(await stemOf('ru', 'bookings', 'бронирования'), ['book', 'бронирован'])
    t.same(await stemOf('pl', 'bookings'), [''])
  })

  t.test('of a number are only itself', async (t) => {
    const { listForms } = await loadLanguages(['en'])
    t.same(listForms('12.5', 'en'), { spellings: ['12.5'], stems: [] })
  })

  t.test('exist without accents too', async (t) => {
    const { listForms } = await loadLanguages(['fr'])
    t.ok(listForms('réservations', 'fr').stems.includes(listForms('reservation', 'fr').stems[0] ?? ''))
  })

  t.test('exist for every language, with or without a stemmer', async (t) => {
    const tags =
      'ar bg da de el en es fi fr ga hi hu hy id it lt nb ne nl nn no pt ro ru sa sr sv ta tr uk'.split(' ')
    t.same((await loadLanguages(tags)).readQuery('und'), [])
    for (const tag of tags) {
      const { listForms } = await loadLanguages([tag])
      t.match(listForms('words', tag), { spellings: ['words'], stems: [String] }, tag)
    }
    const { listForms } = await loadLanguages(['xx', 'not a tag'])
    for (const tag of ['xx', 'not a tag', 'another'])
      t.same(listForms('words', tag), { spellings: ['words'], stems: [] }, tag)
  })

  t.test('of a query leave out the stop words of its languages, and end after eight words', async (t) => {
    const { readQuery } = await loadLanguages(['de', 'he'])
    const spell = (query: string) => readQuery(query).map(({ spellings }) => spellings[0])
    t.same(spell('Muss ich einen Termin buchen?'), ['termin', 'buchen'])
    t.same(spell('איך אפשר לבטל the booking?'), ['לבטל', 'booking'])
    t.same(spell('a1 b2 c3 d4 e5 f6 g7 h8 i9 a1').length, 8)
    t.same(spell('?!'), [])
  })

  t.test('of a word with hyphens in a query are also those of the word without them', async (t) => {
    const { readQuery } = await loadLanguages(['en'])
    t.same(readQuery('e-bikes'), [
      { spellings: ['e'], stems: ['e'] },
      { spellings: ['bikes', 'ebikes'], stems: ['bike', 'ebik'] }
    ])
  })

  t.test('of a query are those of every language', async (t) => {
    const { readQuery } = await loadLanguages(['de', 'en'])
    t.same(readQuery('terminen'), [{ spellings: ['terminen'], stems: ['termin', 'terminen'] }])
  })
})
