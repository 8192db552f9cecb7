import type { Example } from '../../business/schemas/services.ts'
import type { PageContext } from '../page-context.ts'
import { Lines, Link } from './prose.tsx'

interface Props {
  context: PageContext
  example: Example
}

/** The category of a service, with a link to it, and its tag. */
export function TagLine({ context, example }: Props) {
  const { category: id, tag } = example
  const category = context.business.services.categories.find((item) => item.id === id)
  return category || tag ? (
    <p class="tag">
      {category && (
        <Link context={context} to={category.url}>
          {category.name}
        </Link>
      )}
      {category && tag && ' · '}
      {tag}
    </p>
  ) : null
}

/** The items that a service includes. */
export function Includes({ context, example }: Props) {
  return example.includes === undefined ? null : (
    <section class="service-includes">
      <h2>{context.words.pricing.includes}</h2>
      <ul class="includes">
        {example.includes.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

/** An example conversation, readable as plain text: each message follows the name of its author. */
export function Chat({ context, example }: Props) {
  const { words, business } = context
  return example.example_chat === undefined ? null : (
    <section class="chat">
      <h2>{words.service.chat}</h2>
      <dl>
        {example.example_chat.map(({ from, text }, index) => (
          <div key={index} class={from}>
            <dt>{from === 'customer' ? words.service.customer : business.profile.name}</dt>
            <dd>
              <Lines text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The tools that a service connects: a sentence, and equal stations of a line, because the data has no order of them. */
export function Tools({ context, example: { tools } }: Props) {
  const words = context.words.service
  return tools === undefined ? null : (
    <section class="tools">
      <h2>{words.tools}</h2>
      <p>{tools.length === 1 ? words.connectsOne : words.connects}</p>
      <ul>
        {tools.map((tool) => (
          <li key={tool}>
            <bdi>{tool}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
