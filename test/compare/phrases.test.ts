import t from 'tap'
import { parseHtml } from '../../src/audit/html.ts'
import { wordsByLanguage } from '../../src/business/words.ts'
import { createReading, listFacts, PageText } from '../../src/compare/compare.ts'

const currencies: Partial<Record<Language, string>> = {
  ar: 'EGP',
  nl: 'EUR',
  pt: 'EUR',
  ru: 'RUB',
  he: 'ILS'
}
const taxNames = {
  ar: 'ضريبة القيمة المضافة',
  en: 'VAT',
  de: 'MwSt.',
  es: 'IVA',
  fr: 'TVA',
  he: 'מע״מ',
  it: 'IVA',
  nl: 'btw',
  pt: 'IVA',
  ru: 'НДС'
}
type Language = keyof typeof taxNames
type Row = [sentence: string, language: Language, meaning: string]

/** Returns the states of some facts of a body on a page of a business with all of them, and what it states instead. */
function readPage(html: string, language: Language, body: object): string[] {
  const defaults = { language, currency: currencies[language] ?? 'GBP' }
  const facts = listFacts(body, defaults)
  const page = new PageText(parseHtml('/', html), createReading(facts, defaults))
  return facts.map((fact) => page.find(fact).state)
}

/** Returns the state of a price of 45 next to its name in a list, most of whose prices are "from". */
function readPrice(sentence: string, language: Language, price: object) {
  const others = ['Wash', 'Trim', 'Shave'].map((name) => ({ id: name, name, price: { amount: '9' } }))
  const examples = [{ id: 'cut', name: 'Cut', price: { amount: '45', ...price } }, ...others]
  const list = examples.map(({ name }, index) => [name, index === 0 ? sentence : 'From £9'])
  const rows = list.map(([name, text]) => `<li><b>${name}</b> <span>${text}</span>`)
  const [state] = readPage(`<ul>${rows.join('')}</ul>`, language, { examples })
  return state
}

function readKind(sentence: string, language: Language): string {
  if (readPrice(sentence, language, { kind: 'fixed' }) === 'different') return 'starts at 45'
  return readPrice(sentence, language, { kind: 'from' }) === 'different' ? 'costs 45' : 'may start at 45'
}

const kinds: Row[] = [
  ['From £45', 'en', 'starts at 45'],
  ['Prices from £45', 'en', 'starts at 45'],
  ['from 45 GBP', 'en', 'starts at 45'],
  ['Today from GBP 45', 'en', 'starts at 45'],
  ['Starting at £45', 'en', 'may start at 45'],
  ['at least £45', 'en', 'may start at 45'],
  ['as little as £45', 'en', 'may start at 45'],
  ['£45 and up', 'en', 'may start at 45'],
  ['£45 onwards', 'en', 'may start at 45'],
  ['£45+', 'en', 'may start at 45'],
  ['£45–£60', 'en', 'may start at 45'],
  ['Down from £45', 'en', 'may start at 45'],
  ['Reduced from £45 to £40', 'en', 'may start at 45'],
  ['£45', 'en', 'costs 45'],
  ['£45 per cut', 'en', 'costs 45'],
  ['Platform £45', 'en', 'costs 45'],
  ['Fromage £45', 'en', 'costs 45'],
  ['Admin £45', 'en', 'costs 45'],
  ['החל מ־45 ₪', 'he', 'starts at 45'],
  ['מחירים החל מ-45 ₪', 'he', 'starts at 45'],
  ['מ־45 ₪', 'he', 'may start at 45'],
  ['לפחות 45 ₪', 'he', 'may start at 45'],
  ['45 ₪ ומעלה', 'he', 'may start at 45'],
  ['בין 45 ₪ ל־60 ₪', 'he', 'may start at 45'],
  ['המחיר מתחיל ב־45 ₪', 'he', 'may start at 45'],
  ['45 ₪', 'he', 'costs 45'],
  ['רק 45 ₪', 'he', 'costs 45'],
  ['מבצע: 45 ₪', 'he', 'costs 45'],
  ['במקום 45 ₪', 'he', 'costs 45'],
  ['от 45 ₽', 'ru', 'starts at 45'],
  ['Цены от 45 руб.', 'ru', 'starts at 45'],
  ['45 ₽ и выше', 'ru', 'may start at 45'],
  ['не менее 45 ₽', 'ru', 'may start at 45'],
  ['45 ₽', 'ru', 'costs 45'],
  ['Ответ: 45 ₽', 'ru', 'costs 45'],
  ['ابتداءً من 45 ج.م.', 'ar', 'starts at 45'],
  ['تبدأ الأسعار من 45 ج.م.', 'ar', 'may start at 45'],
  ['45 ج.م. فأكثر', 'ar', 'may start at 45'],
  ['45 ج.م.', 'ar', 'costs 45'],
  ['ثمن 45 ج.م.', 'ar', 'costs 45'],
  ['a partir de 45 €', 'pt', 'starts at 45'],
  ['Desde 45 €', 'pt', 'starts at 45'],
  ['no mínimo 45 €', 'pt', 'may start at 45'],
  ['45 € ou mais', 'pt', 'may start at 45'],
  ['apenas 45 €', 'pt', 'costs 45'],
  ['vanaf € 45', 'nl', 'starts at 45'],
  ['minimaal € 45', 'nl', 'may start at 45'],
  ['€ 45 of meer', 'nl', 'may start at 45'],
  ['€ 45', 'nl', 'costs 45'],
  ['Ab £45', 'de', 'starts at 45'],
  ['mindestens £45', 'de', 'may start at 45'],
  ['Abholung £45', 'de', 'costs 45'],
  ['Desde £45', 'es', 'starts at 45'],
  ['a partir de £45', 'es', 'starts at 45'],
  ['mínimo £45', 'es', 'may start at 45'],
  ['solo £45', 'es', 'costs 45'],
  ['À partir de £45', 'fr', 'starts at 45'],
  ['dès £45', 'fr', 'starts at 45'],
  ['minimum £45', 'fr', 'may start at 45'],
  ['seulement £45', 'fr', 'costs 45'],
  ['Da £45', 'it', 'starts at 45'],
  ['a partire da £45', 'it', 'starts at 45'],
  ['minimo £45', 'it', 'may start at 45'],
  ['solo £45', 'it', 'costs 45']
]

const rivals = { hour: 'day', day: 'hour', night: 'hour', visit: 'hour', person: 'item', item: 'person' }

/** Returns the unit that contradicts another one and not itself; empty if the sentence names none. */
const readUnit = (sentence: string, language: Language): string =>
  Object.entries(rivals)
    .filter(
      ([unit, rival]) =>
        readPrice(sentence, language, { kind: 'fixed', unit }) === 'stated' &&
        readPrice(sentence, language, { kind: 'fixed', unit: rival }) === 'different'
    )
    .map(([unit]) => unit)
    .join()

const units: Row[] = [
  ['£45 per hour', 'en', 'hour'],
  ['£45 Per Day', 'en', 'day'],
  ['£45 per night', 'en', 'night'],
  ['45 GBP per visit', 'en', 'visit'],
  ['£45 per person', 'en', 'person'],
  ['£45 per item', 'en', 'item'],
  ['£45', 'en', ''],
  ['£45 per hourglass', 'en', ''],
  ['£45, paid per day', 'en', ''],
  ['£45 for a day', 'en', ''],
  ['per day £70, £45', 'en', ''],
  ['45 ₪ לשעה', 'he', 'hour'],
  ['45 ש״ח ליום', 'he', 'day'],
  ['45 ₪ ללילה', 'he', 'night'],
  ['45 ₪ לביקור', 'he', 'visit'],
  ['45 ₪ לאדם', 'he', 'person'],
  ['45 ₪ ליחידה', 'he', 'item'],
  ['45 ₪ לשעתיים', 'he', ''],
  ['45 ₪ לאדמה', 'he', ''],
  ['45 ₪ עד ליום שני', 'he', ''],
  ['45 ₽ в час', 'ru', 'hour'],
  ['45 руб. за ночь', 'ru', 'night'],
  ['45 ₽ с человека', 'ru', 'person'],
  ['45 ₽ в часть', 'ru', ''],
  ['45 ج.م. للساعة', 'ar', 'hour'],
  ['45 ج.م. لكل شخص', 'ar', 'person'],
  ['45 ج.م. لليومين', 'ar', ''],
  ['45 € à hora', 'pt', 'hour'],
  ['45 € por diabo', 'pt', ''],
  ['€ 45 per uur', 'nl', 'hour'],
  ['45 euro per stuk', 'nl', ''],
  ['EUR 45 per stuk', 'nl', 'item'],
  ['£45 pro Stunde', 'de', 'hour'],
  ['£45 pro Tagung', 'de', ''],
  ['£45 por hora', 'es', 'hour'],
  ['£45 por persona', 'es', 'person'],
  ['£45 par heure', 'fr', 'hour'],
  ['£45 l’unité', 'fr', 'item'],
  ['£45 par journée', 'fr', ''],
  ['£45 all’ora', 'it', 'hour'],
  ['£45 a notte', 'it', 'night']
]

/** Returns what a sentence on the page of a service at 45 says of its tax. */
function readTax(sentence: string, language: Language): string {
  const contradicts = (included: boolean) => {
    const tax = { included, name: taxNames[language], rate_percent: 20 }
    const body = { tax, examples: [{ id: 'cut', name: 'Cut', price: { amount: '45' } }] }
    return readPage(`<p>${sentence}`, language, body).at(-1) === 'different'
  }
  return contradicts(true) ? 'without tax' : contradicts(false) ? 'with tax' : ''
}

const taxes: Row[] = [
  ['£45 including VAT', 'en', 'with tax'],
  ['£45 per hour incl. VAT', 'en', 'with tax'],
  ['£45 (20% VAT included)', 'en', 'with tax'],
  ['£45 inclusive of VAT', 'en', 'with tax'],
  ['£45. All our prices include VAT.', 'en', 'with tax'],
  ['£45 before VAT', 'en', 'without tax'],
  ['£45 + VAT', 'en', 'without tax'],
  ['£45 ex-VAT', 'en', 'without tax'],
  ['£45 each plus 20% VAT', 'en', 'without tax'],
  ['£45 (VAT not included)', 'en', 'without tax'],
  ['£45. Prices are before VAT (20%).', 'en', 'without tax'],
  ['£45. VAT is extra.', 'en', 'without tax'],
  ['£45', 'en', ''],
  ['Is £45 before VAT?', 'en', ''],
  ['£45 before VATICAN tours', 'en', ''],
  ['£45 excluding VAT refunds', 'en', ''],
  ['£45 including delivery', 'en', ''],
  ['£46 including VAT', 'en', ''],
  ['£45. Prices exclude VAT unless you order online.', 'en', ''],
  ['£45. Our VAT number is 123.', 'en', ''],
  ['45 ₪ כולל מע״מ', 'he', 'with tax'],
  ['45 ₪ לשעה, כולל מע"מ', 'he', 'with tax'],
  ["45 ₪ (מע''מ כלול)", 'he', 'with tax'],
  ['45 ₪. כל המחירים כוללים מע״מ.', 'he', 'with tax'],
  ['45 ₪ לפני מע״מ', 'he', 'without tax'],
  ['45 ₪ לא כולל מע״מ', 'he', 'without tax'],
  ['45 ₪ + מע״מ', 'he', 'without tax'],
  ['45 ₪ בתוספת מע״מ', 'he', 'without tax'],
  ['45 ₪ (מע״מ לא כלול)', 'he', 'without tax'],
  ['45 ₪. המחירים אינם כוללים מע״מ.', 'he', 'without tax'],
  ['45 ₪ ולא כולל מע״מ כחוק', 'he', 'without tax'],
  ['45 ₪ כולל משלוח', 'he', ''],
  ['האם 45 ₪ כולל מע״מ?', 'he', ''],
  ['45 ₪. מספר עוסק מע״מ 123.', 'he', ''],
  ['45 ₽, включая НДС', 'ru', 'with tax'],
  ['45 ₽ с НДС', 'ru', 'with tax'],
  ['45 ₽. Все цены включают НДС.', 'ru', 'with tax'],
  ['45 ₽, не включая НДС', 'ru', 'without tax'],
  ['45 ₽ без НДС', 'ru', 'without tax'],
  ['45 ₽ (НДС не включён)', 'ru', 'without tax'],
  ['45 ₽. Цены не включают НДС (20%).', 'ru', 'without tax'],
  ['45 ₽ с доставкой', 'ru', ''],
  ['45 ج.م. شامل ضريبة القيمة المضافة', 'ar', 'with tax'],
  ['45 ج.م. الأسعار تشمل ضريبة القيمة المضافة.', 'ar', 'with tax'],
  ['45 ج.م. قبل ضريبة القيمة المضافة', 'ar', 'without tax'],
  ['45 ج.م. غير شامل ضريبة القيمة المضافة', 'ar', 'without tax'],
  ['45 ج.م. الأسعار لا تشمل ضريبة القيمة المضافة.', 'ar', 'without tax'],
  ['45 ج.م. مع التوصيل', 'ar', ''],
  ['45 € com IVA', 'pt', 'with tax'],
  ['45 € (IVA incluído)', 'pt', 'with tax'],
  ['45 €. Os preços já incluem IVA.', 'pt', 'with tax'],
  ['45 € sem IVA (23%)', 'pt', 'without tax'],
  ['45 € (IVA não incluído)', 'pt', 'without tax'],
  ['45 €. Os nossos preços não incluem IVA.', 'pt', 'without tax'],
  ['45 € com entrega', 'pt', ''],
  ['€ 45 inclusief btw', 'nl', 'with tax'],
  ['€ 45 (btw inbegrepen)', 'nl', 'with tax'],
  ['€ 45. Alle prijzen zijn inclusief btw.', 'nl', 'with tax'],
  ['€ 45 exclusief 21% btw', 'nl', 'without tax'],
  ['€ 45 excl. btw', 'nl', 'without tax'],
  ['€ 45. De prijzen zijn exclusief btw.', 'nl', 'without tax'],
  ['€ 45 met bezorging', 'nl', ''],
  ['£45 inkl. MwSt.', 'de', 'with tax'],
  ['£45 inkl. der gesetzlichen MwSt.', 'de', 'with tax'],
  ['£45 zzgl. 20&nbsp;% MwSt.', 'de', 'without tax'],
  ['£45 nicht inkl. MwSt.', 'de', 'without tax'],
  ['£45. Alle Preise verstehen sich inkl. MwSt.', 'de', 'with tax'],
  ['£45. Preise zzgl. MwSt. (20&nbsp;%).', 'de', 'without tax'],
  ['£45 ohne Versand', 'de', ''],
  ['£45, IVA incluido', 'es', 'with tax'],
  ['£45 más IVA', 'es', 'without tax'],
  ['£45, IVA (20&nbsp;%) no incluido', 'es', 'without tax'],
  ['£45 no incluye IVA', 'es', 'without tax'],
  ['£45. Los precios incluyen IVA.', 'es', 'with tax'],
  ['£45. Todos los precios no incluyen IVA.', 'es', 'without tax'],
  ['£45 TVA comprise', 'fr', 'with tax'],
  ['£45, TVA (20&nbsp;%) comprise', 'fr', 'with tax'],
  ['£45 hors TVA', 'fr', 'without tax'],
  ['£45 (TVA non comprise)', 'fr', 'without tax'],
  ['£45. Les prix s’entendent TVA comprise.', 'fr', 'with tax'],
  ['£45. Nos tarifs ne comprennent pas TVA.', 'fr', 'without tax'],
  ['£45, livraison comprise', 'fr', ''],
  ['£45 IVA inclusa', 'it', 'with tax'],
  ['£45 + IVA', 'it', 'without tax'],
  ['£45, IVA (20%) esclusa', 'it', 'without tax'],
  ['£45, non inclusa IVA', 'it', 'without tax'],
  ['£45. Tutti i prezzi si intendono IVA inclusa.', 'it', 'with tax'],
  ['£45. I prezzi non includono IVA.', 'it', 'without tax'],
  ['£45, consegna inclusa', 'it', '']
]

/** Returns whether a sentence states the hours of a business that is open from 9 to 17 on five days. */
function readHours(sentence: string, language: Language): string {
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday']
  const open = language === 'he' ? days.slice(0, 5) : days.slice(1)
  const body = {
    name: 'Corner Shop',
    contact: {},
    address: {},
    opening_hours: open.map((day) => ({ day, opens: '09:00', closes: '17:00' }))
  }
  return `${readPage(`<p>${sentence}`, language, body).at(-1)}`
}

const hours: Row[] = [
  ['Mon–Fri 9am–5pm', 'en', 'stated'],
  ['Mondays to Fridays from 9:00 until 17:00', 'en', 'stated'],
  ['Monday through Friday 9:00–17:00', 'en', 'stated'],
  ['Mon, Tues, Weds, Thurs and Fri 9:00–17:00', 'en', 'stated'],
  ['We are open weekdays, 9–5', 'en', 'stated'],
  ['Every day 9–5', 'en', 'stated'],
  ['Monday to Friday, nine to five', 'en', 'stated'],
  ['Mon–Fri 9:00–18:00', 'en', 'different'],
  ['Mon to Fri 10am–5pm', 'en', 'different'],
  ['Weekends 10–4', 'en', 'absent'],
  ['Sunday roast 9:00–18:00', 'en', 'absent'],
  ['Lunch on Monday costs £9–17', 'en', 'absent'],
  ['Mono–Frisbee 10–16', 'en', 'absent'],
  ['ימים א׳–ה׳ 9:00–17:00', 'he', 'stated'],
  ["א'-ה' 09:00-17:00", 'he', 'stated'],
  ['יום ראשון עד יום חמישי 9:00–17:00', 'he', 'stated'],
  ['כל יום 9:00–17:00', 'he', 'stated'],
  ['א׳–ה׳ 9:00–18:00', 'he', 'different'],
  ['סוף השבוע 10:00–16:00', 'he', 'absent'],
  ['בשבת סגור', 'he', 'absent'],
  ['пн–пт 9:00–17:00', 'ru', 'stated'],
  ['С понедельника по пятницу с 9:00 до 17:00', 'ru', 'stated'],
  ['По будням 9:00–17:00', 'ru', 'stated'],
  ['пн–пт 9:00–18:00', 'ru', 'different'],
  ['В субботу закрыто', 'ru', 'absent'],
  ['من الاثنين إلى الجمعة 9:00–17:00', 'ar', 'stated'],
  ['الاثنين، الثلاثاء، الأربعاء، الخميس والجمعة 9:00–17:00', 'ar', 'stated'],
  ['من الاثنين إلى الجمعة 9:00–18:00', 'ar', 'different'],
  ['Segunda a sexta das 9h às 17h', 'pt', 'stated'],
  ['De segunda-feira a sexta-feira, 9:00–17:00', 'pt', 'stated'],
  ['seg.–sex. 9:00–18:00', 'pt', 'different'],
  ['ma t/m vr 9.00–17.00 uur', 'nl', 'stated'],
  ['maandag tot en met vrijdag van 9 uur tot 17 uur', 'nl', 'stated'],
  ['ma–vr 9.00–18.00 uur', 'nl', 'different'],
  ['Montag bis Freitag 9:00–17:00', 'de', 'stated'],
  ['Mo., Di., Mi., Do. und Fr. 9–17 Uhr', 'de', 'stated'],
  ['Lunes a viernes de 9:00 a 17:00', 'es', 'stated'],
  ['Lunes a viernes 9:00–18:00', 'es', 'different'],
  ['Du lundi au vendredi de 9 h à 17 h', 'fr', 'stated'],
  ['Lundi au vendredi : 9h00–18h00', 'fr', 'different'],
  ['Dal lunedì al venerdì 9:00–17:00', 'it', 'stated'],
  ['Week-end 10 h–16 h', 'fr', 'absent']
]

t.test('a sentence about a price, a unit, tax or hours › has one meaning', async (t) => {
  for (const [read, rows] of [
    [readKind, kinds],
    [readUnit, units],
    [readTax, taxes],
    [readHours, hours]
  ] as const) {
    for (const [sentence, language, meaning] of rows) t.equal(read(sentence, language), meaning, sentence)
  }
})

t.test(
  'the words of the software for a price › have the same meaning in each of its languages',
  async (t) => {
    for (const read of Object.values(wordsByLanguage)) {
      const { price } = read()
      t.equal(readKind(price.from.replace('{price}', '£45'), 'en'), 'starts at 45')
      for (const [unit, phrase] of Object.entries(price.units))
        t.equal(readUnit(phrase.replace('{price}', '£45'), 'en'), unit, phrase)
    }
  }
)
