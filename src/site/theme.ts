import { getString } from '../base/json-value.ts'
import { toHref } from '../base/url-path.ts'
import { type Accents, accentsOf, colourOf, defaultAccents, fontOf, roles } from '../business/accents.ts'
import type { Business } from '../business/business.ts'
import type { SiteFile } from '../business/schemas/site.ts'
import faces from './fonts.json' with { type: 'json' }

// Each font is a file in src/site/assets for each script; the first is that of the text.
const fontFamilies = {
  serif: ['assistant', 'frank-ruhl-libre'],
  sans: ['assistant'],
  heavy: ['assistant', 'heebo'],
  round: ['assistant', 'fredoka'],
  system: []
} as const

export const fontsOf = (site: SiteFile = {}): readonly string[] => fontFamilies[fontOf(site)]

/** Returns the fonts and colours of a site for its style sheet. */
export function styleRules(site: SiteFile = {}): string {
  const [text, headings] = fontFamilies[fontOf(site)]
  const rules = fontFamilies[fontOf(site)].map((family) => faces[family].rules).join('')
  const sans = text ? faces[text].stack : 'system-ui,sans-serif'
  const serif = headings ? faces[headings].stack : 'var(--sans)'
  // Headings without a face of their own are bold, to differ from the text.
  const weight = headings ? '' : 'h1,h2,h3{font-weight:var(--heavy,600)}'
  const colours = (mode: keyof Accents) =>
    [
      ...roles.map((role) => `--${role}:${colourOf(site, role, mode)}`),
      `--accent:${accentsOf(site)[mode]}`,
      `--field:${fieldsOf(site)[mode]}`
    ].join(';')
  // Printed pages are black on white.
  return `${rules}:root{--light:${colourOf(site, 'paper', 'light')};--sans:${sans};--serif:${serif}}${weight}@media screen{:root{${colours('light')}}@media (prefers-color-scheme:dark){:root{${colours('dark')}}}@media (prefers-contrast:more){:root{--soft:var(--ink);--rule:var(--edge)}}}`
}

/** Returns a rule for each image with a focus: the security policy of the pages allows no style in them. */
export function focusRules({ profile, catalog, baseUrl }: Business): string {
  const rules = new Set<string>()
  JSON.stringify({ profile, catalog }, (_field, value: unknown) => {
    const [src, focus] = [getString(value, 'src'), getString(value, 'focus')]
    if (src && focus) rules.add(`img[src="${toHref(src, baseUrl)}"]{object-position:${focus}}`)
    return value
  })
  return [...rules].join('')
}

/** Returns the colours of large areas: the default ones, or the accent of site.json in both modes. */
function fieldsOf(site: SiteFile): Accents {
  const { light } = accentsOf(site)
  return { light, dark: light === defaultAccents.light ? '#2638b8' : light }
}

/** Returns the colours of a page's header. */
export function headersOf(site: SiteFile = {}, isHome: boolean): Accents {
  const { theme = 'paper' } = site
  if (isHome && theme === 'paper') return fieldsOf(site)
  const role = theme === 'bold' ? 'night' : isHome ? 'sand' : 'paper'
  return { light: colourOf(site, role, 'light'), dark: colourOf(site, role, 'dark') }
}
