import type { ComponentChildren } from 'preact'
import { fill, type Section } from '../../business/words.ts'
import type { Context } from '../../context/context.ts'
import { WaysList } from '../parts/contact-ways.tsx'
import { Points } from '../parts/prose.tsx'
import { describe, type PageContent, type View } from '../view.ts'

interface Text {
  path: string
  words: { title: string; description: string; lead: string; added?: Section[] | undefined }
  /** The last section, which ends with the ways to contact the business. */
  contact: { heading: string; text: string }
}

const createPage = (
  context: Context,
  { path, words, contact }: Text,
  sections: ComponentChildren
): PageContent => ({
  title: `${words.title} | ${context.business.profile.name}`,
  description: describe(fill(words.description, { name: context.business.profile.name })),
  breadcrumbs: [{ name: words.title, path }],
  files: ['profile', 'site'],
  main: () => (
    <>
      <div class="page-head">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
      </div>
      <div class="prose">
        {sections}
        <AddedSections sections={words.added} />
        <section>
          <h2>{contact.heading}</h2>
          <p>{contact.text}</p>
          <WaysList context={context} isGeneral />
        </section>
      </div>
    </>
  )
})

export const privacy: View = (context) => {
  const { business, accessLog } = context
  const words = context.words.privacy
  const { whatsapp, email } = business.profile.contact
  const contact = { heading: words.rights, text: words.rightsText }
  return createPage(
    context,
    { path: '/privacy/', words, contact },
    <>
      <Prose {...words.absent} />
      {(whatsapp ?? email) !== undefined && <Prose {...words.contacting} />}
      <Prose heading={words.server} items={[accessLog ? words.log : words.noLog, words.hosting]} />
    </>
  )
}

/** States the accessibility of the software. The owner adds the rest, such as the access to a building. */
export const accessibility: View = (context) => {
  const words = context.words.accessibility
  const contact = { heading: words.contact, text: words.contactText }
  return createPage(
    context,
    { path: '/accessibility/', words, contact },
    <>
      <section>
        <h2>{words.standard}</h2>
        <p>{words.wcag}</p>
      </section>
      <Prose heading={words.done} items={words.doneItems} />
      <Prose heading={words.limits} items={words.limitItems} />
    </>
  )
}

function Prose({ heading, items }: { heading: string; items: string[] }) {
  return (
    <section>
      <h2>{heading}</h2>
      <Points items={items} />
    </section>
  )
}

function AddedSections({ sections = [] }: { sections: Section[] | undefined }) {
  return sections.map((section) => <Prose key={section.heading} {...section} />)
}
