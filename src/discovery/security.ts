import { type DiscoveryDocument, textType } from './document.ts'

const day = 24 * 60 * 60 * 1000

/** The contact for vulnerability reports (RFC 9116). */
export const security: DiscoveryDocument = {
  paths: ['/.well-known/security.txt'],
  mediaType: textType,
  // At the next midnight (UTC), so the date of expiry is always almost a year away.
  expires: (_context, now) => new Date((Math.floor(now.getTime() / day) + 1) * day),
  create: ({ business: { profile, faq }, baseUrl, now }) => {
    const { email, contact_page = profile.url } = profile.contact
    const languages = profile.languages ?? [faq.language]
    const expires = new Date(now().getTime() + 360 * day).toISOString().slice(0, 10)
    return [
      `Contact: ${email ? `mailto:${email}` : contact_page}`,
      `Expires: ${expires}T00:00:00Z`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${baseUrl}${security.paths[0]}`,
      ''
    ].join('\n')
  }
}
