import type { PageContext } from '../page-context.ts'
import { phoneWay } from './profile.tsx'

/** A way to talk to the business at once; `kind` is its mark in the style sheet. */
interface DirectWay {
  kind: 'call' | 'whatsapp'
  label: string
  href: string
  /** The telephone number of a call. */
  text?: string
}

function listDirectWays(context: PageContext): DirectWay[] {
  const { contact, address } = context.business.profile
  const { phone, phones, whatsapp } = contact
  const number = phone ?? phones?.[0]?.number
  const { call, whatsapp: label } = context.words.contact
  return [
    ...(number ? [{ kind: 'call' as const, ...phoneWay(call, number, address, context) }] : []),
    ...(whatsapp ? [{ kind: 'whatsapp' as const, label, href: whatsapp }] : [])
  ]
}

/** The bar at the bottom of a phone's screen; nothing if the business has neither a telephone nor WhatsApp. */
export function ContactBar({ context }: { context: PageContext }) {
  const ways = listDirectWays(context)
  return ways.length === 0 ? null : (
    <nav class="contact-bar" aria-label={context.words.pages.contact}>
      {ways.map(({ kind, label, href }) => (
        <a key={kind} class={`button ${kind}`} href={href}>
          {label}
        </a>
      ))}
    </nav>
  )
}

/** Buttons to call and to write in WhatsApp, or else to write an email; nothing if the data has none. */
export function ContactButtons({ context }: { context: PageContext }) {
  const ways = listDirectWays(context)
  const { email } = context.business.profile.contact
  if (ways.length === 0 && email === undefined) return null
  return (
    <p class="actions">
      {ways.map(({ kind, label, href, text }) => (
        <a key={kind} class={`button ${kind}`} href={href}>
          {label} {text && <bdi dir="ltr">{text}</bdi>}
        </a>
      ))}
      {ways.length === 0 && (
        <a class="button" href={`mailto:${email}`}>
          {context.words.contact.writeEmail}
        </a>
      )}
    </p>
  )
}
