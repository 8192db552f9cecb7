import { type Static, Type } from '@sinclair/typebox'
import { Colour, Flag, Name, Url } from './values.ts'

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
  accent_dark: Type.Optional(Colour('Colour of links on a dark page: light enough to be read.', '#7fd8b4'))
})
export type SiteFile = Static<typeof SiteFile>
