import t from 'tap'
import { auditFacts, describe, profile } from '../audit/other-site.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const everyDay = [...weekdays, 'saturday', 'sunday']
const open = (days: string[], opens: string, closes: string) => days.map((day) => ({ day, opens, closes }))

const office = open(weekdays, '09:00', '17:00')
const market = open(['monday', 'wednesday'], '09:00', '17:00')
const bakery = open(everyDay, '07:00', '19:00')
const hebrew = [
  ...open(['sunday', ...weekdays.slice(0, 4)], '09:00', '17:00'),
  ...open(['friday'], '09:00', '13:00')
]

const different = (found: string) => [`different /: the opening hours, ${found}`]
const missing = ['missing /: the opening hours, nothing']

const cases: [hours: object[], text: string, expected: string[]][] = [
  [office, 'Mon–Fri 9am–5pm', []],
  [office, 'Mondays to Fridays from 9:00 until 17:00', []],
  [office, 'Weekdays 9:00–17:00', []],
  [office, 'We are open weekdays, 9–5.', []],
  [office, 'Mon - Fri: 9h–17h', []],
  [office, 'Mon, Tues, Weds, Thurs & Fri 9:00–17:00', []],
  [office, 'Monday–Friday 9:00–5:00', []],
  [office, '9:00–17:00, Monday to Friday', []],
  [office, 'Monday to Friday, nine to five', []],
  [office, 'Mon 9–17. Tue 9–17. Wed 9–17. Thu 9–17. Fri 9–17.', []],
  [office, 'Mon–Fri 9:00–17:00 (closed 12:00–12:30 for lunch)', []],
  [office, 'Mon–Fri 9:00–17:00<p>Yoga: Monday 10:00–11:00, Tuesday 10:00–11:00, Friday 12:00–13:00', []],
  [office, 'Mon–Fri 9:00–17:00<p>Repair evening: Thursdays 18:00–20:00', []],
  [office, 'Mon–Fri 9:00–18:00', different('monday 09:00–18:00')],
  [office, 'Mon–Fri 9am–6pm', different('monday 09:00–18:00')],
  [office, 'Weekdays 9:00–18:00', missing],
  [office, 'Monday from 9:00, Tuesday from 9:00, Wednesday from 9:00', missing],
  [office, 'Lunch costs €9.00–17.00 from Monday', missing],
  [market, 'Mon, Wed 9–17', []],
  [market, 'Closed Tuesday, Thursday. Monday and Wednesday: 9 am to 5 pm', []],
  [market, 'Mon, Wed 9–18', missing],
  [bakery, 'Every day 7–19', []],
  [bakery, 'Open daily from 7am to 7pm', []],
  [bakery, 'Weekdays 7:00–19:00, weekends 7:00–19:00', []],
  [hebrew, 'ימים א׳–ה׳ 09:00–17:00, יום שישי 09:00–13:00', []],
  [hebrew, "א'-ה' 09:00-17:00<p>ו' 09:00-13:00", []],
  [hebrew, "א'-ה' 09:00-18:00<p>ו' 09:00-13:00", different('sunday 09:00–18:00')],
  [[], 'By appointment', []]
]

t.test('hours in the words of an owner › are compared if they can be understood', async (t) => {
  for (const [hours, text, expected] of cases) {
    const isHebrew = hours === hebrew
    const { html } = await auditFacts(t, {
      '/openapi.json': describe('/profile.json'),
      '/profile.json': {
        ...profile,
        language: isHebrew ? 'he' : 'en',
        opening_hours: hours,
        special_hours: []
      },
      '/': `<h1>Corner Shop</h1><p>1 Corner, Town<p>*2700 hello@corner.example<p>${text}`
    })
    if (expected.length === 0) t.match(html, { status: 'pass' }, text)
    else t.same(html, expected, text)
  }
})
