import type { PageContext } from '../page-context.ts'
import { maxCallButtons, phoneWay } from './contact-ways.tsx'

/** A way to talk to the business at once; `kind` is its mark in the style sheet. */
interface DirectWay {
  kind: 'call' | 'whatsapp'
  label: string
  href: string
  /** The telephone number of a call. */
  text?: string
  /** The label of the number in the data. */
  numberLabel?: string | undefined
}

function listDirectWays(context: PageContext): DirectWay[] {
  const { contact, address } = context.business.profile
  const { phone, phones, whatsapp } = contact
  const main = phone ? { number: phone, label: undefined } : phones?.[0]
  const { call, whatsapp: label } = context.words.contact
  return [
    ...(main
      ? [
          {
            kind: 'call' as const,
            ...phoneWay(call, main.number, address, context),
            numberLabel: main.label
          }
        ]
      : []),
    ...(whatsapp ? [{ kind: 'whatsapp' as const, label, href: whatsapp }] : [])
  ]
}

/** The bar at the bottom of a phone's screen; nothing if the business has neither a telephone nor WhatsApp. */
export function ContactBar({ context }: { context: PageContext }) {
  const ways = listDirectWays(context)
  return ways.length === 0 ? null : (
    <nav class="contact-bar" aria-label={context.words.pages.contact}>
      {ways.map((way) => (
        <a key={way.kind} class={`button ${way.kind}`} href={way.href}>
          <Label context={context} way={way} />
        </a>
      ))}
    </nav>
  )
}

/** Links to call and to write in WhatsApp, next to a button; a phone has them in its bar instead. */
export function DirectWays({ context }: { context: PageContext }) {
  const ways = listDirectWays(context)
  return ways.length === 0 ? null : (
    <p class="actions direct-ways">
      {ways.map((way) => (
        <a key={way.kind} class={`quiet-link ${way.kind}`} href={way.href}>
          <span>
            <Name context={context} way={way} />
          </span>
        </a>
      ))}
    </p>
  )
}

/** Buttons to call and to write in WhatsApp, or else to write an email, and further numbers; nothing if the data has none. */
export function ContactButtons({ context }: { context: PageContext }) {
  const ways = listDirectWays(context)
  const { email } = context.business.profile.contact
  if (ways.length === 0 && email === undefined) return null
  return (
    <p class="actions">
      {ways.map((way) => (
        <a key={way.kind} class={`button ${way.kind}`} href={way.href}>
          <span>
            <Name context={context} way={way} />
          </span>
        </a>
      ))}
      {ways.length === 0 && (
        <a class="button" href={`mailto:${email}`}>
          {context.words.contact.writeEmail}
        </a>
      )}
      <FurtherNumbers context={context} />
    </p>
  )
}

/** A button for each further number, such as that for emergencies. */
function FurtherNumbers({ context }: { context: PageContext }) {
  const { contact, address } = context.business.profile
  const { phone, phones = [] } = contact
  const further = phones.slice(phone ? 0 : 1).slice(0, maxCallButtons - 1)
  return further.map(({ label, number }) => {
    const { text, href } = phoneWay(label, number, address, context)
    return (
      <a key={href} class="button outline call" href={href}>
        <bdi {...context.dataLanguage}>{label}</bdi> <bdi dir="ltr">{text}</bdi>
      </a>
    )
  })
}

const Name = ({ context, way }: { context: PageContext; way: DirectWay }) => (
  <>
    <Label context={context} way={way} />
    {way.text && (
      <>
        {' '}
        <bdi dir="ltr">{way.text}</bdi>
      </>
    )}
  </>
)

const Label = ({ context, way: { label, numberLabel } }: { context: PageContext; way: DirectWay }) =>
  numberLabel === undefined ? (
    label
  ) : (
    <span>
      {label}: <bdi {...context.dataLanguage}>{numberLabel}</bdi>
    </span>
  )
