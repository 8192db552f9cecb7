import { quoteFor } from '../../business/operations.ts'
import type { PageContext } from '../page-context.ts'
import { listEmptyCategories } from './categories.tsx'
import { maxFullServices } from './prices.tsx'
import { Rich } from './prose.tsx'

/**
 * Returns the link of a page to ask for a quote, or undefined if the data has none. The form of the contact page reads the
 * choice from the fragment too: caches and crawlers then have one page, not one per service.
 */
export function toQuoteHref(context: PageContext, kind: 'service' | 'package', id: string) {
  const { business, settings, toHref } = context
  const quote = quoteFor(business.pricing.quote_url, kind, id)
  const href = quote && toHref(quote)
  return settings.isOnSite('/contact/') ? href : href?.replace(/^\/contact\/\?([^#]*).*$/, '/contact/#$1')
}

/**
 * A form that composes a message in the visitor's browser. Without contact.js its links still work, but carry no
 * message, and its fields are hidden. `method="dialog"` outside a dialog sends nothing.
 */
export function MessageForm({ context }: { context: PageContext }) {
  const words = context.words.contact
  const { whatsapp, email } = context.business.profile.contact
  return (
    <form
      class="message-form"
      method="dialog"
      aria-labelledby="formHeading"
      data-greeting={words.greeting}
      data-greeting-no-name={words.greetingNoName}
      data-about={context.business.pricing.quote_url ? words.about : words.aboutPlain}
      data-about-nothing={words.aboutNothing}
      data-subject={words.subject}
      data-api={context.apiPrefix}
    >
      <h2 id="formHeading">{words.form}</h2>
      <div class="fields">
        <label>
          <span>{words.yourName}</span>
          <input name="name" autocomplete="name" maxlength={100} dir="auto" />
        </label>
        <Topic context={context} />
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
        )}
        {email && (
          <a class={whatsapp ? 'button outline' : 'button'} data-send="email" href={`mailto:${email}`}>
            {words.sendEmail}
          </a>
        )}
      </p>
      <Terms context={context} />
      <noscript>
        <p class="note">{words.noScript}</p>
      </noscript>
    </form>
  )
}

/** What the form does with a message: in short if the page on privacy says all of it. */
function Terms({ context: { business, words } }: { context: PageContext }) {
  const notes = business.site?.legal?.privacy ? [words.contact.how] : words.privacy.contacting.items
  return notes.map((note) => (
    <p key={note} class="note">
      <Rich text={note} />
    </p>
  ))
}

// Without choices, the field is omitted. Thousands of services would make the page heavy; contact.js adds the one that the URL names.
function Topic({ context }: { context: PageContext }) {
  const words = context.words.contact
  const { services, pricing } = context.business
  const options = [
    ...services.examples.slice(0, maxFullServices).map(({ id, name }) => ({ value: `service=${id}`, name })),
    ...listEmptyCategories(context.business).map(({ id, name }) => ({ value: `category=${id}`, name }))
  ]
  return options.length + pricing.packages.length === 0 ? null : (
    <label>
      <span>{words.topic}</span>
      {/* contact.js restores the choice, also one that the list omits. */}
      <select name="topic" autocomplete="off">
        <option value="">{words.noTopic}</option>
        {options.length > 0 && (
          <optgroup label={words.servicesGroup}>
            {options.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        {pricing.packages.length > 0 && (
          <optgroup label={words.packagesGroup}>
            {pricing.packages.map(({ id, name }) => (
              <option key={id} value={`package=${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  )
}
