import { capitalize, toSentence } from '../../base/text.ts'
import { fill } from '../../business/words.ts'
import { hasPlace, Place } from '../parts/address.tsx'
import { CallToAction, closingText, locationsHeading, Profiles } from '../parts/contact-ways.tsx'
import { Logo, PageHead, Picture, Section } from '../parts/elements.tsx'
import { Appointment, Hours } from '../parts/hours.tsx'
import { FurtherLinks, listFacts, Testimonials, TrackRecord } from '../parts/profile.tsx'
import { DataList, DataText, Definitions, type Entry, Isolated, Paragraphs } from '../parts/texts.tsx'
import { createBusinessNode } from '../structured-data.ts'
import type { Props, View } from '../view.ts'

export const about: View = (context) => {
  const { words, business, colon } = context
  const { name, address, founder, category, tagline, image, testimonials = [] } = business.profile
  const { story, stack } = business.profile
  return {
    title: words.about.title,
    name: words.pages.about,
    description: [fill(words.about.description, { name }), closingText(context)],
    facts: [category, address.locality, founder && `${words.about.founder}${colon} ${founder}`],
    structuredData: () => [createBusinessNode(context, 'about')],
    operationPath: '/profile.json',
    files: (category ?? tagline) ? ['profile'] : ['profile', 'pricing'],
    hasHours: true,
    main: () => (
      <>
        <PageHead title={<DataText context={context} text={name} />}>
          <Paragraphs context={context} class="lead" text={category ?? tagline ?? business.pricing.model} />
        </PageHead>
        {story && (
          <div class="story">
            {story.map((paragraph) => (
              <Paragraphs context={context} text={paragraph} />
            ))}
          </div>
        )}
        <TrackRecord context={context} />
        <People context={context} />
        {image && <Picture class="wide-picture" context={context} image={image} />}
        <Testimonials context={context} testimonials={testimonials} />
        <div class="columns">
          <div>
            <Details context={context} />
            {stack && (
              <Section heading={words.about.stack}>
                <DataList class="chips" context={context} items={stack} />
              </Section>
            )}
          </div>
          <div>
            <Premises context={context} />
            <Hours context={context} />
            <Profiles context={context} />
            <FurtherLinks context={context} />
          </div>
        </div>
        <CallToAction context={context} />
      </>
    )
  }
}

// Three people fill a row, and four do not become three and one.
const peopleCounts: Record<number, string> = { 3: 'three', 4: 'four' }

function People({ context }: Props) {
  const { words, business } = context
  const { people } = business.profile
  return people === undefined ? null : (
    <Section heading={words.about.people}>
      <ul class={`people ${peopleCounts[people.length] ?? ''}`.trimEnd()}>
        {people.map(({ name, role, bio, image }) => (
          <li>
            {image && <Picture context={context} image={image} />}
            <h3>
              <Isolated context={context} text={name} />
            </h3>
            {role && (
              <p class="note">
                <DataText context={context} text={role} />
              </p>
            )}
            <Paragraphs context={context} text={bio} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Details({ context }: Props) {
  const { words, business } = context
  const { name, name_en, logo, pricing_model, not_category } = business.profile
  const facts: Entry[] = [
    [words.about.nameEn, name_en === name ? undefined : name_en],
    ...listFacts(context),
    [words.pages.pricing, pricing_model.note]
  ]
  const isEmpty = (logo ?? not_category) === undefined && facts.every(([, value]) => value === undefined)
  return isEmpty ? null : (
    <Section heading={words.about.facts}>
      <Logo context={context} isDescribed />
      <Definitions class="facts" context={context} entries={facts} />
      {not_category && <Paragraphs context={context} text={toSentence(capitalize(not_category))} />}
    </Section>
  )
}

function Premises({ context }: Props) {
  const { words, business, canLinkTo } = context
  const { profile } = business
  return !hasPlace(profile) ? null : (
    <Section class="place" heading={words.contact.address}>
      <Place context={context} place={profile} /> <Appointment context={context} />
      {profile.locations && canLinkTo('/contact/') && <a href="/contact/">{locationsHeading(context)}</a>}
    </Section>
  )
}
