// What no surface may say of a business, because its data does not say it or says otherwise.
import t from 'tap'
import { serve } from '../helper.ts'
import { writePrompt } from '../requests.ts'

const need = { need: 'a hem' }
const agentDocuments = ['/llms.txt', '/.well-known/mcp', '/.well-known/agent-skills/business-facts/SKILL.md']

t.test('a business without a way to contact it', async (t) => {
  const { app, read } = await serve(t, { 'profile#/contact': {}, 'pricing#/notes': ['We take cards.'] })
  for (const path of [...agentDocuments, '/.well-known/ard.json', '/openapi.json'])
    t.notMatch(await read(path), /: contact details|or contact detail|contact option|How can I contact/, path)
  t.match(await writePrompt(app, 'first_message', need), /I will send it myself\.$/)
  const withoutName = (text: string) => text.replaceAll('# Wren & Thread', '')
  t.notMatch(withoutName(await read('/llms.txt')), /^> Wren/m, 'no name in place of a summary')
  t.match(await read(String(agentDocuments[2])), 'Answer questions about Wren & Thread: services')
  t.equal((await app.inject('/contact/')).statusCode, 404)
  t.notMatch(await read('/api/v1/profile.json'), 'contact_page')
  const linking = ['/', '/services/', '/services/trouser-hem/', '/pricing/', '/for-ai/', '/sitemap-1.xml']
  for (const path of [...linking, '/llms.txt']) t.notMatch(await read(path), '/contact/', path)
})

t.test('a business with only an address invites nobody to write', async (t) => {
  const edits = { 'profile#/contact': {}, 'profile#/address': { street: '1 Mill Lane', locality: 'Hull' } }
  const { read } = await serve(t, edits)
  for (const path of ['/', '/services/trouser-hem/', '/about/', '/contact/'])
    t.notMatch(await read(path), 'Tell us in a few words', path)
})

t.test('a first message is not for a telephone', async (t) => {
  const phones = [{ label: 'Emergency', number: '999' }]
  const { app } = await serve(t, { 'profile#/contact': { phones } })
  t.notMatch(await writePrompt(app, 'first_message', need), '999')
  const { app: other } = await serve(t, { 'profile#/contact/phones': phones })
  const expected = /myself, by email \(hello@wren\.example\) or the contact page \(https:[^)]*\)\.$/
  t.match(await writePrompt(other, 'first_message', need), expected)
})

t.test('a free service has no tax', async (t) => {
  const tax = { included: true, name: 'VAT', rate_percent: 20 }
  const free = { 'pricing#/tax': tax, 'services#/examples/0/price': { kind: 'fixed', amount: '0' } }
  const { read } = await serve(t, free)
  for (const path of ['/', '/services/', '/for-ai/', ...agentDocuments])
    t.notMatch(await read(path), /include (tax|VAT)/, path)
  t.match(await (await serve(t, { 'pricing#/tax': tax })).read('/services/'), 'Prices include VAT (20%)')
})

t.test('only an open price leads to the quote in JSON-LD', async (t) => {
  const quote = { 'pricing#/quote_url': 'mailto:hello@wren.example' }
  t.match(await (await serve(t, quote)).read('/services/trouser-hem/'), '"@type":"Offer","url":"https')
  const from = { ...quote, 'services#/examples/0/price/kind': 'from' }
  t.match(await (await serve(t, from)).read('/services/trouser-hem/'), '"@type":"Offer","url":"mailto:')
})

const week = [{ day: 'monday', opens: '09:00', closes: '17:00' }]

t.test('the hours of one of two places', async (t) => {
  const edits = {
    'profile#/timezone': 'Europe/London',
    'profile#/opening_hours': week,
    'profile#/address': { locality: 'Hull', country: 'GB' }
  }
  const one = await (await serve(t, edits)).read('/')
  t.match(one, 'data-opening')
  t.match(one, 'Opening hours: ')
  const locations = [{ id: 'york', name: 'York', address: { locality: 'York' }, opening_hours: week }]
  const two = await (await serve(t, { ...edits, 'profile#/locations': locations })).read('/')
  t.notMatch(two, 'data-opening', 'the other place may be open')
  t.match(two, 'Opening hours (Hull): ')
  const sameTown = {
    ...edits,
    'profile#/address': { street: '1 High Street', locality: 'York', country: 'GB' },
    'profile#/locations': locations
  }
  t.match(await (await serve(t, sameTown)).read('/'), 'Opening hours (1 High Street): ')
})

t.test('a Hebrew place opens on a day', async (t) => {
  const hours = { 'profile#/timezone': 'Asia/Jerusalem', 'profile#/opening_hours': week }
  const html = await (await serve(t, hours, 'test/fixtures/hebrew')).read('/')
  t.match(html, '&quot;sunday&quot;:&quot;ביום ראשון&quot;')
})
