import t from 'tap'
import { isSamePhone } from '../../src/business/phones.ts'
import { serve } from '../helper.ts'

const cases: [number: string, country: string | undefined, dialled: string][] = [
  ['+44 (0)20 7946 0018', 'GB', '+442079460018'],
  ['020 7946 0018', 'GB', '+442079460018'],
  ['(020) 7946 0018', 'GB', '+442079460018'],
  ['0044 20 7946 0018', 'FR', '+442079460018'],
  ['04 72 00 00 00', 'FR', '+33472000000'],
  ['06 698 2145', 'IT', '+39066982145'],
  ['(512) 555-0142', 'US', '+15125550142'],
  ['512-555-0142', 'CA', '+15125550142'],
  ['+1 512 555 0142 ext. 12', 'US', '+15125550142;ext=12'],
  ['512-555-0142 x12', 'US', '+15125550142;ext=12'],
  ...['DW 12', 'Durchwahl 12', ', App. 12', 'ramal 12', 'int. 12', 'доб. 12', 'שלוחה 12', '#12'].map(
    (end): [string, string, string] => [`+1 512-555-0142 ${end}`, 'FR', '+15125550142;ext=12']
  ),
  ['+1-512-555-0142;ext=12', 'FR', '+15125550142;ext=12'],
  ['1-800-FLOWERS', 'US', '+18003569377'],
  ['1-800-GO-FEDEX', 'US', '+18004633339'],
  ['1-800-flowers', 'US', '+18003569377'],
  ['02/345.67.89', 'BE', '+3223456789'],
  ['(030) / 123 456', 'DE', '+4930123456'],
  ['512\u2013555\u20110142', 'US', '+15125550142'],
  ['04\u00a072\u202f00 00 00', 'FR', '+33472000000'],
  ['[512] 555-0142', 'US', '+15125550142'],
  ['1-700-123-456', 'IL', '+9721700123456'],
  ['1-800-123-456', 'IL', '+9721800123456'],
  ['+972-1-800-000-001', 'IL', '+9721800000001'],
  ['112', 'FR', '112'],
  ['15', 'FR', '15'],
  ['3646', 'FR', '3646'],
  ['911', 'US', '911'],
  ['1450', 'AT', '1450'],
  ['116 117', 'DE', '116117'],
  ['13 12 34', 'AU', '131234'],
  ['13 CABS', 'AU', '132227'],
  ['*2700', 'IL', '*2700'],
  ['*03-123-4567', 'IL', '*031234567'],
  ['#123', 'MX', '%23123'],
  ['*384*12#', 'KE', '*384*12%23'],
  ['+972-6-000-0000', 'IL', '+97260000000'],
  ['+44 (0)7700 900123', 'GB', '+447700900123'],
  ['555-0142', 'US', '5550142'],
  ['(512) 555-0142', undefined, '5125550142'],
  ['1-800-FLOWERS', undefined, '18003569377'],
  ['020 7946 0018', 'England', '+442079460018'],
  ['02-500-0000', 'Israel', '+97225000000'],
  ['02-500-0000', 'ישראל', '+97225000000'],
  ['04 72 00 00 00', 'Frankreich', '+33472000000'],
  ['020 7946 0018', 'Ruritania', '02079460018']
]

t.test('the link of a phone number', async (t) => {
  t.test('calls it from its country, and the number is as it is written', async (t) => {
    const locations = cases.map(([phone, country], index) => ({
      ...{ id: `b${index}`, name: `Branch ${index}`, phone },
      address: country === undefined ? {} : { country }
    }))
    const edits = {
      'profile#/address': undefined,
      'profile#/locations': locations,
      'profile#/languages': ['he', 'de']
    }
    const { read } = await serve(t, edits)
    const page = await read('/contact/')
    const profile = JSON.parse(await read('/api/v1/profile.json'))
    for (const [index, [number, country, dialled]] of cases.entries()) {
      const [branch = ''] = new RegExp(`id="b${index}".*?</dl>`).exec(page) ?? []
      t.match(branch, `<a href="tel:${dialled}" dir="ltr">${number}</a>`, `${number} in ${country}`)
      t.equal(profile.locations[index].phone, number)
      t.ok(isSamePhone(`tel:${dialled}`, number), 'the audit agrees')
    }
  })

  t.test('calls it from the country of the business if its location has none', async (t) => {
    const branch = { id: 'b', name: 'Branch', address: { locality: 'Leeds' }, phone: '020 7946 0018' }
    const edits = { 'profile#/address': { country: 'GB' }, 'profile#/locations': [branch] }
    const { read } = await serve(t, edits)
    t.match(await read('/contact/'), '<a href="tel:+442079460018" dir="ltr">020 7946 0018</a>')
  })
})
