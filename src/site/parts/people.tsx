import type { Credential, Score, Testimonial } from '../../business/schemas/profile.ts'
import { fill } from '../../business/words.ts'
import type { Context } from '../../context/context.ts'
import { Actions } from './actions.tsx'
import { Picture, ServiceLink } from './picture.tsx'
import { Link, Paragraphs } from './prose.tsx'

// Three people fill a row, and four do not become three and one.
const peopleCounts: Record<number, string> = { 3: 'three', 4: 'four' }

export function People({ context }: { context: Context }) {
  const { words, business, colon, formatList, nameLanguage } = context
  const { people } = business.profile
  return people === undefined ? null : (
    <section>
      <h2>{words.about.people}</h2>
      <ul class={`people ${peopleCounts[people.length] ?? ''}`.trimEnd()}>
        {people.map(({ name, role, bio, image, languages, credentials, url, actions }) => (
          <li key={name}>
            {image && <Picture context={context} image={image} />}
            <h3>
              <Link context={context} to={url}>
                <bdi>{name}</bdi>
              </Link>
            </h3>
            {role && <p class="note">{role}</p>}
            {bio && <Paragraphs text={bio} />}
            {languages && (
              <p class="note">{`${words.about.languages + colon} ${formatList(languages.map(nameLanguage))}`}</p>
            )}
            {credentials && <Credentials context={context} credentials={credentials} />}
            <Actions context={context} actions={actions} subject={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Further facts, each in its own direction. */
const More = ({ facts }: { facts: (string | undefined)[] }) =>
  facts.filter(Boolean).map((fact, index) => [index > 0 && ' · ', <bdi key={fact}>{fact}</bdi>])

export const Credentials = ({ context, credentials }: { context: Context; credentials: Credential[] }) => (
  <ul class="credentials">
    {credentials.map(({ name, number, issuer, url, image }) => (
      <li key={`${name} ${number}`}>
        {image && [<Picture key={image.src} context={context} image={image} />, ' ']}
        <div>
          <Link context={context} to={url}>
            <bdi>{name}</bdi>
          </Link>
          {(issuer ?? number) && (
            <p class="note">
              <More facts={[issuer, number]} />
            </p>
          )}
        </div>
      </li>
    ))}
  </ul>
)

/** A score in words, and drawn as the part of the best one. */
function ScoreText({ context: { words, formatNumber }, score }: { context: Context; score: Score }) {
  const { value, best = 5 } = score
  return (
    <>
      <meter aria-hidden="true" max={best} value={value} />{' '}
      <strong>{fill(words.about.rating, { value: formatNumber(value), best: formatNumber(best) })}</strong>
    </>
  )
}

/** What other sites show, each with its source and its date. */
export function Ratings({ context }: { context: Context }) {
  const { words, business, formatNumber, formatDate } = context
  const write = (count: number) => fill(words.about.ratingCount, { count: formatNumber(count) })
  return business.profile.ratings === undefined ? null : (
    <section>
      <h2>{words.about.ratings}</h2>
      <ul class="ratings">
        {business.profile.ratings.map(({ source, count, url, date, ...score }) => (
          <li key={url}>
            <ScoreText context={context} score={score} />{' '}
            <Link context={context} to={url}>
              <bdi>{source}</bdi>
            </Link>{' '}
            <span class="note">
              <More facts={[count ? write(count) : undefined, formatDate(date)]} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Testimonials({ context, testimonials }: { context: Context; testimonials: Testimonial[] }) {
  return testimonials.length === 0 ? null : (
    <section>
      <h2>{context.words.about.testimonials}</h2>
      <div class="testimonials">
        {testimonials.map((item) => (
          <figure key={item.quote}>
            {item.rating && (
              <p class="score">
                <ScoreText context={context} score={item.rating} />
              </p>
            )}
            <blockquote>
              <Paragraphs text={item.quote} />
            </blockquote>
            <figcaption>
              {item.image ? (
                <Picture context={context} image={item.image} />
              ) : (
                <span data-initials={initialsOf(item.name)} aria-hidden="true" />
              )}{' '}
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

/** The person and the source of a testimonial; a link to it is at its source, or else at the name. */
function Source({ context, item }: { context: Context; item: Testimonial }) {
  const { name, role, date, url, source, service } = item
  return (
    <div>
      <Link context={context} to={source ? undefined : url}>
        <bdi>{name}</bdi>
      </Link>
      {role && <>, {role}</>}
      {(source ?? date) && (
        <p class="note">
          {source && (
            <Link context={context} to={url}>
              <bdi>{source}</bdi>
            </Link>
          )}
          {source && date && ' · '}
          {date && <time dateTime={date}>{context.formatDate(date)}</time>}
        </p>
      )}
      {service && (
        <p class="note">
          <ServiceLink context={context} id={service} />
        </p>
      )}
    </div>
  )
}
