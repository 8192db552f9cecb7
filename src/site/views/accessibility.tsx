import { fill } from '../../business/words.ts'
import { WaysList } from '../parts/contact-ways.tsx'
import { AddedSections, Prose } from '../parts/prose.tsx'
import { describe, type View } from '../view.ts'

/** States the accessibility of the software. The owner adds the rest, such as the access to a building. */
export const accessibility: View = (context) => {
  const words = context.words.accessibility
  const { name } = context.business.profile
  return {
    title: `${words.title} | ${name}`,
    description: describe(fill(words.description, { name })),
    breadcrumbs: [{ name: words.title, path: '/accessibility/' }],
    files: ['profile', 'site'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <div class="prose">
          <section>
            <h2>{words.standard}</h2>
            <p>{words.wcag}</p>
          </section>
          <Prose heading={words.done} items={words.doneItems} />
          <Prose heading={words.limits} items={words.limitItems} />
          <AddedSections sections={words.added} />
          <section>
            <h2>{words.contact}</h2>
            <p>{words.contactText}</p>
            <WaysList context={context} isGeneral />
          </section>
        </div>
      </>
    )
  }
}
