import { readFileSync } from 'node:fs'
import t from 'tap'
import { accentsOf, defaultAccents, neighbours } from '../../src/business/accents.ts'
import { findLowestContrast, minContrast } from '../../src/business/checks/accent-rules.ts'
import { contrastOf, fromOklch, toOklch } from '../../src/business/oklch.ts'
import type { Edits } from '../helper.ts'
import { shopProblems } from './shop.ts'

const css = readFileSync('src/site/assets/site.css', 'utf8')

/** Returns the values of a custom property in the style sheet, those for light pages first. */
const valuesOf = (name: string) =>
  Array.from(css.matchAll(new RegExp(`${name}: (#\\w+);`, 'g')), ([, value]) => value)

t.test('the colours of the style sheet', (t) => {
  t.test('equal those in src/business/accents.ts', (t) => {
    for (const [name, value] of Object.entries(neighbours.light)) t.equal(valuesOf(name)[0], value)
    for (const [name, value] of Object.entries(neighbours.dark)) t.equal(valuesOf(name)[1], value)
    t.match(valuesOf('--accent'), [defaultAccents.light, defaultAccents.dark])
    t.end()
  })
  t.test('have enough contrast', (t) => {
    t.ok(findLowestContrast(defaultAccents.light, 'light').contrast >= minContrast)
    t.ok(findLowestContrast(defaultAccents.dark, 'dark').contrast >= minContrast)
    t.end()
  })
  t.end()
})

t.test('the accents of a site', (t) => {
  t.test('are the default ones if site.json states none', (t) => {
    t.same(accentsOf(undefined), defaultAccents)
    t.same(accentsOf({}), defaultAccents)
    t.end()
  })
  t.test('are those of site.json in one form', (t) => {
    t.same(accentsOf({ accent: '#0B6E4F', accent_dark: '#AfC' }), { light: '#0b6e4f', dark: '#aaffcc' })
    t.end()
  })
  t.test('that are derived have the same hue and enough contrast, whatever the other is', (t) => {
    const weak: string[] = []
    for (let index = 0; index < 4096; index += 7) {
      const colour = `#${index.toString(16).padStart(3, '0')}`
      const { light } = accentsOf({ accent_dark: colour })
      const { dark } = accentsOf({ accent: colour })
      if (findLowestContrast(light, 'light').contrast < minContrast)
        weak.push(`${colour} on light pages: ${light}`)
      if (findLowestContrast(dark, 'dark').contrast < minContrast)
        weak.push(`${colour} on dark pages: ${dark}`)
    }
    t.strictSame(weak, [])
    const green = toOklch('#0b6e4f')
    t.ok(Math.abs(toOklch(accentsOf({ accent: '#0b6e4f' }).dark).hue - green.hue) < 0.05)
    t.end()
  })
  t.end()
})

t.test('colours', (t) => {
  t.test('have the contrast of WCAG', (t) => {
    t.equal(contrastOf('#000000', '#ffffff'), 21)
    t.equal(contrastOf('#ffffff', '#ffffff'), 1)
    // The grey that WCAG names as the lightest with 4.5 on white.
    t.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54')
    t.end()
  })
  t.test('are the same after a conversion to OKLCH and back', (t) => {
    for (const colour of ['#2337c6', '#ffd400', '#000000', '#ffffff', '#00ff00'])
      t.equal(fromOklch(toOklch(colour)), colour)
    t.end()
  })
  t.test('have the coordinates of CSS Color 4', (t) => {
    const { lightness, chroma, hue } = toOklch('#ff0000')
    t.equal(lightness.toFixed(3), '0.628')
    t.equal(chroma.toFixed(3), '0.258')
    t.equal(((hue * 180) / Math.PI).toFixed(1), '29.2')
    t.end()
  })
  t.end()
})

const fits = 'must be a colour, such as #2337c6 or #23c'

const mistakes: [name: string, edits: Edits, line: string[]][] = [
  [
    'a yellow accent',
    { site: { accent: '#ffd400' } },
    [
      'site.json /accent: is too light for a light page and white text on it: its contrast with #f1ebe1 is 1.2, and must be at least 4.5 (WCAG AA), got "#ffd400". The nearest colour that passes is "#7f6800".'
    ]
  ],
  [
    'a dark accent for dark pages',
    { site: { accent: '#0b6e4f', accent_dark: '#00F' } },
    [
      'site.json /accent_dark: is too dark for a dark page: its contrast with #211e17 is 1.9, and must be at least 4.5 (WCAG AA), got "#00F". The nearest colour that passes is "#477eff".'
    ]
  ],
  [
    'the name of a colour',
    { site: { accent: 'navy' } },
    [
      `site.json /accent: ${fits}, got "navy". Write # and six digits of 0-9 and a-f, as a colour picker shows them, such as "#2337c6".`
    ]
  ],
  ...[
    ['0b6e4f', '#0b6e4f'],
    ['#0b6e4fff', '#0b6e4f'],
    ['#0b6f;', '#0b6'],
    ['rgb(11, 110, 79)', '#0b6e4f'],
    ['rgb(11 110 79);', '#0b6e4f']
  ].map(([colour, correct]): [string, Edits, string[]] => [
    `the colour ${colour}`,
    { site: { accent: colour } },
    [`site.json /accent: ${fits}, got "${colour}". Did you mean "${correct}"?`]
  ]),
  [
    'a channel that is too large',
    { site: { accent: 'rgb(300, 0, 0)' } },
    [
      `site.json /accent: ${fits}, got "rgb(300, 0, 0)". Write # and six digits of 0-9 and a-f, as a colour picker shows them, such as "#2337c6".`
    ]
  ],
  ['accents that people can read', { site: { accent: '#0b6e4f', accent_dark: '#7fd8b4' } }, []]
]

for (const [name, edits, lines] of mistakes) {
  t.test(`${name} › is ${lines.length > 0 ? 'a problem' : 'accepted'}`, async (t) => {
    t.same(await shopProblems(t, edits), lines)
  })
}
