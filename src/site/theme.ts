import { type Accents, accentsOf, defaultAccents, neighbours } from '../business/accents.ts'
import type { SiteFile } from '../business/schemas/site.ts'

// Each font is a file in src/site/assets for each script.
const fontFamilies = { serif: ['assistant', 'frank-ruhl-libre'], sans: ['assistant'], system: [] } as const

/** Returns the names of the fonts that the pages of a site load. */
export const fontsOf = (site: SiteFile | undefined): readonly string[] => fontFamilies[site?.font ?? 'serif']

// Headings without serifs are bold, to differ from the text.
const headings = 'h1,h2,h3{font-weight:600}'

const fontRules = {
  serif: '',
  sans: `:root{--serif:var(--sans)}${headings}`,
  system: `:root{--sans:system-ui,sans-serif;--serif:var(--sans)}${headings}`
} as const

/** Returns the rules that the style sheet needs for the colours and the font of a site, at its end. */
export function styleRules(site: SiteFile | undefined): string {
  const font = fontRules[site?.font ?? 'serif']
  if (site?.accent === undefined && site?.accent_dark === undefined) return font
  const { light, dark } = accentsOf(site)
  // Printed pages are black on white.
  return `${font}@media screen{:root{--accent:${light};--field:${light}}@media (prefers-color-scheme:dark){:root{--accent:${dark};--field:${light}}}}`
}

/** The colours that browsers need outside the style sheet. */
export const colours = {
  paper: neighbours.light['--paper'],
  onField: neighbours.light['--on-field'],
  night: neighbours.dark['--paper'],
  nightField: '#2638b8'
} as const

/** Returns the colours of large areas: those of the style sheet, or the accent of site.json in both modes. */
export function fieldsOf(site: SiteFile | undefined): Accents {
  const { light } = accentsOf(site)
  return { light, dark: light === defaultAccents.light ? colours.nightField : light }
}
