import type { ComponentChildren } from 'preact'
import { fill, type Words } from '../../business/words.ts'
import type { Context } from '../../context/context.ts'
import { listWays } from '../parts/contact-ways.tsx'
import { PageHead, Section } from '../parts/elements.tsx'
import { Definitions, List, Rich } from '../parts/texts.tsx'
import type { PageContent, Props, View } from '../view.ts'

function createLegalPage(
  context: Context,
  words: { title: string; description: string; lead: string; added?: Words['privacy']['added'] },
  contact: { heading: string; text: string },
  sections: ComponentChildren
): PageContent {
  const ways = listWays(context, { isGeneral: true })
  return {
    title: words.title,
    description: [fill(words.description, { name: context.business.profile.name })],
    files: ['profile', 'site'],
    main: () => (
      <>
        <PageHead title={words.title} lead={words.lead} />
        <div class="prose">
          {sections}
          {words.added?.map((added) => (
            <Prose context={context} {...added} />
          ))}
          {ways.length > 0 && (
            <Section heading={contact.heading}>
              <p>
                <Rich context={context} text={contact.text} />
              </p>
              <Definitions class="ways" entries={ways} />
            </Section>
          )}
        </div>
      </>
    )
  }
}

export const privacy: View = (context) => {
  const { business, accessLog } = context
  const words = context.words.privacy
  const { whatsapp, email } = business.profile.contact
  return createLegalPage(
    context,
    words,
    { heading: words.rights, text: words.rightsText },
    <>
      <Prose context={context} {...words.absent} />
      {(whatsapp ?? email) !== undefined && <Prose context={context} {...words.contacting} />}
      <Prose
        context={context}
        heading={words.server}
        items={[accessLog ? words.log : words.noLog, words.hosting]}
      />
    </>
  )
}

/** States the accessibility of the software. The owner adds the rest, such as the access to a building. */
export const accessibility: View = (context) => {
  const words = context.words.accessibility
  return createLegalPage(
    context,
    words,
    { heading: words.contact, text: words.contactText },
    <>
      <Section heading={words.standard}>
        <p>{words.wcag}</p>
      </Section>
      <Prose context={context} heading={words.done} items={words.doneItems} />
      <Prose context={context} heading={words.limits} items={words.limitItems} />
    </>
  )
}

const Prose = ({ context, heading, items }: Props<{ heading: string; items: string[] }>) => (
  <Section heading={<Rich context={context} text={heading} />}>
    <List class="points" items={items.map((item) => <Rich context={context} text={item} />)} />
  </Section>
)
