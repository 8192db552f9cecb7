import { type Static, Type } from '@sinclair/typebox'

import { limits } from '../limits.ts'
import { Choice, Colour, Flag, Links, Name, Slug, Url } from './values.ts'

const Licence = Type.Object(
  {
    name: Name('Name of the licence.', 'CC BY 4.0'),
    url: Url('The text of the licence.', 'https://creativecommons.org/licenses/by/4.0/')
  },
  { description: 'The licence of the published facts. No surface states one if this is missing.' }
)

const AiUse = Type.Object(
  {
    search: Type.Optional(Flag('Whether search engines may index the content.')),
    input: Type.Optional(Flag('Whether AI systems may read the content to answer a question.')),
    train: Type.Optional(Flag('Whether AI models may be trained on the content.'))
  },
  { description: 'How AI systems may use the content: the Content-Signal of robots.txt.' }
)

const Legal = Type.Object(
  {
    privacy: Type.Optional(Flag('Whether the site has the page on privacy.')),
    accessibility: Type.Optional(Flag('Whether the site has the page on accessibility.'))
  },
  { description: 'Pages that exist only on request.' }
)

const MenuEntry = Type.Object(
  {
    label: Name('Text of the link.', 'Gallery'),
    href: Url('A page or file of the site, or another site.', 'https://business.example/gallery/')
  },
  { description: 'A link of the menu.' }
)

/** The sections of the home page, each with the places of its facts: it is empty if the data has none of them. */
export const homeSections = {
  figures: ['profile#/track_record'],
  services: ['services#/examples/*', 'services#/categories/*'],
  packages: ['pricing#/packages/*'],
  people: ['profile#/people/*'],
  testimonials: ['profile#/testimonials/*'],
  questions: ['faq#/categories/*/items/*'],
  hours: ['profile#/opening_hours'],
  locations: ['profile#/locations/*'],
  contact: ['profile#/contact']
} as const
export type HomeSection = keyof typeof homeSections

const SectionOptions = Type.Object({
  section: Name('Name of the section.', 'services'),
  layout: Type.Optional(Choice('How services are shown.', ['rows', 'cards'])),
  ids: Type.Optional(
    Type.Array(Slug('The id of a service.', 'puncture'), {
      description: 'The services to show, in this order. If absent: the first six.',
      minItems: 1,
      uniqueItems: true
    })
  )
})

export type SectionOptions = Static<typeof SectionOptions>

const Section = Type.Unsafe<string | SectionOptions>({
  ...SectionOptions,
  type: ['string', 'object'],
  description: 'The name of a section, or an object with the name and options.',
  examples: ['services', { section: 'services', layout: 'cards' }]
})

/** site.json: how the site presents the business. It is published in pages and documents, not in the API. */
export const SiteFile = Type.Object({
  licence: Type.Optional(Licence),
  ai_use: Type.Optional(AiUse),
  legal: Type.Optional(Legal),
  accent: Type.Optional(
    Colour(
      'Colour of links, buttons and large areas on a light page: dark enough for white text on it.',
      '#0b6e4f'
    )
  ),
  accent_dark: Type.Optional(Colour('Colour of links on a dark page: light enough to be read.', '#7fd8b4')),
  theme: Type.Optional(
    Choice(
      'Look of the pages: `paper` (warm paper, thin lines, serif headings; the default), `bold` (white, thick lines, square corners, heavy headings) or `soft` (the accent tints the page, cards, round corners and headings).',
      ['paper', 'bold', 'soft']
    )
  ),
  font: Type.Optional(
    Choice(
      'Font of headings and prices: `serif`, `sans` (the font of the text), `heavy`, `round` or `system` (the fonts of the device, also for the text, so pages load no font). By default that of the theme.',
      ['serif', 'sans', 'heavy', 'round', 'system']
    )
  ),
  hero: Type.Optional(
    Choice(
      'The top of the home page: `split` (the image of the profile next to the text), `cover` (the text on the image), `plain` (without an image) or `line` (a drawn line). If absent: `split` if the profile has an image, else `plain`.',
      ['split', 'cover', 'plain', 'line']
    )
  ),
  home: Type.Optional(
    Type.Array(Section, {
      description: `The sections of the home page, in this order: ${Object.keys(homeSections).join(', ')}.`,
      minItems: 1
    })
  ),
  program_links: Type.Optional(
    Flag('Whether the footer links to `/for-ai/` and `/developers/`. If absent, it does.')
  ),
  menu: Type.Optional(
    Type.Array(MenuEntry, {
      description: 'Links in the header, in this order, in place of the links to the built-in pages.',
      maxItems: limits.menuEntries
    })
  ),
  redirects: Type.Optional(
    Links('The new location of each path of an old site, by path: a path of this site or a URL.', {
      '/prices.php': 'https://business.example/pricing/'
    })
  )
})
export type SiteFile = Static<typeof SiteFile>

/** A use of the content, by its name in Content-Signal (contentsignals.org). */
type Signal = 'search' | 'ai-input' | 'ai-train'

export function listSignals({ ai_use = {} }: SiteFile = {}): [name: Signal, isAllowed: boolean][] {
  const { search, input, train } = ai_use
  const uses = [
    ['search', search],
    ['ai-input', input],
    ['ai-train', train]
  ] as const
  return uses.flatMap(([name, isAllowed]) => (isAllowed === undefined ? [] : [[name, isAllowed]]))
}

/** Returns the value of Content-Signal, such as `search=yes, ai-train=no`; empty if the owner states no use. */
export const formatSignals = (site: SiteFile | undefined): string =>
  listSignals(site)
    .map(([name, isAllowed]) => `${name}=${isAllowed ? 'yes' : 'no'}`)
    .join(', ')
