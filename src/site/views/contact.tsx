import { mainPlace } from '../../business/places.ts'
import { fill } from '../../business/words.ts'
import { hasWays, Locations, WaysList } from '../parts/contact-ways.tsx'
import { ContactButtons } from '../parts/direct-contact.tsx'
import { Appointment, datesOf, Hours } from '../parts/hours.tsx'
import { MessageForm } from '../parts/message-form.tsx'
import { describeArea, Profiles, ReplyTime } from '../parts/profile.tsx'
import { createContactNode } from '../structured-data/nodes.ts'
import { describe, type View } from '../view.ts'

export const contact: View = (context) => {
  const { words, business } = context
  const { name, contact } = business.profile
  const area = describeArea(context)
  const dates = datesOf(context)
  // A number to call, as an alternative to the form.
  const canCall = contact.phone !== undefined || contact.phones !== undefined
  const isWritable = contact.whatsapp !== undefined || contact.email !== undefined
  // Without the form between them, the numbers of the buttons would be in the list next to them too.
  const list = { context, hasCallButton: !isWritable }
  return {
    title: `${words.contact.title} | ${name}`,
    description: describe(fill(words.contact.description, { name }), words.home.closingText),
    breadcrumbs: [{ name: words.contact.title, path: '/contact/' }],
    structuredData: [createContactNode(context)],
    operationPath: '/profile.json',
    ...dates,
    scripts: [...(isWritable ? ['contact.js'] : []), ...dates.scripts],
    files: ['profile', 'services', 'pricing'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.contact.title}</h1>
          {isWritable && <p class="lead">{words.contact.lead}</p>}
        </div>
        <div class="contact-columns">
          <div class="direct-contact">
            <ContactButtons context={context} />
            <ReplyTime context={context} />
            <Appointment context={context} />
          </div>
          {isWritable && <MessageForm context={context} />}
          <Hours context={context} id={mainPlace} />
          <div class="contact-ways">
            {(area || hasWays(list)) && (
              <section>
                <h2>{isWritable && canCall ? words.contact.ways : words.contact.details}</h2>
                <WaysList {...list} />
                {area && (
                  <p>
                    {words.about.area}: {area}
                  </p>
                )}
              </section>
            )}
            <Profiles context={context} />
          </div>
        </div>
        <Locations context={context} />
      </>
    )
  }
}
