import { type Accents, accentsOf, colours, defaultAccents } from '../business/accents.ts'
import type { SiteFile } from '../business/schemas/site.ts'
import faces from './fonts.json' with { type: 'json' }

// Each font is a file in src/site/assets for each script; the first is the font of the text.
const fontFamilies = {
  serif: ['assistant', 'frank-ruhl-libre'],
  sans: ['assistant'],
  system: []
} as const

export const fontsOf = (site: SiteFile = {}) => fontFamilies[site.font ?? 'serif']

export const headerColours = (site: SiteFile | undefined, isHome: boolean): Accents =>
  isHome ? fieldsOf(site) : { light: colours.light.paper, dark: colours.dark.paper }

/** Returns the rules for the fonts and colours of a site, which follow the style sheet. */
export function writeRules(site: SiteFile = {}): string {
  const families = fontsOf(site)
  const [text, headings] = families
  const rules = families.map((family) => faces[family].rules).join('')
  const sans = text ? faces[text].stack : 'system-ui,sans-serif'
  const serif = headings ? faces[headings].stack : 'var(--sans)'
  // Headings without a face of their own are bold, to differ from the text.
  const weight = headings ? '' : 'h1,h2,h3{font-weight:600}'
  const rulesOf = (mode: keyof Accents) =>
    [
      ...Object.entries(colours[mode]).map(([role, colour]) => `--${role}:${colour}`),
      `--accent:${accentsOf(site)[mode]}`,
      `--field:${fieldsOf(site)[mode]}`
    ].join(';')
  // Printed pages are black on white.
  return `${rules}:root{--light:${colours.light.paper};--sans:${sans};--serif:${serif}}${weight}@media screen{:root{${rulesOf('light')}}@media (prefers-color-scheme:dark){:root{${rulesOf('dark')}}}@media (prefers-contrast:more){:root{--soft:var(--ink);--rule:var(--edge)}}}`
}

/** Returns the colours of large areas: the default ones, or the accent of site.json in both modes. */
function fieldsOf(site: SiteFile = {}): Accents {
  const { light } = accentsOf(site)
  return { light, dark: light === defaultAccents.light ? '#2638b8' : light }
}
