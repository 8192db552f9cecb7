import t, { type Test } from 'tap'
import { type Edits, facts } from '../helper.ts'
import { builtInPages, englishData, open } from './sample.ts'

const address = { street: '1 Example Street', locality: 'Leeds', country: 'GB' }
const image = { src: '/images/workshop.jpg', alt: 'The workshop', width: 1200, height: 800 }

/** Renders the home page of the English business with edits. */
const render = async (t: Test, edits: Edits = {}) => (await open(t, edits)).html('/')

const stripOf = (html: string) =>
  (/<dl class="strip">(.*?)<\/dl>/s.exec(html)?.[1] ?? '').replace(/<[^>]+>/g, '|')

t.test('the hero', async (t) => {
  t.test('has the image of the profile next to the text, loaded at once', async (t) => {
    t.notMatch(await render(t), 'with-image')
    const { profile, ...files } = await facts(englishData)
    const pictured = await builtInPages({ ...files, profile: { ...profile, image } })
    t.match(
      pictured.render('/').html,
      /<section class="hero with-image">.*<img(?=[^>]* src="\/images\/workshop.jpg")(?![^>]*lazy)/s
    )
  })

  t.test('has only the facts that the data has', async (t) => {
    const daytime = { opens: '09:00', closes: '17:00' }
    const hours = [
      ...['monday', 'tuesday', 'wednesday', 'friday'].map((day) => ({ day, ...daytime })),
      { day: 'thursday', opens: '14:00', closes: '20:00' },
      { day: 'thursday', opens: '09:00', closes: '13:00' }
    ]
    const edits = { 'profile#/timezone': 'Europe/London', 'profile#/opening_hours': hours }
    const stated = { 'profile#/address': address, 'profile#/contact/phone': '+44 113 496 0001' }
    const html = await render(t, { ...edits, ...stated })
    t.notMatch(html, /<(i|em)[ >]/, 'the Markdown has no emphasis between the days')
    const full = stripOf(html)
    t.match(
      full,
      /Opening hours\|+Mon–Wed, Fri \|09:00–17:00\|+ ·\|+ \|Thu \|\|09:00–13:00\|,\| \|14:00–20:00\|/
    )
    t.match(full, /Address\|+1 Example Street, Leeds[^|]*\|+Phone\|+\+44 113 496 0001\|+$/)
    const none = {
      'profile#/address': undefined,
      'profile#/service_area': undefined,
      'profile#/contact': { email: 'desk@shop.example' },
      'profile#/opening_hours': undefined,
      'services#/contact': undefined
    }
    t.equal(stripOf(await render(t, none)), '')
    const area = { places: ['Leeds', 'York'], note: 'Not on Sundays.' }
    const mobile = { ...none, 'profile#/address': { locality: 'Leeds' }, 'profile#/service_area': area }
    t.match(stripOf(await render(t, mobile)), /^\|+Where we work\|+Leeds and York\|+$/)
    const town = { ...none, 'profile#/address': { locality: 'Leeds' }, 'profile#/opening_hours': [] }
    const pattern = /^\|+Address\|+Leeds\|+$/
    t.match(stripOf(await render(t, { ...town, 'profile#/timezone': 'Europe/London' })), pattern)
  })
})

t.test('the home page has the sections for which the data has facts, in one order', async (t) => {
  const main = (await render(t)).split('<main')[1] ?? ''
  const order = ['hero', 'services', 'packages', 'questions', 'closing'].map((name) =>
    main.indexOf(`class="${name}`)
  )
  t.ok(order.every((at) => at > 0))
  const sorted = order.toSorted((a, b) => a - b)
  t.same(order, sorted)
  t.notMatch(await render(t, { 'pricing#/packages': undefined }), 'class="packages')
})
