import { fill } from '../../business/words.ts'
import { WaysList } from '../parts/contact-ways.tsx'
import { AddedSections, Prose } from '../parts/prose.tsx'
import { describe, type View } from '../view.ts'

export const privacy: View = (context) => {
  const { business, settings } = context
  const words = context.words.privacy
  const { name, contact } = business.profile
  const hasForm = contact.whatsapp !== undefined || contact.email !== undefined
  return {
    title: `${words.title} | ${name}`,
    description: describe(fill(words.description, { name })),
    breadcrumbs: [{ name: words.title, path: '/privacy/' }],
    files: ['profile', 'site'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <div class="prose">
          <Prose {...words.absent} />
          {hasForm && <Prose {...words.contacting} />}
          <Prose
            heading={words.server}
            items={[settings.accessLog ? words.log : words.noLog, words.hosting]}
          />
          <AddedSections sections={words.added} />
          <section>
            <h2>{words.rights}</h2>
            <p>{words.rightsText}</p>
            <WaysList context={context} isGeneral />
          </section>
        </div>
      </>
    )
  }
}
