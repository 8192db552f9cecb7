import type { Profile } from '../../business/schemas/profile.ts'
import type { Props } from '../view.ts'
import { Link, Paragraphs, Section } from './prose.tsx'

export function Testimonials({
  context,
  testimonials = []
}: Props<{ testimonials: Profile['testimonials'] }>) {
  return testimonials.length === 0 ? null : (
    <Section heading={context.words.about.testimonials}>
      <div class="testimonials">
        {testimonials.map(({ quote, name, role, date, url }) => (
          <figure>
            <blockquote>
              <Paragraphs text={quote} />
            </blockquote>
            <figcaption>
              <span data-initials={initialsOf(name)} aria-hidden="true" />{' '}
              <div>
                <Link context={context} to={url} text={<bdi>{name}</bdi>} />
                {role && <>, {role}</>}
                {date && (
                  <p class="note">
                    <time dateTime={date}>{context.formatDate(date)}</time>
                  </p>
                )}
              </div>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  )
}

function initialsOf(name: string): string {
  const letters = name.match(/(?<![\p{L}\p{M}\p{N}'’"״׳])\p{L}\p{M}*/gu) ?? []
  return [...new Set([letters.at(0), letters.at(-1)])].join('').toUpperCase()
}
