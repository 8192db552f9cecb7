import t from 'tap'
import { checkText } from '../../../src/base/check-text.ts'

const messages = (text: string) => [...checkText(text)].map(({ message }) => message)
const hides = (code: string) => [`contains an invisible character (U+${code})`]
const stacks = ['has more than 8 combining marks on one character']

// Ordinary texts in the spelling of their language.
const ordinary: [name: string, text: string][] = [
  ['stars and brackets that are no Markdown', '2 * 3 ** 4 *** [a] (b) **\n** [x](y) ★★ ** c'],
  ['Hebrew with vowel points and accents', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'],
  ['Hebrew next to a price, with RLM', '\u200f2,900\u00a0\u200f₪ כולל מע״מ\u200f.'],
  ['Hebrew next to Latin, with LRM', 'עובדים ב-C++\u200e בלבד'],
  ['lines that begin and end with RLM', '\u200fשורה!\u200f\n\u200fועוד אחת'],
  ['Arabic with ALM', 'السعر \u061c100-50'],
  ['Persian plurals with ZWNJ', 'کتاب\u200cها و می\u200cروم'],
  ['Persian plurals of a Latin word, a number and a quotation', 'SMS\u200cها ۲۰\u200cساله «کتاب»\u200cها'],
  ['a Persian date with ZWJ', '۱۴۰۲ ه\u200d.ش'],
  ['Hindi half forms with ZWJ and ZWNJ', 'क्\u200dष क्\u200cष श्\u200c'],
  ['Sinhala with ZWJ', 'ශ්\u200dරී ලංකා'],
  ['Vietnamese, decomposed', 'Tiếng Việt'.normalize('NFD')],
  ['Japanese with a variant of a character', '葛\u{e0100}城市'],
  ['Mongolian with a variant and a separator', 'ᠠ\u180bᠴᠠ\u180eᠠ'],
  ['emoji in text and in colour', '\u2764\ufe0f \u260e\ufe0e ©\ufe0f'],
  ['keycaps', '1\ufe0f\u20e3 #\ufe0f\u20e3 *\ufe0f\u20e3'],
  ['families, professions, skin tones', '👩\u200d👩\u200d👧\u200d👦 👩🏽\u200d🚀 👍🏿'],
  [
    'joined emoji in colour',
    '\u2764\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈 🏴\u200d\u2620\ufe0f 🏃🏽\u200d\u2640\ufe0f\u200d\u27a1\ufe0f'
  ],
  ['flags of countries and regions', '🇮🇱 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}']
]

// Texts with characters that no reader sees.
const hidden: [name: string, text: string, problems: string[]][] = [
  ['two kinds of direction marks in a row', 'א\u200f\u200e ב', hides('200E')],
  ['direction marks with spaces between', '5 \u200f \u200f \u200f6', hides('200F')],
  ['direction marks on empty lines', '5\n\u200f\n\u200f\n\u200f6', hides('200F')],
  ['a direction mark within a Latin word', 'a\u200eb', hides('200E')],
  ['a direction mark within a Hebrew word', 'שָׁ\u200fלום', hides('200F')],
  ['a variation selector after a letter', 'a\ufe0fb', hides('FE0F')],
  ['a variation selector after a digit without a keycap', '1\ufe0f2', hides('FE0F')],
  ['two variants of one Chinese character', '葛\u{e0100}\u{e0101}', hides('E0101')],
  ['a variation selector of the supplement after a letter', 'a\u{e0100}', hides('E0100')],
  ['a joiner between Latin letters', 'a\u200db', hides('200D')],
  ['a non-joiner between Hebrew letters', 'א\u200cב', hides('200C')],
  ['two joiners between Persian letters', 'کتاب\u200c\u200cها', hides('200C')],
  ['a non-joiner at the end of a Persian word', 'کتاب\u200c', hides('200C')],
  ['a joiner after an emoji', '👩\u200d and', hides('200D')],
  ['a zero-width space', 'a\u200bb', hides('200B')],
  ['tag characters after a letter', 'a\u{e0061}\u{e0062}', hides('E0061')],
  ['tag characters after a flag, without an end', '🏴\u{e0067}\u{e0062}\u{e0065}', hides('E0067')],
  ['100 tag characters after a flag', `🏴${'\u{e0067}'.repeat(100)}\u{e007f}`, hides('E0067')],
  ['interlinear annotation', 'a\ufff9b\ufffac\ufffb', hides('FFF9')],
  ['a Hangul filler', 'a\u3164b', hides('3164')],
  ['the blank of braille', 'a\u2800b', hides('2800')],
  ['a bidirectional override', 'a\u202eb', hides('202E')],
  ['a control character', 'a\u0007b', hides('0007')],
  ['a line separator', 'a\u2028b', hides('2028')],
  ['a character of private use', 'a\ue000b', hides('E000')],
  ['a lone surrogate', 'a\ud800b', hides('D800')],
  ['marks stacked over a letter', `a${'\u0301\u0316'.repeat(100)}`, stacks]
]

t.test('checking texts', async (t) => {
  for (const [name, text] of ordinary) {
    t.test(`accepts ${name}`, async (t) => t.same(messages(text), []))
  }
  for (const [name, text, problems] of hidden) {
    t.test(`rejects ${name}`, async (t) => t.same(messages(text), problems))
  }
})
