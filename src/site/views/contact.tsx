import { findPlace } from '../../business/opening-hours.ts'
import { isOpen, type Price } from '../../business/schemas/price.ts'
import { fill } from '../../business/words.ts'
import { hasPlace } from '../parts/address.tsx'
import { closingText, Locations, listWays, Profiles, ReplyTime } from '../parts/contact-ways.tsx'
import { PageHead, Section } from '../parts/elements.tsx'
import { Appointment, describeWeek, Hours } from '../parts/hours.tsx'
import { listEmptyCategories, maxFullServices } from '../parts/offers.tsx'
import { describeArea } from '../parts/profile.tsx'
import { Definitions, Rich } from '../parts/texts.tsx'
import { createBusinessNode } from '../structured-data.ts'
import type { Props, View } from '../view.ts'

export const contact: View = (context) => {
  const { words, business } = context
  const { name, address, contact } = business.profile
  const area = describeArea(context)
  const hasHours = findPlace(business.profile) !== undefined
  // With several places, each has a card with its address and its hours.
  const isWithoutPlace = business.profile.locations !== undefined && (hasPlace(business.profile) || hasHours)
  const isWritable = contact.whatsapp !== undefined || contact.email !== undefined
  const ways = listWays(context, { hasDirections: true, isWithoutPlace })
  return {
    title: words.contact.title,
    description: [fill(words.contact.description, { name }), closingText(context)],
    facts: [
      [address.street, address.locality].filter(Boolean).join(context.comma),
      contact.phone && `${words.contact.phone}${context.colon} ${contact.phone}`,
      describeWeek(context)
    ],
    structuredData: () => [createBusinessNode(context, 'contact')],
    operationPath: '/profile.json',
    scripts: isWritable ? ['contact.js'] : [],
    hasHours: true,
    files: ['profile', 'services', 'pricing'],
    main: () => (
      <>
        <PageHead title={words.contact.title} lead={isWritable && words.contact.lead} />
        <div class="contact-columns">
          {isWritable && <MessageForm context={context} />}
          <div class="contact-ways">
            {(area || ways.length > 0) && (
              <Section heading={words.contact.details}>
                <Definitions class="ways" entries={ways} />
                <ReplyTime context={context} />
                {!hasHours && <Appointment context={context} />}
                {area && (
                  <p>
                    {words.about.area + context.colon} {area}
                  </p>
                )}
              </Section>
            )}
            <Profiles context={context} />
          </div>
          {!isWithoutPlace && <Hours context={context} hasAppointment />}
        </div>
        <Locations context={context} hasMain={isWithoutPlace} />
      </>
    )
  }
}

/**
 * A form that composes a message in the visitor's browser. Without contact.js its links still work, but carry no
 * message, and its fields are hidden. `method="dialog"` outside a dialog sends nothing. As on every form,
 * `data-markdown-ignore` says that Markdown omits it (Agent-Friendly Documentation Spec).
 */
function MessageForm({ context }: Props) {
  const words = context.words.contact
  const { whatsapp, email } = context.business.profile.contact
  return (
    <form
      class="message-form"
      method="dialog"
      aria-labelledby="formHeading"
      data-greeting={words.greeting}
      data-greeting-no-name={words.greetingNoName}
      data-about={words.aboutPlain}
      data-about-quote={context.business.pricing.quote_url && words.about}
      data-about-nothing={words.aboutNothing}
      data-subject={words.subject}
      data-api={context.prefix}
      data-markdown-ignore
    >
      <h2 id="formHeading">{words.form}</h2>
      <div class="fields">
        <label>
          <span>{words.yourName}</span>
          <input name="name" autocomplete="name" maxlength={100} dir="auto" />
        </label>{' '}
        <TopicField context={context} />{' '}
        <label>
          <span>{words.message}</span>
          <textarea name="message" rows={4} maxlength={1500} dir="auto" />
        </label>
        <div class="preview">
          <p id="previewLabel">{words.preview}</p>
          {/* Screen readers read it as the description of the links, not again after each letter. */}
          <output id="messagePreview" aria-labelledby="previewLabel" aria-live="off">
            {words.greetingNoName}
            {'\n'}
            {words.aboutNothing}
          </output>
        </div>
      </div>
      <p class="actions">
        {whatsapp && (
          <a class="button whatsapp" data-send="whatsapp" href={whatsapp}>
            {words.sendWhatsapp}
          </a>
        )}{' '}
        {email && (
          <a class={whatsapp ? 'button outline' : 'button'} data-send="email" href={`mailto:${email}`}>
            {words.sendEmail}
          </a>
        )}
      </p>
      <FormTerms context={context} />
      <noscript>
        <p class="note">{words.noScript}</p>
      </noscript>
    </form>
  )
}

/** What the form does with a message: in short if the page on privacy says all of it. */
function FormTerms({ context: { business, words } }: Props) {
  const notes = business.site?.legal?.privacy ? [words.contact.how] : words.privacy.contacting.items
  return notes.map((note) => (
    <p class="note">
      <Rich text={note} />
    </p>
  ))
}

// Without choices, the field is omitted. Thousands of services would make the page heavy; contact.js adds the one that the URL names.
function TopicField({ context }: Props) {
  const words = context.words.contact
  const { catalog, pricing } = context.business
  const choices = (kind: string, items: { id: string; name: string; price?: Price | undefined }[]) =>
    items.map((item) => ({ kind, ...item, isQuote: kind !== 'category' && isOpen(item.price) }))
  const services = [
    ...choices('service', catalog.services.slice(0, maxFullServices)),
    ...choices('category', listEmptyCategories(context.business))
  ]
  const groups = [
    { label: words.servicesGroup, items: services },
    { label: words.packagesGroup, items: choices('package', pricing.packages) }
  ].filter(({ items }) => items.length > 0)
  return groups.length === 0 ? null : (
    <label>
      <span>{words.topic}</span> {/* contact.js restores the choice, also one that the list omits. */}
      <select name="topic" autocomplete="off">
        <option value="">{words.noTopic}</option>{' '}
        {groups.map(({ label, items }) => (
          <optgroup label={label}>
            {items.map(({ kind, id, name, isQuote }) => [
              <option value={`${kind}=${id}`} data-quote={isQuote ? '' : undefined}>
                {name}
              </option>,
              ' '
            ])}
          </optgroup>
        ))}
      </select>
    </label>
  )
}
