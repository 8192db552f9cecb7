import { type Business, findCategory, pricesOf } from '../../business/business.ts'
import { isFree } from '../../business/price-words.ts'
import type { FaqItem } from '../../business/schemas/faq.ts'
import type { Service } from '../../business/v1.ts'
import { fill } from '../../business/words.ts'
import type { Context } from '../../context/context.ts'
import { CallToAction, closingText, DirectWays, ReplyTime } from '../parts/contact-ways.tsx'
import { MoreLink, Picture, Questions, Section } from '../parts/elements.tsx'
import { ItemAction, ServiceRows } from '../parts/offers.tsx'
import { contextForList, PriceText, TaxNote } from '../parts/prices.tsx'
import { DataList, DataText, Link, Paragraphs } from '../parts/texts.tsx'
import { createServiceNode } from '../structured-data.ts'
import type { Props, View } from '../view.ts'

type ServiceProps = Props<{ service: Service }>

export const servicePage =
  (service: Service): View =>
  (context) => {
    const { words, business } = context
    const { id, name, summary, image, includes, tools } = service
    const price = context.prices.describe(service.price)
    return {
      title: name,
      address: business.profile.address,
      parents: [{ name: words.pages.services, path: '/services/' }],
      description: [
        [fill(words.service.description, { service: name, name: business.profile.name, price }), summary]
          .filter(Boolean)
          .join(' '),
        findNote(context, service),
        closingText(context)
      ],
      structuredData: () => [createServiceNode(context, service)],
      operationPath: `/services/${id}.json`,
      files: ['profile', 'services', 'pricing', 'faq'],
      main: () => (
        <>
          <article class="service-page">
            <div class="page-head">
              <TagLine context={context} service={service} />
              <h1>
                <DataText context={context} text={name} />
              </h1>
              <Paragraphs context={context} class="lead" text={summary} />
            </div>
            <Offer context={context} service={service} />
            {image && <Picture context={context} image={image} isFirst />}
            {includes && (
              <Section heading={words.pricing.includes}>
                <DataList class="includes" context={context} items={includes} />
              </Section>
            )}
            <Chat context={context} service={service} />
          </article>
          {tools && (
            <Section class="tools" heading={words.service.tools}>
              <DataList class="chips" context={context} items={tools} />
            </Section>
          )}
          <Questions
            context={context}
            heading={words.service.questions}
            items={findRelated(business, service)}
          />
          <OtherServices context={context} service={service} />
          <CallToAction context={context} />
        </>
      )
    }
  }

const findNote = ({ business }: Context, service: Service) =>
  isFree(service.price) ? undefined : business.catalog.pricing_note

function Offer({ context, service }: ServiceProps) {
  const { words } = context
  const note = findNote(context, service)
  return (
    <div class="offer">
      <h2 class="visually-hidden">{words.service.price}</h2>
      <p class="offer-price">
        <PriceText context={context} price={service.price} hasTerms />
      </p>
      <ItemAction context={context} kind="service" item={service} />
      <ReplyTime context={context} />
      <DirectWays context={context} />
      {service.duration && (
        <p>
          {words.service.duration + context.colon} <DataText context={context} text={service.duration} />
        </p>
      )}
      <Paragraphs context={context} class="note" text={note} />
    </div>
  )
}

/** The next services in the catalogue, continuing at its start: first the services of the same category. */
function OtherServices({ context, service }: ServiceProps) {
  const { words, business } = context
  const { services } = business.catalog
  const at = services.findIndex(({ id }) => id === service.id)
  const next = [...services.slice(at + 1), ...services.slice(0, at)]
  const isRelated = ({ category }: Service) => category !== undefined && category === service.category
  const related = [...next.filter(isRelated), ...next.filter((item) => !isRelated(item))]
  const others = related.slice(0, 4)
  return others.length === 0 ? null : (
    <Section heading={words.service.others} beside={<MoreLink href="/services/" text={words.service.all} />}>
      <ServiceRows context={contextForList(context, others.flatMap(pricesOf))} services={others} />
      <TaxNote context={context} />
    </Section>
  )
}

function TagLine({ context, service }: ServiceProps) {
  const { tag } = service
  const category = findCategory(context.business, service.category)
  return category || tag ? (
    <p class="tag">
      {category && <Link context={context} to={category.url} text={category.name} />}
      {category && tag && ' · '}
      {tag && <DataText context={context} text={tag} />}
    </p>
  ) : null
}

/** An example conversation, readable as plain text: each message follows the name of its author. */
function Chat({ context, service }: ServiceProps) {
  const { words, business } = context
  return service.example_chat === undefined ? null : (
    <Section class="chat" heading={words.service.chat}>
      <dl>
        {service.example_chat.map(({ from, text }) => (
          <div class={from}>
            <dt>
              <DataText
                context={context}
                text={from === 'customer' ? words.service.customer : business.profile.name}
              />
            </dt>
            <dd>
              <DataText context={context} text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const maxQuestions = 4

/** Returns the first questions that have the whole name of the service: its words in a row. */
function findRelated({ faq }: Business, { name }: Service): FaqItem[] {
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return []
  // A word of three letters or more may have Hebrew prefixes.
  const forms = words.map((word) => `${word.length > 2 ? '[הובלמשכ]{0,2}' : ''}${word}`)
  const letter = '[\\p{L}\\p{M}\\p{N}]'
  const pattern = new RegExp(`(?<!${letter})${forms.join('[^\\p{L}\\p{N}]+')}(?!${letter})`, 'u')
  return faq.categories
    .flatMap(({ items }) => items)
    .filter(({ question, answer }) => {
      const text = `${question}\n${answer}`.toLowerCase()
      // Most texts lack a word, and matching the pattern takes long.
      return words.every((word) => text.includes(word)) && pattern.test(text)
    })
    .slice(0, maxQuestions)
}
