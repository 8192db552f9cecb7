import ICAL from 'ical.js'
import t from 'tap'
import { build, facts } from '../helper.ts'
import { shipped } from '../shipped.ts'

interface Property {
  name: string
  parameters: { group?: string; type?: string | string[] }
  value: unknown
}

/** Returns the properties of a vCard as a third-party parser reads them. */
function readCard(text: string): Property[] {
  const [kind, properties] = ICAL.parse(text)
  t.equal(kind, 'vcard')
  return properties.map(([name, parameters, , value]: [string, Property['parameters'], string, unknown]) => ({
    name,
    parameters,
    value
  }))
}

const valuesOf = (card: Property[], wanted: string) =>
  card.filter(({ name }) => name === wanted).map(({ value }) => value)

// RFC 2426, sections 3.2.1, 3.3.1 and 3.3.2.
const types: Record<string, string[]> = {
  TEL: 'home msg work pref voice fax cell video pager bbs modem car isdn pcs'.split(' '),
  ADR: 'dom intl postal parcel home work pref'.split(' '),
  EMAIL: ['internet', 'x400', 'pref']
}

for (const { name, dataDir, siteDir } of shipped)
  t.test(`/contact.vcf of the ${name} follows RFC 2426, and what Android and iOS import of it`, async (t) => {
    const business = await facts(dataDir, undefined, undefined, siteDir)
    const { body } = await (await build(t, { business }, { dataDir, siteDir })).inject('/contact.vcf')
    t.ok(body.endsWith('\r\n') && !/(?<!\r)\n|\r(?!\n)|\ufeff|\ufffd/.test(body), 'has lines of CRLF')
    t.ok(
      body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75),
      'has lines of 75 bytes'
    )
    const lines = body
      .replace(/\r\n[ \t]/g, '')
      .trimEnd()
      .split('\r\n')
    t.same([...lines.slice(0, 2), lines.at(-1)], ['BEGIN:VCARD', 'VERSION:3.0', 'END:VCARD'])
    const properties = lines.map((line) => /^(?:\w+\.)?([A-Z-]+)((?:;[A-Z]+=[\w,]+)*):(.*)$/.exec(line))
    const named = (wanted: string) => properties.filter((found) => found?.[1] === wanted)
    for (const required of ['N', 'FN', 'ORG']) t.equal(named(required).length, 1, required)
    for (const property of properties) {
      const [line = '', key = '', parameters = '', value = ''] = property ?? []
      t.ok(line, 'is a line of a name, parameters and a value')
      // Version 3.0 has UTF-8 without a parameter, and no quoted-printable.
      t.match(parameters, /^(;TYPE=[a-z,]+)?$/, line)
      const given = parameters.replace(';TYPE=', '').split(',').filter(Boolean)
      t.same(
        given.filter((type) => !types[key]?.includes(type)),
        [],
        line
      )
      const parts = value.replace(/\\./g, '').split(';')
      if (key === 'ADR') t.equal(parts.length, 7, line)
      if (key === 'GEO') t.match(value, /^-?\d+(\.\d+)?;-?\d+(\.\d+)?$/)
      if (key === 'TEL') t.match(value, /^[+*#\d]+(\\;ext=\d+)?$/)
    }
  })

t.test('/contact.vcf', async (t) => {
  const guesthouse = await facts('test/fixtures/guesthouse')

  t.test('has the contact details as a parser of vCards reads them', async (t) => {
    const app = await build(t, { business: guesthouse })
    const response = await app.inject('/contact.vcf')
    t.equal(response.headers['content-type'], 'text/vcard; charset=utf-8')
    const card = readCard(response.body)
    t.strictSame(valuesOf(card, 'version'), ['3.0'])
    t.strictSame(valuesOf(card, 'fn'), ['Casa da Bruma'])
    t.strictSame(valuesOf(card, 'org'), ['Casa da Bruma'])
    t.strictSame(valuesOf(card, 'email'), ['stay@casadabruma.example'])
    t.match(valuesOf(card, 'geo').flat().join(';'), '38;-26.5')
    t.strictSame(valuesOf(card, 'url'), [guesthouse.profile.url])
    t.strictSame(
      card
        .filter(({ name }) => name === 'tel')
        .map(({ parameters: { group, type }, value }) => [group, String(type), value]),
      [
        [undefined, 'work,voice,pref', '+351000000100'],
        ['item1', 'work,voice', '+351000000101'],
        ['item2', 'work,voice', '+351000000102'],
        ['item3', 'work,cell,msg', '+351000000103'],
        ['item4', 'work,fax', '+351000000104']
      ]
    )
    t.strictSame(
      card
        .filter(({ name }) => name === 'x-ablabel')
        .map(({ parameters: { group }, value }) => [group, value]),
      [
        ['item1', 'Bar'],
        ['item2', 'Night porter'],
        ['item3', 'Late arrivals'],
        ['item4', 'Group bookings']
      ]
    )
    t.strictSame(valuesOf(card, 'adr').flat(), [
      '',
      '',
      'Rua do Farol Invisível 9',
      'Vila da Bruma',
      'Ilha Inventada',
      '0000-009',
      'Portugal'
    ])
  })

  t.test('is on the contact page', async (t) => {
    const app = await build(t, { business: guesthouse })
    t.match((await app.inject('/contact/')).body, '<a class="quiet-link" href="/contact.vcf"')
  })

  t.test('has long and special texts in lines of 75 bytes', async (t) => {
    const name = `${'אבגדה '.repeat(20)} \\ and, more\nlines`
    const contact = { phone: '*2700', phones: [{ label: 'After hours', number: '#31#' }] }
    const { geo, ...profile } = guesthouse.profile
    const business = { ...guesthouse, profile: { ...profile, name, contact, address: { street: 'A; B' } } }
    const app = await build(t, { business })
    const { body } = await app.inject('/contact.vcf')
    const lines = body.split('\r\n')
    t.ok(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\n\ufffd]/.test(line)))
    const card = readCard(body)
    t.strictSame(valuesOf(card, 'fn'), [name])
    t.strictSame(valuesOf(card, 'tel'), ['*2700', '#31#'])
    t.strictSame(valuesOf(card, 'x-ablabel'), ['After hours'])
    t.strictSame(valuesOf(card, 'adr').flat().slice(2, 3), ['A; B'])
    t.notOk(card.some(({ name }) => ['geo', 'email'].includes(name)))
  })

  t.test('has the extension of a number, as the link on the contact page', async (t) => {
    const contact = { phone: '+44 20 7946 0018 ext. 12', phones: [{ label: 'Office', number: '1450 x3' }] }
    const business = { ...guesthouse, profile: { ...guesthouse.profile, contact } }
    const app = await build(t, { business })
    const links = ['+442079460018;ext=12', '1450;ext=3']
    t.strictSame(valuesOf(readCard((await app.inject('/contact.vcf')).body), 'tel'), links)
    const { body } = await app.inject('/contact/')
    for (const link of links) t.match(body, `href="tel:${link}"`)
  })

  t.test('has the name and the URL if the data states no more', async (t) => {
    const { geo, ...profile } = guesthouse.profile
    const contact = { whatsapp: 'https://wa.me/351000000100' }
    const app = await build(t, {
      business: { ...guesthouse, profile: { ...profile, contact, address: {} } }
    })
    const names = readCard((await app.inject('/contact.vcf')).body).map(({ name }) => name)
    t.strictSame(names, ['version', 'n', 'fn', 'org', 'x-abshowas', 'url'])
  })

  t.test('does not exist without any way to reach the business', async (t) => {
    const { geo, locations, service_area, same_as, opening_hours, special_hours, actions, ...profile } =
      guesthouse.profile
    const business = { ...guesthouse, profile: { ...profile, contact: {}, address: {} } }
    const app = await build(t, { business })
    t.equal((await app.inject('/contact.vcf')).statusCode, 404)
  })
})
