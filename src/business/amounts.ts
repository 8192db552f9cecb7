import { primaryLanguage } from '../base/language.ts'
import { normalizeDigits } from '../base/spelling.js'
import { capitalize, escapePattern, removeDirectionMarks, shiftedDigits } from '../base/text.ts'
import { currencyDigits } from './schemas/price.ts'

/** A number in a text, perhaps with separators, also as in India (1,50,000), and decimals. At most fifteen digits are exact. */
const numberPattern =
  "(?<!\\d)(?:\\d{1,3}(?:[,.\\s’']\\d{3}){1,4}|\\d{1,2}(?:,\\d{2}){1,4},\\d{3}|\\d{1,15})(?:[.,'’·]\\d{1,4})?(?!\\d)"

/** Returns what a number may mean: "1.250" is 1250 and, in a currency with three decimals, also 1.25. */
function parseAmount(text: string, digits: number): number[] {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,'’·](\d{1,4}))?$/s.exec(text) ?? []
  const isGrouped = decimals.length === 3
  return [
    ...(decimals === '' || isGrouped ? [toNumber(whole + decimals, '')] : []),
    ...(decimals !== '' && decimals.length <= digits ? [toNumber(whole, decimals)] : [])
  ]
}

const toNumber = (whole: string, decimals: string) => Number(`${whole.replace(/\D/g, '')}.${decimals}0`)

export const readAmounts = (text: string, digits: number): number[] =>
  Array.from(normalizeDigits(text).matchAll(new RegExp(numberPattern, 'g')), ([number]) =>
    parseAmount(number, digits)
  ).flat()

// Names and signs that people write and that Unicode does not have.
const writtenSigns = `AED Dhs Dh, AUD AU$, BDT Tk, BGN лв., BHD BD, BRL reais, BYN руб. р., CAD C$, CHF Fr. SFr. sFr. frs, CNY RMB 元 块 ¥ ￥, CZK korun koruny, DKK kr., DZD DA,
EGP LE, GBP quid, GHS GHC GH¢, HKD 元 蚊, ILS NIS N.I.S. ש״ח ש"ח ש”ח ש“ח ש''ח ש׳׳ח ש’’ח ש׳ח ש'ח ש.ח. שח שקל שקלים, INR Rs. Rs: ₨ रुपये रुपए रु., JOD JD, JPY 円 ¥ ￥,
KES KSh KShs Sh bob, KWD KD, KZT тг, LKR Rs. Rs: ₨, MAD Dhs DH, NGN N, NOK kr., NPR NRs Rs. Rs: ₨ रू, OMR RO, PEN S/., PHP P, PKR Rs. Rs: ₨ روپے, PLN zl. zł.,
PYG Gs, QAR QR, RON lei de_lei, RSD din. dinara, RUB руб. р. Р. RUR, RWF Frw, SAR SR, SEK kr., SGD S$ SG$, THB baht บาท, TND DT, TRY TL, TWD 元 NT, UAH грн.,
UGX USh Shs, USD bucks US$ U$S, UYU $U, UZS so'm сум, VND đ VNĐ, XAF FCFA F_CFA CFA F, XOF FCFA F_CFA CFA F, ZAR rands`
const writtenHundredths = `AUD ¢ c cent cents, CAD ¢ c cent cents, CHF Rp. Rappen centimes, EUR ¢ ct. c cent cents centimes céntimos,
GBP p pence penny, ILS אגורות אגורה אג׳ אג' agorot, INR paise, NZD ¢ c cent cents, PLN gr groszy, USD ¢ c cent cents, ZAR c cent cents`
const listWritten = (table: string, currency: string) =>
  table
    .split(/,\s/)
    .filter((row) => row.startsWith(`${currency} `))
    .flatMap((row) => row.slice(4).split(' '))
    .map((sign) => sign.replace('_', ' '))

// In these languages an adjective follows the noun, as in "livre sterling".
const nounFirst = new Set('ar ca es fr gl he id it ms pl pt ro vi'.split(' '))

/** Returns the noun of a name, which people write without the rest: "pounds" of "British pounds". */
const nounOf = (name: string, language: string) =>
  name.split(/[\s-]+/).at(nounFirst.has(primaryLanguage(language)) ? 0 : -1) ?? name

/** Returns the language of most people in the country of a currency; English if it has none. */
const languageOf = (currency: string) => new Intl.Locale(`und-${currency.slice(0, 2)}`).maximize().language

/** Lists the signs, codes and names of a currency as texts in a language, in the language of its country and in English write it. */
function listSigns(currency: string, language: string): string[] {
  const signs = [language, languageOf(currency), 'en'].flatMap((locale) =>
    (['symbol', 'narrowSymbol', 'code', 'name'] as const).flatMap((currencyDisplay) => {
      const style = { style: 'currency', currency, currencyDisplay, maximumFractionDigits: 0 } as const
      const format = new Intl.NumberFormat(locale, style)
      // A name has other forms after other numbers.
      return [1, 2, 5, 10]
        .flatMap((number) => format.formatToParts(number))
        .flatMap(({ type, value }) => (type === 'currency' ? [removeDirectionMarks(value)] : []))
        .flatMap((sign) => (currencyDisplay === 'name' ? [sign, nounOf(sign, locale)] : [sign]))
    })
  )
  return [...new Set([...signs, ...listWritten(writtenSigns, currency)])]
}

// Within a number or word, as editors write them.
const invisible = /[\u00ad\u200b\u2060\u202a-\u202e]/g

// Only real codes, because a number is next to other capitals too, as in "ISO 4217".
const codes = Intl.supportedValuesOf('currency')

/** The sign or the word between two numbers of a range, as in "30–45", "30 to 45" and "בין 30 ל־45". */
export const rangeMark =
  "(?:\\s?[-–—~〜～]\\s?|\\s(?:to|till?|until|through|and|à|et|jusqu['’]à|bis|und|a|ai|până la|até|y|e|tot|en|do|iki|ile|έως|đến|до|и|تا|سے|से|ถึง|إلى|ו?עד)\\s|[至到]|에서\\s?|\\sל[-־–]?\\s?)"

const choiceMark = '(?:/|\\s(?:or|ou|oder|o|of|или|או)\\s)'

/** Factors of the number before a word, as in $1.5k and "25 тыс. ₽". */
const factors: Record<string, number> = Object.fromEntries(
  Object.entries({
    1e3: 'k thousand אלף אלפים ألف тыс тысяч тысячи тысяча tys tsd mil ribu rb nghìn ngàn هزار',
    1e5: 'lakh lakhs lac lacs लाख لاکھ',
    1e6: 'million mio млн mln מיליון juta triệu milyon',
    1e7: 'crore crores'
  }).flatMap(([factor, names]) => names.split(' ').map((name) => [name, Number(factor)] as const))
)
const factorPattern = `\\s?(?:${Object.keys(factors)
  .flatMap((name) => [name, capitalize(name)])
  .join('|')})(?![\\p{L}\\d]|\\.\\p{Lu})\\.?`

// In 3〜5万 the factor is of both numbers, not in "£5 – 10k run".
const short = '(\\d{1,4}(?:[.,]\\d)?)'
const sharedFactor = new RegExp(
  `(?<![\\d.,\\p{Sc}]|\\p{Sc}\\s)${short}(${rangeMark})${short}(${factorPattern}|[万萬만])`,
  'gu'
)
const myriads = /(?<![\d.,])(\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,4})?)[万萬만](?:\s?(\d{1,4}|\d,\d{3})(?!,?\d))?/g

/** Writes 3万, 3〜5万, 1万5千 and 3만 5,000 as numbers, and repeats the factor of "2–3 million". */
const writeMyriads = (text: string) =>
  text
    .replace(sharedFactor, (range, low: string, mark: string, high: string, factor: string) =>
      parseInt(low, 10) > parseInt(high, 10) ? range : low + factor + mark + high + factor
    )
    .replace(/(?<![\d.,])(\d{1,4})[千천]/g, '$1000')
    .replace(myriads, (_match, number: string, rest: string = '0') =>
      String(Math.round(Number(number.replaceAll(',', '')) * 1e4) + Number(rest.replace(',', '')))
    )

// The letters before the sign of another dollar or pound. A single letter may be the end of a name, as in "Plan A $20".
const prefixes = ['US', 'CA', 'AU', 'NZ', 'HK', 'SG', 'NT', 'MX', 'TT', 'BZ', 'C', 'A', 'S', 'R', 'J', 'E']
const createDollarStart = (code = '') => {
  const others = prefixes.filter((prefix) => !code.startsWith(prefix))
  return `(?<!(?<!\\p{L})(?:${others.map((prefix) => prefix + (prefix.length > 1 ? '\\s?' : '')).join('|')}))`
}

/** The words for minutes, after their number. */
export const minutes = String.raw`(?:(?:min(?:s|utes?|uten|uti|utos)?|мин(?:ут\p{L}?)?|דק(?:ות|['׳])?)(?!\p{L})|分)`

// Such a number is no end of a range of prices, as in "£20 - 45 min" and "£20 - 10% off".
const otherUnitAfter = new RegExp(String.raw`\s?(?:%|${minutes})`, 'iuy')

// An amount after these is not the price.
const otherWords =
  'was|save|rrp|instead of|statt|anstatt|au lieu de|invece di|en vez de|em vez de|zamiast|in plaats van|вместо|במקום'

// An amount before these is the difference of two prices.
const differences =
  'off(?!-|\\s(?:peak|season))|(?:extra|less)(?=\\s?(?:[.,;)]|$)|\\s(?:any|at|for|if|in|on|per|than|the|when|with|your)(?!\\p{L}))|more(?=\\s?[.,;)]|\\s(?:at|for|if|in|on|per|than|when|with)(?!\\p{L}))|cheaper|günstiger|(?:Aufpreis|en plus|de plus|תוספת)(?=\\s?(?:[.,;)]|$))'

const space = '[\\s\\u200e\\u200f\\u2066-\\u2069]{0,8}'

// Words of these scripts have no spaces between them.
const joined = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]$/u

// Codes and signs that are other words in small letters.
const wordCodes = new Set(['DA', 'KM', 'RM', 'RO', 'SR', 'ALL', 'CUP', 'MAD', 'MOP', 'PEN', 'TOP', 'TRY'])

// The letters of an abbreviation may have points.
const toForm = (name: string) =>
  escapePattern(/^(?![A-Z]{3}$)\p{L}{1,3}$/u.test(name) ? name.replace(/./gu, '$&.') : name).replaceAll(
    '\\.',
    '\\.?'
  )

/** Returns the pattern of signs, and of names in small and capital letters, also at the start of each word. A name is a whole word: "2 Eurostar tickets" are no amount. */
function toPattern(names: string[]): string {
  const dollarStart = createDollarStart(names.find((name) => /^[A-Z]{3}$/.test(name)))
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const start = /^\p{L}/u.test(name) ? '(?<!\\p{L})' : /^[$£]/.test(name) ? dollarStart : ''
    const end = /[\p{L}.]$/u.test(name) && !joined.test(name) ? '(?!\\p{L})' : ''
    const hasForms = /\p{L}{2}/u.test(name) && !wordCodes.has(name)
    const lower = name.toLowerCase()
    const title = name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
    const forms = hasForms ? [lower, capitalize(lower), title, name.toUpperCase()] : []
    const key = `${start}\n${end}`
    groups.set(key, [...(groups.get(key) ?? []), ...[name, ...forms].map(toForm)])
  }
  return Array.from(groups, ([key, forms]) => key.replace('\n', () => `(?:${forms.join('|')})`)).join('|')
}

/** Matches a sticky pattern at a place of a text. */
function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}

/** The amounts of a number that is no price, and whether the next number is its decimals. */
const none: { amounts: number[]; hasDecimals: boolean } = { amounts: [], hasDecimals: false }

/**
 * Returns a function that reads amounts with a currency, or with any if it has no code, by default without those that are no
 * price, such as a difference. Raised digits are decimals if the currency has as many, else no part of a number.
 */
export function createAmountReader(
  currency: string,
  language = 'en'
): (text: string, skipsOthers?: boolean) => number[] {
  const hasCode = /^[A-Z]{3}$/.test(currency)
  const digits = currencyDigits(currency)
  const signs = hasCode ? listSigns(currency, language) : []
  const hundredths = listWritten(writtenHundredths, currency)
  const sign = `(?:${hasCode ? toPattern(signs) : ['\\p{Sc}', ...codes].join('|')})`
  const raised = `([${shiftedDigits}]+)`
  const hundredth = hundredths.length > 0 ? `\\s?(?:${toPattern(hundredths)})(?!\\.m)` : '(?!)'
  // As in 12€50, and as in "12 € 50" at the end of a phrase or "12 € 50 Cent".
  const decimals = digits > 0 ? `\\d{${digits}}(?![.,]?\\d|${space}${sign}|[,.:/][-–—])` : '(?!)'
  const apart = `${decimals}(?=\\s?(?:[.,;)\u2064]|$)|${hundredth})`
  const numbers = new RegExp(`(${numberPattern})(?:\\s?[.,]?${raised}|(${factorPattern}))?`, 'gu')
  // The lower end of a range may be without its sign, as in "62–84 €" and "62 or 84 €", or the upper one. 45,- and 45:- and
  // 45/- are prices without a sign too.
  const signAfter = new RegExp(
    `(?:(?:${rangeMark}|${choiceMark})${numberPattern}(?:${factorPattern})?)?(?:[,.:/][-–—=]+|\\+)?(?:${space}(?:\\(${sign}\\)(?!\\s?\\d|:)|${sign}(?!\\d))|${sign})(?:${space}${raised}|(${decimals}|[^\\S\\n]${apart}))?|(?:[,.:/][-–—]|/=)(?![\\p{L}\\d])`,
    'uy'
  )
  // As in "€45", "EUR: 45" and "Price (EUR): 45".
  const signBefore = new RegExp(`(?<=${sign}${space}|(?<!\\d\\s?\\(?)${sign}[):]{1,2}${space})`, 'uy')
  const rangeBefore = new RegExp(
    `(?<=${sign}${space}${numberPattern}(?:${factorPattern})?${rangeMark})`,
    'uy'
  )
  const otherWordBefore = new RegExp(`(?<=(?<!\\p{L})(?:${otherWords}):?\\s(?:${sign}${space})?)`, 'iuy')
  const differenceAfter = new RegExp(`(?:${space}${sign})?\\s(?:${differences})(?!\\p{L})`, 'iuy')
  // As in "$45 USD" where the dollar is another one.
  const others = codes.filter((code) => !signs.includes(code) && !wordCodes.has(code))
  const otherCurrencyAfter = hasCode
    ? new RegExp(`\\s?(?:${others.join('|')})(?!\\p{L}|\\s?\\d)`, 'uy')
    : /(?!)/y
  const hundredthAfter = new RegExp(hundredth, 'uy')
  const readValue = (signCount: number, amount: string, factorWord = '', raisedDigits = '') => {
    if (signCount === 0) return []
    const factor = factors[factorWord.replace(/[\s.]/g, '').toLowerCase()]
    if (factor !== undefined)
      return parseAmount(amount, Math.max(digits, 2)).map((n) => Math.round(n * factor))
    if (raisedDigits.length === digits && digits > 0 && !/[.,](?:\d{1,2}|\d{4})$/.test(amount))
      return [toNumber(amount, raisedDigits.normalize('NFKC'))]
    // The number between the signs of "₪100 100 ₪" may be two amounts.
    const parts = signCount === 2 && /\s/.test(amount) ? amount.split(/\s/) : []
    return [amount, ...parts].flatMap((part) => parseAmount(part, digits))
  }
  const isAfterSign = (text: string, index: number, end: number) =>
    matchAt(signBefore, text, index) !== null ||
    (matchAt(rangeBefore, text, index) !== null && !matchAt(otherUnitAfter, text, end))
  const readNumber = (text: string, match: RegExpExecArray, skipsOthers: boolean) => {
    const { 0: whole, 1: amount = '', 2: direct, 3: factorWord, index } = match
    const end = index + whole.length
    const isSigned = isAfterSign(text, index, end)
    const isOtherAmount = matchAt(otherWordBefore, text, index) || matchAt(differenceAfter, text, end)
    if ((skipsOthers && isOtherAmount) || (isSigned && matchAt(otherCurrencyAfter, text, end))) return none
    // Not the p of "£12 p.p.".
    if (!isSigned && matchAt(hundredthAfter, text, end))
      return { amounts: parseAmount(amount, 0).map((n) => n / 100), hasDecimals: false }
    const follows = matchAt(signAfter, text, end)
    const [, afterSign, next] = follows ?? []
    // In £20 £25, the second sign belongs to the second amount.
    const parts = isSigned ? undefined : next?.trim()
    const signCount = [isSigned, follows].filter(Boolean).length
    const amounts = readValue(signCount, amount, factorWord, [direct, afterSign, parts].find(Boolean))
    return { amounts, hasDecimals: parts !== undefined }
  }
  return (given, skipsOthers = true) => {
    const text = writeMyriads(normalizeDigits(given.replace(invisible, '')))
      .replace(/[‒−]/g, '–')
      .replace(/[″‟„]/g, '"')
    let isDecimals = false
    return Array.from(text.matchAll(numbers), (match) => {
      const { amounts, hasDecimals } = isDecimals ? none : readNumber(text, match, skipsOthers)
      isDecimals = hasDecimals
      return amounts
    }).flat()
  }
}
