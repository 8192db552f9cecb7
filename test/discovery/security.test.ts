import t from 'tap'
import { baseUrl, facts } from '../helper.ts'
import { discover, page, pagesOf } from './discover.ts'

const pages = pagesOf([page('/')])

t.test('security.txt', async (t) => {
  const securityOf = async (overrides: Parameters<typeof discover>[2] = {}) =>
    (await (await discover(t, pages, overrides)).inject('/.well-known/security.txt')).body
  const business = await facts()
  const withProfile = (profile: Partial<typeof business.profile>) => ({
    business: { ...business, profile: { ...business.profile, ...profile } }
  })

  t.test('has the email, the languages and an expiry date within a year', async (t) => {
    t.equal(
      await securityOf({ now: () => new Date('2026-11-20T23:59:00Z') }),
      [
        'Contact: mailto:shalom@nahat.example',
        'Expires: 2027-11-15T00:00:00Z',
        'Preferred-Languages: he, en',
        `Canonical: ${baseUrl}/.well-known/security.txt`,
        ''
      ].join('\n')
    )
  })

  t.test('has another expiry date the next day', async (t) => {
    let time = new Date('2026-11-20T23:59:00Z')
    const app = await discover(t, pages, { now: () => time })
    const ask = async () => (await app.inject('/.well-known/security.txt')).body
    t.match(await ask(), 'Expires: 2027-11-15T00:00:00Z')
    time = new Date('2026-11-21T00:00:00Z')
    t.match(await ask(), 'Expires: 2027-11-16T00:00:00Z')
  })

  t.test('has the contact page if there is no email, or else the site', async (t) => {
    const { email: _, ...contact } = business.profile.contact
    t.match(await securityOf(withProfile({ contact })), `Contact: ${baseUrl}/contact/\n`)
    t.match(await securityOf(withProfile({ contact: {} })), `Contact: ${baseUrl}/\n`)
  })

  t.test('has the language of the FAQ if the profile lists no languages', async (t) => {
    const { languages: _, ...profile } = business.profile
    t.match(await securityOf({ business: { ...business, profile } }), 'Preferred-Languages: he\n')
  })
})
