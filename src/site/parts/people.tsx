import type { Testimonial } from '../../business/schemas/profile.ts'
import type { PageContext } from '../page-context.ts'
import { Picture } from './picture.tsx'
import { Paragraphs } from './prose.tsx'

// Three people fill a row, and four do not become three and one.
const peopleCounts: Record<number, string> = { 3: 'three', 4: 'four' }

/** The people of the business. */
export function People({ context }: { context: PageContext }) {
  const { people } = context.business.profile
  return people === undefined ? null : (
    <section>
      <h2>{context.words.about.people}</h2>
      <ul class={`people ${peopleCounts[people.length] ?? ''}`.trimEnd()}>
        {people.map(({ name, role, bio, image }) => (
          <li key={name}>
            {image && <Picture context={context} image={image} />}
            <h3>{name}</h3>
            {role && <p class="note">{role}</p>}
            {bio && <Paragraphs text={bio} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

// Fewer testimonials than columns are wider.
const counts: Record<number, string> = { 1: 'one', 2: 'two' }

/** What clients say about the business, in the order of the data. */
export function Testimonials({
  context,
  testimonials
}: {
  context: PageContext
  testimonials: Testimonial[]
}) {
  return testimonials.length === 0 ? null : (
    <section>
      <h2>{context.words.about.testimonials}</h2>
      <div class={`testimonials ${counts[testimonials.length] ?? ''}`.trimEnd()}>
        {testimonials.map((item) => (
          <figure key={item.quote}>
            <blockquote>
              <Paragraphs text={item.quote} />
            </blockquote>
            <figcaption>
              <Source context={context} item={item} />
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

function Source({ context, item }: { context: PageContext; item: Testimonial }) {
  const { name, role, date, url } = item
  return (
    <>
      {url ? (
        <a href={context.toHref(url)}>
          <bdi>{name}</bdi>
        </a>
      ) : (
        <bdi>{name}</bdi>
      )}
      {role && <>, {role}</>}
      {date && (
        <>
          , <time dateTime={date}>{context.formatDate(date)}</time>
        </>
      )}
    </>
  )
}
