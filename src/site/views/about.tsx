import { mainPlace } from '../../business/places.ts'
import { fill } from '../../business/words.ts'
import type { PageContext } from '../page-context.ts'
import { CallToAction } from '../parts/call-to-action.tsx'
import { locationsHeading, PostalAddress } from '../parts/contact-ways.tsx'
import { Appointment, datesOf, Hours } from '../parts/hours.tsx'
import { MapLink } from '../parts/map-link.tsx'
import { People, Testimonials } from '../parts/people.tsx'
import { Logo, Picture } from '../parts/picture.tsx'
import { type Fact, Facts, FurtherLinks, listFacts, Profiles, TrackRecord } from '../parts/profile.tsx'
import { Paragraphs } from '../parts/prose.tsx'
import { createAboutNode } from '../structured-data/nodes.ts'
import { describe, toSentence, type View } from '../view.ts'

export const about: View = (context) => {
  const { words, business } = context
  const { name, category, not_category, tagline, image, testimonials = [] } = business.profile
  return {
    title: `${words.about.title} | ${name}`,
    description: describe(
      fill(words.about.description, { name }),
      category && toSentence(category),
      words.home.closingText
    ),
    breadcrumbs: [{ name: words.pages.about, path: '/about/' }],
    structuredData: [createAboutNode(context)],
    operationPath: '/profile.json',
    files: (category ?? tagline) ? ['profile'] : ['profile', 'pricing'],
    ...datesOf(context),
    main: (
      <>
        <div class="page-head">
          <h1>{name}</h1>
          <p class="lead">{category ?? tagline ?? business.pricing.model}</p>
        </div>
        <Story context={context} />
        <TrackRecord context={context} />
        <People context={context} />
        {image && <Picture class="wide-picture" context={context} image={image} />}
        <Testimonials context={context} testimonials={testimonials} />
        <div class="columns">
          <div>
            <Details context={context} />
            {not_category && (
              <section>
                <h2>{words.about.notCategory}</h2>
                <NotCategory text={not_category} />
              </section>
            )}
            <Stack context={context} />
          </div>
          <div>
            <Place context={context} />
            <Hours context={context} id={mainPlace} />
            <Profiles context={context} />
            <FurtherLinks context={context} />
          </div>
        </div>
        <CallToAction context={context} />
      </>
    )
  }
}

/** A list if every part of the text begins with the same word, such as "No hire, No sales". */
function NotCategory({ text }: { text: string }) {
  const parts = text.split(', ')
  const isList =
    parts.length > 2 && new Set(parts.map((part) => part.split(' ')[0]?.toLowerCase())).size === 1
  return isList ? (
    <ul class="not-category">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  ) : (
    <p>{toSentence(text)}</p>
  )
}

function Story({ context }: { context: PageContext }) {
  const { story } = context.business.profile
  return story === undefined ? null : (
    <div class="story">
      {story.map((paragraph) => (
        <Paragraphs key={paragraph} text={paragraph} />
      ))}
    </div>
  )
}

/** The facts that the rest of the page does not have. */
function Details({ context }: { context: PageContext }) {
  const { words, business } = context
  const { name, name_en, logo, pricing_model } = business.profile
  const facts: Fact[] = [
    [words.about.nameEn, name_en === name ? undefined : name_en],
    ...listFacts(context),
    [words.pages.pricing, pricing_model.note]
  ]
  return logo === undefined && facts.every(([, value]) => value === undefined) ? null : (
    <section>
      <h2>{words.about.facts}</h2>
      <Logo context={context} isDescribed />
      <Facts facts={facts} />
    </section>
  )
}

function Stack({ context }: { context: PageContext }) {
  const { stack } = context.business.profile
  return stack === undefined ? null : (
    <section>
      <h2>{context.words.about.stack}</h2>
      <ul class="chips">
        {stack.map((tool) => (
          <li key={tool}>
            <bdi>{tool}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where the business is, with a link to a map. */
function Place({ context }: { context: PageContext }) {
  const { words, business, canLinkTo } = context
  const { address, geo, locations } = business.profile
  return Object.keys(address).length === 0 && geo === undefined ? null : (
    <section class="place">
      <h2>{words.contact.address}</h2>
      {Object.keys(address).length > 0 && (
        <address>
          <PostalAddress context={context} address={address} />
        </address>
      )}
      <MapLink context={context} address={address} geo={geo} />
      <Appointment context={context} />
      {locations && canLinkTo('/contact/') && <a href="/contact/">{locationsHeading(context)}</a>}
    </section>
  )
}
