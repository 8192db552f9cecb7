import type { PageContext } from '../page-context.ts'
import { Closing } from '../parts/closing.tsx'
import { Logo } from '../parts/logo.tsx'
import { People, Testimonials } from '../parts/people.tsx'
import { Picture } from '../parts/picture.tsx'
import {
  type Fact,
  Facts,
  FurtherLinks,
  listFacts,
  PostalAddress,
  Profiles,
  TrackRecord
} from '../parts/profile.tsx'
import { aboutNode } from '../parts/structured-data.ts'
import { describe, toSentence, type View } from '../view.ts'
import { fill } from '../words.ts'

export const about: View = (context) => {
  const { words, business } = context
  const { name, category, not_category, tagline, stack, image, testimonials = [] } = business.profile
  return {
    title: `${words.about.title} | ${name}`,
    description: describe(fill(words.about.description, { name }), category),
    breadcrumbs: [{ name: words.about.title, path: '/about/' }],
    structuredData: [aboutNode(context)],
    operationPath: '/profile.json',
    files: ['profile'],
    main: (
      <>
        <div class="page-head">
          <h1>{name}</h1>
          {(category ?? tagline) && <p class="lead">{category ?? tagline}</p>}
        </div>
        <Story context={context} />
        {image && <Picture class="wide-picture" context={context} image={image} />}
        <TrackRecord context={context} />
        <People context={context} />
        <Testimonials context={context} testimonials={testimonials} />
        <div class="columns">
          <section>
            <h2>{words.about.facts}</h2>
            <Logo context={context} isDescribed />
            <Facts facts={aboutFacts(context)} />
          </section>
          <div>
            {not_category && (
              <section>
                <h2>{words.about.notCategory}</h2>
                <p>{toSentence(not_category)}</p>
              </section>
            )}
            {stack && (
              <section>
                <h2>{words.about.stack}</h2>
                <ul class="chips">
                  {stack.map((tool) => (
                    <li key={tool}>
                      <bdi>{tool}</bdi>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <Profiles context={context} />
            <FurtherLinks context={context} />
          </div>
        </div>
        <Closing context={context} />
      </>
    )
  }
}

function Story({ context }: { context: PageContext }) {
  const { story } = context.business.profile
  return story === undefined ? null : (
    <div class="story">
      {story.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}

function aboutFacts(context: PageContext): Fact[] {
  const { words, business } = context
  const { name, name_en, pricing_model, address } = business.profile
  const hasAddress = Object.keys(address).length > 0
  return [
    [words.about.name, name],
    [words.about.nameEn, name_en === name ? undefined : name_en],
    ...listFacts(context),
    [words.contact.address, hasAddress ? <PostalAddress context={context} address={address} /> : undefined],
    [words.pages.pricing, pricing_model.note ?? business.pricing.model]
  ]
}
