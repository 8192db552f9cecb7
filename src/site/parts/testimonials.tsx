import type { Profile } from '../../business/schemas/profile.ts'
import type { Context } from '../../context/context.ts'
import { Link, Paragraphs } from './prose.tsx'

type Testimonial = NonNullable<Profile['testimonials']>[number]

interface TestimonialsProps {
  context: Context
  testimonials?: Testimonial[] | undefined
}

export function Testimonials({ context, testimonials = [] }: TestimonialsProps) {
  return testimonials.length === 0 ? null : (
    <section>
      <h2>{context.words.about.testimonials}</h2>
      <div class="testimonials">
        {testimonials.map((item) => (
          <figure key={item.quote}>
            <blockquote>
              <Paragraphs text={item.quote} />
            </blockquote>
            <figcaption>
              <span data-initials={initialsOf(item.name)} aria-hidden="true" />{' '}
              <Source context={context} item={item} />
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

/** Returns the first letters of the first and the last word of a name. */
function initialsOf(name: string): string {
  const letters = name.match(/(?<![\p{L}\p{M}\p{N}'’"״׳])\p{L}\p{M}*/gu) ?? []
  return [...new Set([letters.at(0), letters.at(-1)])].join('').toUpperCase()
}

/** The person of a testimonial, with a link to the original. */
const Source = ({ context, item: { name, role, date, url } }: { context: Context; item: Testimonial }) => (
  <div>
    <Link context={context} to={url}>
      <bdi>{name}</bdi>
    </Link>
    {role && <>, {role}</>}
    {date && (
      <p class="note">
        <time dateTime={date}>{context.formatDate(date)}</time>
      </p>
    )}
  </div>
)
