import { describe } from '../describe.ts'
import { siteOf } from '../page-context.ts'
import { areaText } from '../parts/area.ts'
import { crumbsTo } from '../parts/crumbs.tsx'
import { MessageForm } from '../parts/message-form.tsx'
import { Prose } from '../parts/prose.tsx'
import { businessNode } from '../parts/structured.ts'
import { WaysList } from '../parts/ways-list.tsx'
import type { Page } from '../view.ts'

export const contact: Page = (business, settings) => {
  const site = siteOf(business, settings)
  const { t } = site
  const { name, contact } = business.profile
  const [, contacting] = t.legal.privacy.sections
  const area = areaText(site)
  const isWritable = contact.whatsapp !== undefined || contact.email !== undefined
  return {
    title: `${t.contact.title} | ${name}`,
    description: describe(t.contact.description(name), t.home.closingText),
    crumbs: crumbsTo(site, { name: t.contact.title, path: '/contact/' }),
    structured: [businessNode(site)],
    data: '/profile.json',
    scripts: isWritable ? ['contact.js'] : [],
    files: ['profile', 'services', 'pricing'],
    main: (
      <>
        <div class="page-head">
          <h1>{t.contact.title}</h1>
          {isWritable && <p class="lead">{t.contact.lead}</p>}
        </div>
        <div class="contact-columns">
          {isWritable && <MessageForm site={site} />}
          <section>
            <h2>{t.contact.ways}</h2>
            <WaysList site={site} />
            {area && (
              <p>
                {t.about.area}: {area}
              </p>
            )}
          </section>
        </div>
        {isWritable && contacting && (
          <div class="prose">
            <Prose heading={contacting.heading} items={contacting.items} />
          </div>
        )}
      </>
    )
  }
}
