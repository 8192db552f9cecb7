import t from 'tap'
import { isSamePhone } from '../../src/business/phones.ts'
import { createComparer, describeText, type Fact, listFacts } from '../../src/compare/compare.ts'
import { parseHtml } from '../../src/html/parse-html.ts'

const price = (amount: string, fields = {}) => ({ price: { kind: 'fixed', amount, ...fields } })
const bodyOf = (currency: string, ...examples: object[]) => ({ currency, categories: [], examples })

const english = [
  ...listFacts({
    name: "Joe's Corner",
    contact: { email: 'hello@corner.example', phone: '020 7946 0018' },
    address: { street: '1 Corner Street', locality: 'Town', postal_code: 'AB1 2CD' },
    opening_hours: [
      { day: 'monday', opens: '09:00', closes: '17:30' },
      { day: 'saturday', opens: '10:00', closes: '14:00' }
    ]
  }),
  ...listFacts(
    bodyOf(
      'GBP',
      { id: 'cut', name: "Lady's cut", ...price('20') },
      { id: 'wash', name: 'Wash', ...price('12.50') },
      { id: 'course', name: 'Course A1', from_ils: 1250 },
      { id: 'set', name: 'Set', ...price('30', { kind: 'range', max: '45' }) },
      { id: 'package', name: 'Package 2', ...price('250') },
      { id: 'chat', name: 'Chat', ...price('0') },
      { id: 'day', name: 'Half a day out', ...price('60') },
      { id: 'dye', name: 'Dye', ...price('40'), tax: { included: false, rate_percent: 20 } }
    )
  ),
  ...listFacts({
    categories: [{ name: 'All', items: [{ question: 'Open late?', answer: 'No - “never”.' }] }]
  })
]
const american = listFacts({
  name: 'Shop',
  contact: { phone: '(512) 555-0142' },
  address: {},
  opening_hours: [{ day: 'monday', opens: '09:00', closes: '12:00' }]
})
const hebrew = listFacts({
  ...bodyOf(
    'ILS',
    { id: 'leads', name: 'ריכוז לידים', from_ils: 3400 },
    { id: 'bot', name: 'בוט', from_ils: 900 },
    { id: 'room', name: 'Room 15', from_ils: 15 },
    { id: 'set', name: 'ערכה', ...price('30', { kind: 'range', max: '45' }) }
  )
})
const french = listFacts(bodyOf('EUR', { id: 'a', name: 'Coupe', ...price('1250.50') }))
const riyal = listFacts(bodyOf('SAR', { id: 'a', name: 'قص الشعر', ...price('50') }))
const dinar = listFacts(bodyOf('KWD', { id: 'a', name: 'Cut', ...price('1.250') }))
const twins = listFacts(
  bodyOf('GBP', { id: 'a', name: 'Cut', ...price('20') }, { id: 'b', name: 'Cut', ...price('30') })
)

const businesses: Record<string, { facts: Fact[]; language: string; currency: string }> = {
  en: { facts: english, language: 'en', currency: 'GBP' },
  us: { facts: american, language: 'en-US', currency: 'USD' },
  he: { facts: hebrew, language: 'he', currency: 'ILS' },
  de: { facts: french, language: 'de', currency: 'EUR' },
  ar: { facts: riyal, language: 'ar', currency: 'SAR' },
  kw: { facts: dinar, language: 'en', currency: 'KWD' },
  twins: { facts: twins, language: 'en', currency: 'GBP' }
}

/** Returns the verdict on a fact, on a page that a fact without a URL may be on. */
function judge(business: string, name: string, html: string, fragment?: string): string {
  const { facts = [], language = '', currency = '' } = businesses[business] ?? {}
  const fact = facts.find(({ key }) => [`service ${name}`, name].includes(key.trim()))
  const page = createComparer(facts, { language, currency })(parseHtml(html))
  const statement = page.find(fact ?? describeText('text', name), fragment)
  return statement.state === 'different' ? statement.found.replace(' next to the name', '') : statement.state
}

/** Texts, and their verdicts on the facts of a business: a service or a text by its name, others by their kind. */
const cases: Record<string, [fact: string, text: string, verdict: string][]> = {
  en: [
    // Names, email addresses, addresses and questions
    ['name', '<h1>Joe’s <b>Corner</b></h1>', 'stated'],
    ['name', "<p hidden>Joe's Corner</p><noscript>Joe's Corner</noscript>", 'absent'],
    ['name', "<pre><code>Joe's Corner</code></pre>", 'absent'],
    ['email', '<a href="#">Hello@Corner.example</a>', 'stated'],
    ['email', 'hi@corner.example', 'absent'],
    ['address', '<p>1 Corner<br>Street<p>AB1&nbsp;2CD Town', 'stated'],
    ['address', '<p>11 Corner Street, AB1 2CD Town', 'absent'],
    ['address', '<p>Unit 5<p>١ Corner Street<p>AB1 2CD Town', 'stated'],
    ['Room 15', '<p>Room 150<p>Room 1 5', 'stated'],
    ['½ day', '<p>Package 2<p>½ day', 'stated'],
    ['question Open late?', '<dt>Open late?<dd>No – "never".', 'stated'],
    ['question Open late?', '<dt>Open late?<dd>Yes.', 'absent'],
    // Phone numbers
    ['phone', '(020) 7946-0018', 'stated'],
    ['phone', '<a href="tel:+442079460018">Call</a>', 'stated'],
    ['phone', '+44 20 &lrm;7946 0018', 'stated'],
    ['phone', '<a href="tel:+442079460019">Call</a>', '+442079460019'],
    ['phone', '<a href="tel:+442079460019">A partner</a>, and 020 7946 0018', 'stated'],
    ['phone', '020 7946 0019', 'absent'],
    ['phone', '٠٢٠ ٧٩٤٦ ٠٠١٨', 'stated'],
    ['phone', '07700 900123 / 020 7946 0018', 'stated'],
    ['phone', '<a href="tel:020%207946%200018,5">Call</a>', 'stated'],
    ['phone', '<a href="tel:%2B442079460018;ext=5">Call</a>', 'stated'],
    ['email', '<a href="mailto:Hello%40corner.example?subject=Hi">Write to us</a>', 'stated'],
    ['email', 'Write to hello@corner.example.', 'stated'],
    ['email', 'say-hello@corner.example, hello@corner.example.org', 'absent'],
    // Hours: the times
    ['hours', 'Monday 09:00–17:30, Saturday 10:00–14:00', 'stated'],
    ['hours', '<td>Mon<td>9 a.m.-5:30 pm<tr><td>Sat<td>10am - 2pm', 'stated'],
    ['hours', 'Mon 9.00-17.30, Sat 10-14', 'stated'],
    ['hours', 'lundi 9h-17h30, samedi 10 h - 14 h', 'stated'],
    ['hours', 'Mon 9 to 17:30, Sat 10 to 2', 'stated'],
    ['hours', 'Mo von 9 bis 17.30 Uhr, Sa 10 bis 14 Uhr', 'stated'],
    ['hours', 'de 9 heures à 17 h 30, de 10 à 14 h', 'stated'],
    ['hours', 'שני 9:00–17:30, שבת מ־10 עד 14', 'stated'],
    ['hours', 'من ٩ صباحاً إلى ٥:٣٠ مساءً ومن ١٠ ص إلى ٢ مساءً', 'stated'],
    ['hours', 'ma 9u–17u30, za van 10 uur tot 14 uur', 'stated'],
    ['hours', '월 오전 9시~오후 5시 30분, 토 오전 10시~오후 2시', 'stated'],
    ['hours', '月 9時〜17時30分、土 10時〜14時', 'stated'],
    ['hours', '週一 9點至17點30分，週六 10点到14点', 'stated'],
    ['hours', 'सोम 9 बजे से 17:30, शनि सुबह 10 बजे से 2 बजे तक', 'stated'],
    ['hours', 'Δευ 9 π.μ. - 5:30 μ.μ., Σάβ 10 π.μ. - 2 μ.μ.', 'stated'],
    ['hours', 'Mon 0900-1730, Sat 1000–1400 hrs', 'stated'],
    ['hours', 'Monday 09:00–17:00, Saturday 10:00–14:00', 'absent'],
    ['hours', 'We have 9 chairs, 14 mirrors, and 10 hooks; 17:30', 'absent'],
    // Prices
    ['cut', '<li><b>Lady’s  cut</b> <span>20 GBP</span>', 'stated'],
    ['cut', '<li><b>Lady’s cut</b> <span>£25</span><li><b>Wash</b> £20', '25'],
    ['cut', '<li>£25 <b>Lady’s cut</b><li>£20 <b>Wash</b>', '25'],
    ['cut', '<p>£20 <b>Lady’s cut</b> £12.50 <b>Wash</b>', 'stated'],
    ['wash', '<h3>Wash</h3><ul><li>Short £12.50<li>Long £20</ul>', 'stated'],
    ['wash', '<h3>Wash</h3><ul><li>Short £20</ul><h3>Voucher</h3><p>£12.50', '20'],
    ['wash', '<h1>Wash</h1><p>Wash (30 min) £20<p>Voucher £12.50', '20'],
    ['wash', '<h1>Wash</h1><div><b>Wash</b> and dry</div><p>£20', '20'],
    ['cut', '<ul><li>Lady’s cut</ul><p>Delivery £60', 'absent'],
    ['wash', '<li><b>Wash</b> £12<sup><small>50</small></sup><sup>1</sup>', 'stated'],
    ['wash', '<li><b>Wash</b> £12<span style="font-size:12px">50</span>', 'stated'],
    ['course', '<h2>Course A1</h2><p>from £1 250', 'stated'],
    ['set', '<li><b>Set</b> £30–40', '30, 40'],
    ['set', '<li><b>Set</b> between 30 and 45 pounds', 'stated'],
    ['cut', '<li><b>Lady’s cut</b> <del>£20</del> <ins>£25</ins>', '25'],
    ['cut', '<li><b>Lady’s cut</b> <span style="text-decoration: line-through">£20</span> £25', '25'],
    ['cut', '<li><b>Lady’s cut</b> <i class="line-through">£20</i> £25', '25'],
    ['cut', '<li class="flex"><b>Lady’s cut</b><i>at 9</i><i>20 pounds</i><p>Nice.', 'stated'],
    ['cut', '<li><i class="n">Lady’s cut</i><i class="t">60</i><i class="p">20 pounds</i>', 'stated'],
    ['cut', '<li><x-name>Lady’s cut</x-name><x-time>60</x-time><x-price>20 pounds</x-price>', 'stated'],
    ['cut', '<li>Lady’s cut £<i class="k">2</i><i class="h">0 incl.</i>', 'stated'],
    ['cut', '<li>Lady’s cut £<i class="pounds">20</i><i class="pence">99</i>', '20.99'],
    ['cut', '<li>Lady’s cut<i class="material-icons">euro</i><i class="strikethrough">£25</i> £20', 'stated'],
    ['cut', '<li>Lady’s cut: starting at £25<li>Voucher £20', '25'],
    ['cut', '<li>Lady’s cut from £25, short hair £20', 'stated'],
    ['cut', '<ol><li>1. Lady’s cut – from £20<li>2. Wash – £12.50</ol>', 'stated'],
    ['cut', '<dl><dt>Lady’s cut<dd>Nice.<dd>£25<dt>Wash<dd>£12.50</dl>', '25'],
    ['package', '<li><b>Package&nbsp;2</b> 250 £<li>Package 20: £260', 'stated'],
    ['chat', '<li><b>Chat</b> free', 'stated'],
    ['chat', '<li><b>Chat</b> (sugar-free) £30', '30'],
    ['chat', '<li><b>Chat</b> free (worth £30)', 'stated'],
    ['chat', '<li><b>Chat</b> <s>£30</s> no charge', 'stated'],
    ['chat', '<p>Chat with us, from £30', 'stated'],
    // Names with an addition, and lines of a text
    ['wash', '<li>Wash (30 min) £20<li>Set (1 hour) £12.50', '20'],
    ['wash', '<h3>Wash (children)</h3><p>£8</p><section><h2>What it costs</h2><p>£12.50</section>', 'stated'],
    ['wash', '<p>Wash – two working days – £20', '20'],
    ['wash', '<p>Wash | e-bikes too | £20', '20'],
    ['wash', '<p>Wash – about 45 min – £20', '20'],
    ['wash', '<p>Wash – 1½ hours – £20', '20'],
    ['wash', '<p>Each visit costs £12.50.<h2>More</h2><p>Wash – children – £8', 'stated'],
    ['cut', '<p>A lady’s cut costs £49.', '49'],
    ['cut', '<p>Lady’s cut starting from £49', '49'],
    ['wash', '<p><a href=/a>Wash</a> and <a href=/b>Lady’s cut</a> for £30', 'absent'],
    ['wash', '<li>Wash (2 people) £20<li>Set £12.50', '20'],
    ['wash', '<p>Wash (long) £14<p>Wash (short) £8', '14, 8'],
    ['wash', '<h3>Wash (colour + £10)</h3><p>£12.50<h3>Set</h3><p>£30–45', 'stated'],
    ['wash', '<h2>Ladies</h2><p>Wash £12.50<h2>Men</h2><p>Wash £10', 'stated'],
    ['wash', '<p>Wash £20<br>Set £30–45', '20'],
    ['wash', '<div><p>Lady’s cut</p>Wash £20</div>', '20'],
    ['wash', '<div class="whitespace-pre-line">\nWash £20\nSet £30–45\n', '20'],
    ['set', '<h3>Set<br>30 minutes</h3><p>£30', '30'],
    ['wash', '<p>✂ Wash from £20<p>£30–45 – Set', '20'],
    ['wash', '<li><b>£20</b> – Wash<li><b>£30–45</b> – Set', '20'],
    ['wash', '<p>Wash, set and go £20<p>Wash-and-go: £20<p>Wash your car for £20', 'absent'],
    ['chat', '<p>20 £ Lady’s cut<br>12.50 £ Wash<br>Chat', 'stated'],
    ['wash', '<p>Wash only GBP 20', '20'],
    // Several items in a line
    ['wash', '<p>Lady’s cut £20, wash £20 | Set £30–45', '20'],
    ['set', '<p>Lady’s cut £20 · wash £12.50 · set £30', '30'],
    ['wash', '<p>Lady’s cut £12.50 / wash £20', '20'],
    ['wash', '<p>Lady’s cut, wash £32.50', 'absent'],
    ['wash', '<p>Lady’s cut £20, wash £5 extra', 'absent'],
    ['wash', '<p>Wash for £20<p>Voucher £12.50', '20'],
    ['wash', '<p>Wash for two £20<p>Voucher £12.50', 'stated'],
    ['wash', '<p>A <b>wash</b> costs £30, a <b>set</b> £12.50', '30'],
    ['wash', '<p><b>Wash:</b> nice and warm, for £30<p>Voucher £12.50', '30'],
    ['wash', '<p>£30 for a wash<p>£12.50 for a set', '30'],
    ['wash', '<p>A wash is £30<p>A voucher is £12.50', '30'],
    ['package', '<p>We have Package 20 at £250', 'absent'],
    ['wash', '<table><tr><th>Set<th>Wash<tr><td>£30–45<td>£20</table>', '20'],
    // A currency in the head of a column, or in an element of its own
    ['wash', '<table><tr><th>Item<th>Minutes<th>in pounds<tr><td>Wash<td>20<td>from 13</table>', '13'],
    ['wash', '<table><tr><th>Item<th>Price (£)<tr><td>Wash<td>12<small>50</small>+</table>', 'stated'],
    ['wash', '<table><tr><th>Item<th>Price (£)<tr><td>Wash<td>12.50 for two</table>', 'absent'],
    ['wash', '<table><tr><th>Item<th>£ (incl. VAT)<tr><td>Wash<td>12.50</table>', 'stated'],
    ['wash', '<table><tr><th colspan=2>Hair<tr><th>Item<th>£<tr><td>Wash<td>12.50</table>', 'stated'],
    ['wash', '<table><tr><td>Wash<td>12.50<td>£<td>x</table>', 'stated'],
    ['wash', '<table><tr><td>Wash<td>12.50<td>£<td>30</table>', '30'],
    ['wash', '<h3>Wash</h3><div><div>£</div><div>12</div><div>.50</div></div>', '12'],
    ['wash', '<h3>Wash</h3><div><p>£</p> <h4>12<div class="cents">50</div></h4></div>', 'stated'],
    ['wash', '<h3>Wash</h3><b>£</b><b>12</b><div><b class="fraction">50</b></div><b>Monthly</b>', 'stated'],
    // A price in the element after the name
    ['wash', '<p>£12.50</p><p>Wash</p><p>£30–45</p><p>Set</p>', 'stated'],
    ['wash', '<p>Wash</p><p>Vouchers from £10</p><p>It is £12.50.', 'stated'],
    ['wash', '<p>Wash<p>Nice and warm.<p>£30<p>Set<p>For two people.<p>£12.50', '30'],
    ['set', '<p>Wash<p>Nice and warm.<p>£12.50<p>Set<p>For two people.<p>£12<p>£30–45', '12'],
    ['wash', '<p>Wash<h3>Vouchers for you</h3><p>£20', 'absent'],
    ['set', '<p>£12.50<p>Wash<p>Nice and warm.<p>£30–45<p>Set<p>For two people.<p>£20<p>Voucher', 'stated'],
    ['wash', '<table><tr><th>Item<th>Price (£ / €)<tr><td>Wash<td>12.50 / 15</table>', 'absent'],
    // The title of a page, with another amount in the sentence below it
    ['wash', '<article><div><h1><b>Wash</b></h1><p>Dry for £2.</div><p>£20</article>', '2, 20'],
    // Other amounts
    ['cut', '<li>Lady’s cut <s>£30</s> <span class="sr-only">now £20</span>', 'stated'],
    ['cut', '<li><b>Lady’s cut</b> <s>£20</s> <i>The price was: £20.</i> £25', '25'],
    ['cut', '<li>Lady’s cut: was £20, now £18 (save £2)', '18'],
    ['cut', '<h2>Lady’s cut</h2><p>£18</p><dialog>£20</dialog>', '18'],
    ['wash', '<table><tr><th><th>Wash<th>Set<tr><th>Price<td>£12.50<td>£30</table>', 'stated'],
    ['wash', '<table><tr><td rowspan=2>Wash<td>Long<td>£20<tr><td>Short<td>£12.50</table>', 'stated'],
    ['wash', '<table><tr><td rowspan=2>Wash<td>£20<tr><td>Set<td>£12.50</table>', '20'],
    ['wash', '<table><tr><td rowspan=2>Wash<td>£20<tr><td>£25<tr><td>Perm<td>£12.50</table>', '20, 25'],
    ['wash', '<table><tr><td>£12.50<td rowspan=2>Wash<tr><td>£20</table>', 'stated'],
    ['wash', '<table><tr><td rowspan=2><b>Wash</b> nice, £20<td>Long<tr><td>Short</table><p>£12.50', '20'],
    ['wash', '<table><caption>Wash</caption><tr><td>Long<td>£20</table>', '20'],
    ['wash', '<table><caption>In £</caption><tr><th>Item<th>Price (£)<tr><td>Wash<td>20</table>', '20'],
    ['cut', '<h3>Lady’s cut</h3><p>Others £25', '25'],
    ['set', '<li>Set £45 (students £30)', 'stated'],
    ['wash', '<h2>Wash</h2><p>Add a wash to any cut for £8', 'absent'],
    ['wash', '<div><p><a>Wash</a> <a>Shop</a></p><h1>Shop</h1><p>£20</div>', 'absent'],
    ['wash', '<main><div><h2>Wash</h2><p>£20</div><p>Voucher £12.50</main>', '20'],
    ['day', '<li>Half a day out from £70', '70'],
    ['wash', '<h3>Wash</h3><p>£12.50 extra', 'stated'],
    ['set', '<div><h3>Set – £30 off today</h3></div><p>£30–45', 'stated'],
    ['wash', '<p>Wash: cancellation fee £5', 'absent'],
    ['cut', '<h3>Lady’s cut</h3><p>Washing before. Buy five, save £25.', 'absent'],
    ['wash', '<td>Wash<br><small>Usually £20</small><td>£12.50', 'stated'],
    ['dye', '<li><b>Dye</b> £40 + VAT', 'stated'],
    ['dye', '<li><b>Dye</b> £48 including VAT', 'stated'],
    ['cut', '<li><b>Lady’s cut</b> <i style="color:red; display:none">£20</i> £25', '25'],
    ['cut', '<li>Lady’s cut <span style="visibility:hidden">£20</span>', 'absent'],
    ['cut', '<p hidden="until-found">Lady’s cut: £20', 'stated'],
    ['cut', '<button aria-controls=a aria-expanded=false>Lady’s cut</button><p id=a hidden>£20', 'stated'],
    ['cut', '<div role="tabpanel" style="display: none"><p>Lady’s cut: £22', '22']
  ],
  de: [
    ['Große Κούρεμα', '<h1>GROSSE ΚΟΥΡΕΜΑ</h1>', 'stated'],
    ['İç bakım, תספורת', '<h1>İÇ BAKIM, תִּסְפּוֹרֶת</h1>', 'stated']
  ],
  us: [
    ['phone', '1-512-555-0142', 'stated'],
    ['phone', '+1 512.555.0142', 'stated'],
    ['phone', '[512]&nbsp;555\u20130142', 'stated'],
    ['phone', '1-512-555-0143', 'absent'],
    ['hours', '9am to noon', 'stated']
  ],
  he: [
    ['leads', '<h1>ריכוז\n לידים</h1><p>החל מ-3,400 ₪</p>', 'stated'],
    ['leads', '<h1>ריכוז לידים</h1><p>\u200f3,400\u00a0\u200f₪', 'stated'],
    ['leads', '<li><b>ריכוז לידים</b> 3400<li>', 'absent'],
    ['bot', '<table><tr><td>בוט<td>₪900<tr><td>ריכוז לידים<td>₪3,400</table>', 'stated'],
    ['bot', '<table><tr><th>שירות<th>מחיר בש״ח<tr><td>בוט<td>900</table>', 'stated'],
    ['bot', '<table><tr><th>שירות<th>מחיר ב-₪<tr><td>בוט<td>החל מ־900</table>', 'stated'],
    ['bot', '<table><tr><th>שירות<th>בשעות<tr><td>בוט<td>900</table>', 'absent'],
    ['room', '<li><b>Room 15</b> <code>room</code> 15 ₪', 'stated'],
    ['bot', '<p>בוט ב־950 ₪<p>שובר 900 ₪', '950'],
    ['bot', '<p>בוט במחיר של 950 ₪<p>שובר 900 ₪', '950'],
    ['bot', '<p>בוט מ-950 ש"ח<p>שובר 900 ₪', '950'],
    ['bot', '<p>שובר 900 ₪ | ריכוז לידים 3,400 ₪ | בוט 950 ₪', '950'],
    ['set', '<li><b>ערכה</b> בין 30 ל־45 ש״ח', 'stated'],
    ['כלי־עבודה "טוב"', '<p>כלי-עבודה ״טוב״', 'stated']
  ],
  ar: [
    ['a', '<table><tr><th>الخدمة<th>السعر بالريال<tr><td>قص الشعر<td>٥٠</table>', 'stated'],
    ['a', '<p>قص الشعر بسعر ٦٠ ريال<p>هدية ٥٠ ريال', '60']
  ],
  kw: [['a', '<li><b>Cut</b> KD ١.٢٥٠', 'stated']],
  // Two items with one name
  twins: [['b', '<li><b>Cut</b> £20<li><b>Cut</b> £30', 'stated']]
}

t.test('a text states a fact, states another value, or neither', async (t) => {
  for (const [business, rows] of Object.entries(cases))
    for (const [fact, text, verdict] of rows)
      t.equal(judge(business, fact, text), verdict, `${business} ${fact}: ${text}`)
})

t.test('the page of an item must have its name with its price, at its element', async (t) => {
  const page =
    '<p id="cut">Lady’s cut: £18 or £19</p><h2 id="wash">Wash</h2><i id="caf\u00e9">£12.50</i><p id="gone" hidden>Set'
  t.equal(judge('en', 'cut', page, 'cut'), '18, 19')
  t.equal(judge('en', 'wash', page, 'wash'), 'stated')
  t.equal(judge('en', 'set', page, ''), 'absent')
  t.equal(judge('en', 'set', '<p>We have a Set at £20', ''), 'the name with 20')
  const text = createComparer(english, { language: 'en', currency: 'GBP' })(parseHtml(page))
  const found = ['gone', 'cut', 'cafe\u0301'].map((id) => text.findElement(id)?.name)
  t.same(found, [undefined, 'p', 'i'], 'readers do not see one of them')
  t.match(text.find(english.find(({ key }) => key === 'service cut') ?? describeText('text', '')), {
    found: '18, 19 next to the name'
  })
})

// test/site/phones.test.ts has numbers that are the same.
t.test('a phone number differs from one of another country, and from none', async (t) => {
  t.notOk(isSamePhone('+33 4 72 00 00 00', '+44 4 72 00 00 00'))
  t.notOk(isSamePhone('', '1'))
})

t.test('hostile texts have an answer, and the work for each name has a limit', async (t) => {
  const run = (text: string, count = 30_000) => text.repeat(count / text.length)
  const longer = ['0 ', '1,', '9 am ', '(050) ', '<td>12 ₪', '<h2>12 ₪', '<br>']
  for (const text of [...' 1.,-(₪\u200e', ...longer])
    t.type(judge('en', 'cut', `<h1>Lady’s cut</h1><p>${run(text)}x`), 'string', text)
  t.equal(judge('en', 'hours', run('09:00-')), 'absent')
  const deep = `${'<div>'.repeat(4000)}We wash for £9${'</div>'.repeat(4000)}`
  t.equal(judge('en', 'wash', `<li>${deep}<b>Wash</b> £12.50`), 'stated')
  t.equal(judge('en', 'wash', '<div><b>Wash</b>'.repeat(3000)), 'absent')
  const number = `${'1'.repeat(20_000)}2`
  const [name] = listFacts({ name: number, contact: {}, address: {} })
  const page = createComparer([], { language: 'en', currency: 'GBP' })(
    parseHtml(`<p>${'1 '.repeat(200_000)}<p>No. ${number}`)
  )
  // A regular expression of so many characters would overflow the stack.
  t.equal(name && page.find(name).state, 'stated')
})
