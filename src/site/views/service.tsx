import { isFree } from '../../business/price-words.ts'
import { servicePrice } from '../../business/schemas/price.ts'
import type { Example } from '../../business/schemas/services.ts'
import { fill } from '../../business/words.ts'
import type { PageContext } from '../page-context.ts'
import { CallToAction } from '../parts/call-to-action.tsx'
import { DirectWays } from '../parts/direct-contact.tsx'
import { Arrow } from '../parts/line.tsx'
import { toQuoteHref } from '../parts/message-form.tsx'
import { Picture } from '../parts/picture.tsx'
import { PriceText, ServiceRows, TaxNote } from '../parts/prices.tsx'
import { ReplyTime } from '../parts/profile.tsx'
import { Paragraphs } from '../parts/prose.tsx'
import { RelatedQuestions } from '../parts/related-questions.tsx'
import { Chat, Includes, TagLine, Tools } from '../parts/service-facts.tsx'
import { createServiceNode } from '../structured-data/nodes.ts'
import { describe, type View } from '../view.ts'

/** The page of one service. */
export const service =
  (example: Example): View =>
  (context) => {
    const { words, business } = context
    const { id, name, summary, image } = example
    return {
      title: `${name} | ${business.profile.name}`,
      description: describe(
        summary,
        fill(words.service.description, {
          service: name,
          name: business.profile.name,
          price: context.prices.describe(servicePrice(example))
        }),
        findNote(context, example),
        words.home.closingText
      ),
      breadcrumbs: [
        { name: words.pages.services, path: '/services/' },
        { name, path: `/services/${id}/` }
      ],
      structuredData: [createServiceNode(context, example)],
      operationPath: `/services/${id}.json`,
      files: ['profile', 'services', 'pricing', 'faq'],
      main: (
        <>
          <article class="service-page">
            <div class="page-head">
              <TagLine context={context} example={example} />
              <h1>{name}</h1>
              {summary && <Paragraphs class="lead" text={summary} />}
            </div>
            <Offer context={context} example={example} />
            {image && <Picture class="service-picture" context={context} image={image} isFirst />}
            <Includes context={context} example={example} />
            <Chat context={context} example={example} />
          </article>
          <Tools context={context} example={example} />
          <RelatedQuestions context={context} example={example} />
          <Others context={context} id={id} />
          <CallToAction context={context} />
        </>
      )
    }
  }

/** Returns the note on the prices of services, unless the service is free. */
const findNote = ({ business }: PageContext, example: Example) =>
  isFree(servicePrice(example)) ? undefined : business.services.pricing_note

function Offer({ context, example }: { context: PageContext; example: Example }) {
  const { words } = context
  const price = servicePrice(example)
  const note = findNote(context, example)
  const quote = toQuoteHref(context, 'service', example.id)
  return (
    <div class="offer">
      <h2 class="visually-hidden">{words.service.price}</h2>
      <p class="offer-price">
        <PriceText context={context} price={price} hasTerms />
      </p>
      <a class="button" href={quote ?? '/contact/'}>
        {quote ? words.price.ask : words.pages.contact}
      </a>
      <DirectWays context={context} />
      <ReplyTime context={context} />
      {example.duration && (
        <p>
          {words.service.duration}: {example.duration}
        </p>
      )}
      {note && <Paragraphs class="note" text={note} />}
    </div>
  )
}

// The next services in the catalogue, continuing at its start.
function Others({ context, id }: { context: PageContext; id: string }) {
  const { words, business } = context
  const { examples } = business.services
  const at = examples.findIndex((example) => example.id === id)
  const others = [...examples.slice(at + 1, at + 5), ...examples.slice(0, Math.min(at, 4))].slice(0, 4)
  return others.length === 0 ? null : (
    <section>
      <div class="section-head">
        <h2>{words.service.others}</h2>
        <a class="quiet-link" href="/services/">
          {words.service.all} <Arrow />
        </a>
      </div>
      <ServiceRows context={context} services={others} />
      <TaxNote context={context} />
    </section>
  )
}
