import { Optional, type Static, type TProperties, Type } from '@sinclair/typebox'
import { limits } from '../limits.ts'
import { field } from './values.ts'

const Part = <Fields extends TProperties>(description: string, fields: Fields) =>
  Type.Object(fields, { description })

const Licence = Part('The licence of the published facts. No surface states one if this is missing.', {
  name: field.name('Name of the licence.', 'CC BY 4.0'),
  url: field.url('The text of the licence.', 'https://creativecommons.org/licenses/by/4.0/')
})

const AiUse = Part('How AI systems may use the content: the Content-Signal of robots.txt.', {
  search: Optional(field.flag('Whether search engines may index the content.')),
  input: Optional(field.flag('Whether AI systems may read the content to answer a question.')),
  train: Optional(field.flag('Whether AI models may be trained on the content.'))
})

const Legal = Part('Pages that exist only on request.', {
  privacy: Optional(field.flag('Whether the site has the page on privacy.')),
  accessibility: Optional(field.flag('Whether the site has the page on accessibility.'))
})

const MenuEntry = Part('A link of the menu.', {
  label: field.name('Text of the link.', 'Gallery'),
  href: field.url('A page or file of the site, or another site.', 'https://business.example/gallery/')
})

/** site.json: how the site presents the business. It is published in pages and documents, not in the API. */
export const SiteFile = Type.Object({
  licence: Optional(Licence),
  ai_use: Optional(AiUse),
  legal: Optional(Legal),
  accent: Optional(
    field.colour(
      'Colour of links, buttons and large areas on a light page: dark enough for white text on it.',
      '#0b6e4f'
    )
  ),
  accent_dark: Optional(field.colour('Colour of links on a dark page: light enough to be read.', '#7fd8b4')),
  font: Optional(
    field.choice(
      'Font of headings and prices: `serif` (the default), `sans` (the font of the text) or `system` (the fonts of the device, also for the text, so pages load no font).',
      ['serif', 'sans', 'system']
    )
  ),
  menu: Optional(
    Type.Array(MenuEntry, {
      description: 'Links in the header, in this order, in place of the links to the built-in pages.',
      maxItems: limits.menuEntries
    })
  ),
  redirects: Optional(
    field.links('The new location of each path of an old site, by path: a path of this site or a URL.', {
      '/prices.php': 'https://business.example/pricing/'
    })
  )
})
export type SiteFile = Static<typeof SiteFile>

/** Returns the uses of the content that the owner states, by their names in Content-Signal (contentsignals.org). */
export function listSignals({ ai_use = {} }: SiteFile = {}) {
  const { search, input, train } = ai_use
  const uses = [
    ['search', search],
    ['ai-input', input],
    ['ai-train', train]
  ] as const
  return uses.flatMap(([name, isAllowed]) => (isAllowed === undefined ? [] : [[name, isAllowed] as const]))
}

/** Returns the value of Content-Signal, such as `search=yes, ai-train=no`; empty if the owner states no use. */
export const formatSignals = (site: SiteFile | undefined): string =>
  listSignals(site)
    .map(([name, isAllowed]) => `${name}=${isAllowed ? 'yes' : 'no'}`)
    .join(', ')
