import { findPlace, mainPlace } from '../../business/opening-hours.ts'
import { dial } from '../../business/phones.ts'
import { isFree } from '../../business/price-words.ts'
import { isStarting } from '../../business/schemas/price.ts'
import type { Context } from '../../context/context.ts'
import { PostalAddress } from './address.tsx'
import { describeOpening, WeekLine } from './hours.tsx'
import { Picture } from './picture.tsx'
import { PriceText } from './prices.tsx'
import { describeArea } from './profile.tsx'

/** The top of the home page: next to the image of the business if there is one. */
export function Hero({ context }: { context: Context }) {
  const { image } = context.business.profile
  return (
    <section class={image ? 'hero with-image' : 'hero'}>
      <div class="hero-text">
        <Words context={context} />
      </div>
      {image && <Picture context={context} image={image} isFirst />}
      <Strip context={context} />
    </section>
  )
}

function Words({ context }: { context: Context }) {
  const { words, business } = context
  const { name, tagline, category, pricing_model } = business.profile
  const { lead = category } = words.home
  const contactHref = context.contactHref()
  const { lowest } = pricing_model
  const free = business.catalog.services.filter(({ price }) => isFree(price)).slice(0, 2)
  return (
    <>
      <h1 class={(tagline ?? name).length > 40 ? 'long' : undefined}>{tagline ?? name}</h1>
      {lead && <p class="lead">{lead}</p>}
      <div class="hero-model">
        {lowest && (
          <p>
            {!isStarting(lowest) && (
              <>
                <span class="from-word">{words.pricing.entry + context.colon}</span>{' '}
              </>
            )}
            <PriceText context={context} price={lowest} hasTerms />
          </p>
        )}
        {lowest && free.length > 0 && (
          <p>{free.map(({ name }) => `${name + context.colon} ${words.price.free}`).join(' · ')}</p>
        )}
        <p>{business.pricing.model}</p>
      </div>
      <p class="actions">
        {contactHref && (
          <a class="button" href={contactHref}>
            {words.pages.contact}
          </a>
        )}{' '}
        {context.canLinkTo('/pricing/') && (
          <a class="button outline" href="/pricing/">
            {words.pages.pricing}
          </a>
        )}
      </p>
    </>
  )
}

/** When the business is open, where it is and how to call it; nothing if the data has none of these. */
function Strip({ context }: { context: Context }) {
  const { words, business, dataLanguage } = context
  const { address, contact } = business.profile
  const place = findPlace(business.profile, mainPlace)
  const area = describeArea(context)
  // The address of a business that comes to its clients is often only a town.
  const isPlace = address.street !== undefined || (area === undefined && Object.keys(address).length > 0)
  const facts = [
    place && place.opening_hours.length > 0 && (
      <div key="hours">
        <dt data-opening={describeOpening(context, place)}>{words.hours.title}</dt>
        <dd>
          <WeekLine context={context} hours={place.opening_hours} />
        </dd>
      </div>
    ),
    (isPlace || area) && (
      <div key="place">
        <dt>{isPlace ? words.contact.address : words.about.area}</dt>
        <dd>
          <bdi {...dataLanguage}>
            {isPlace ? <PostalAddress context={context} address={address} /> : area}
          </bdi>
        </dd>
      </div>
    ),
    contact.phone && (
      <div key="phone" class="main">
        <dt>{words.contact.phone}</dt>
        <dd>
          <a href={`tel:${dial(contact.phone, address.country)}`} dir="ltr">
            {contact.phone}
          </a>
        </dd>
      </div>
    )
  ].filter(Boolean)
  return facts.length === 0 ? null : <dl class="strip">{facts}</dl>
}
