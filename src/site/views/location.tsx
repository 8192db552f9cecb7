import type { Location } from '../../business/schemas/profile.ts'
import { locationPath } from '../../business/schemas/profile.ts'
import { fill } from '../../business/words.ts'
import { addFacts, listContact, writeTitle } from '../head.ts'
import { CallToAction, LocationFacts } from '../parts/contact-ways.tsx'
import { datesOf, describeWeek } from '../parts/hours.tsx'
import { createLocationNode } from '../structured-data/business.ts'
import { describe, type View } from '../view.ts'

/** Creates the page of a further branch. */
export const locationPage =
  (location: Location): View =>
  (context) => {
    const { words, business } = context
    const { name } = business.profile
    return {
      title: writeTitle(context, location.name, location.address),
      description: describe(
        addFacts(context, fill(words.contact.locationDescription, { location: location.name, name }), [
          ...listContact(context, location.address, location.phone),
          describeWeek(context, location.id)
        ]),
        words.home.closingText
      ),
      breadcrumbs: [
        { name: words.contact.title, path: '/contact/' },
        { name: location.name, path: locationPath(location) }
      ],
      structuredData: () => [createLocationNode(context, location)],
      operationPath: `/locations/${location.id}.json`,
      ...datesOf(context),
      files: ['profile'],
      main: () => (
        <>
          <div class="page-head">
            <h1>{location.name}</h1>
          </div>
          <div class="locations">
            <LocationFacts context={context} location={location} />
          </div>
          <CallToAction context={context} />
        </>
      )
    }
  }
