import type { Site } from '../page-context.ts'
import { fullRows } from './service-row.tsx'

/**
 * Writes a message in the visitor's browser. Its links work without the script, without the message; the fields
 * show only where scripts run. `method="dialog"` outside a dialog sends nothing anywhere.
 */
export function MessageForm({ site }: { site: Site }) {
  const { t, business } = site
  const { whatsapp, email } = business.profile.contact
  const words = t.contact
  return (
    <form
      class="message-form"
      method="dialog"
      aria-labelledby="formHeading"
      data-greeting={words.greeting}
      data-greeting-no-name={words.greetingNoName}
      data-about={words.about}
      data-about-nothing={words.aboutNothing}
      data-subject={words.subject}
      data-api={site.prefix}
    >
      <h2 id="formHeading">{words.form}</h2>
      <div class="fields">
        <label>
          <span>{words.yourName}</span>
          <input name="name" autocomplete="name" maxlength={100} dir="auto" />
        </label>
        <Topic site={site} />
        <label>
          <span>{words.message}</span>
          <textarea name="message" rows={4} maxlength={1500} dir="auto" />
        </label>
        <div class="preview">
          <p id="previewLabel">{words.preview}</p>
          <output aria-labelledby="previewLabel">
            {words.greetingNoName}
            {'\n'}
            {words.aboutNothing}
          </output>
        </div>
      </div>
      <p class="actions">
        {whatsapp && (
          <a class="button" data-send="whatsapp" href={whatsapp}>
            {words.sendWhatsapp}
          </a>
        )}
        {email && (
          <a class={whatsapp ? 'button outline' : 'button'} data-send="email" href={`mailto:${email}`}>
            {words.sendEmail}
          </a>
        )}
      </p>
      <p class="note">{words.how}</p>
    </form>
  )
}

// A catalogue of thousands would make the page heavy: the script adds the one that is asked for.
function Topic({ site }: { site: Site }) {
  const { t, business } = site
  const services = business.services.examples.slice(0, fullRows)
  return (
    <label>
      <span>{t.contact.topic}</span>
      <select name="topic">
        <option value="">{t.contact.noTopic}</option>
        {services.length > 0 && (
          <optgroup label={t.contact.servicesGroup}>
            {services.map(({ id, name }) => (
              <option key={id} value={`service=${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label={t.contact.packagesGroup}>
          {business.pricing.packages.map(({ id, name }) => (
            <option key={id} value={`package=${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  )
}
