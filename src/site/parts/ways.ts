import type { Site } from '../page-context.ts'

/** A way to reach the business. */
export interface Way {
  kind: 'phone' | 'whatsapp' | 'email'
  label: string
  text: string
  href: string
}

/** The ways that the data give, in the order in which people use them. */
export function waysOf({ business, t }: Site): Way[] {
  const { phone, whatsapp, email } = business.profile.contact
  const number = whatsapp?.match(/wa\.me\/(\d+)/)?.[1]
  return [
    ...(whatsapp
      ? [
          {
            kind: 'whatsapp' as const,
            label: t.contact.whatsapp,
            text: number ? written(number, phone) : t.contact.whatsapp,
            href: whatsapp
          }
        ]
      : []),
    ...(phone
      ? [
          {
            kind: 'phone' as const,
            label: t.contact.phone,
            text: phone,
            href: `tel:${phone.replace(/[^+*\d]/g, '')}`
          }
        ]
      : []),
    ...(email
      ? [{ kind: 'email' as const, label: t.contact.email, text: email, href: `mailto:${email}` }]
      : [])
  ]
}

// Where the telephone has the same number, it is written alike.
const written = (number: string, phone = '') => (phone.replace(/\D/g, '') === number ? phone : `+${number}`)

/** The address as lines of text. */
export function addressLines({ business, regionName }: Site): string[] {
  const { street, locality, postal_code, country } = business.profile.address
  const town = [locality, postal_code].filter(Boolean).join(' ')
  return [street, town, country && regionName(country)].flatMap((line) => line || [])
}
