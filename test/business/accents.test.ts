import { oklch, wcagContrast } from 'culori'
import t from 'tap'
import { accentsOf, colours, defaultAccents } from '../../src/business/accents.ts'
import { byLine, type Mistake, testMistakes } from './shop.ts'

const modes = ['light', 'dark'] as const

// WCAG 2.2, success criteria 1.4.3 and 1.4.11.
const [minOfText, minOfControl] = [4.5, 3]

/** The texts of a page and the areas behind them, by the role of their colours, and the least contrast of each pair. */
const pairs = [
  ['ink', 'paper', minOfText],
  ['ink', 'sand', minOfText],
  ['soft', 'paper', minOfText],
  ['soft', 'sand', minOfText],
  ['on-night', 'night', minOfText],
  // The edges of fields and buttons.
  ['edge', 'paper', minOfControl]
] as const

/** Returns whether an accent can be read on pages, and on light pages also text on it. */
const isReadable = (accent: string, mode: (typeof modes)[number]) =>
  (['paper', 'sand', ...(mode === 'light' ? (['on-field'] as const) : [])] as const).every(
    (role) => wcagContrast(accent, colours[mode][role]) >= minOfText
  )

t.test('the colours of pages', async (t) => {
  t.test('have enough contrast in both modes', async (t) => {
    for (const mode of modes)
      for (const [text, area, least] of pairs)
        t.ok(wcagContrast(colours[mode][text], colours[mode][area]) >= least, `${mode}: ${text} on ${area}`)
  })
  t.test('have enough contrast with the default accent', async (t) => {
    for (const mode of modes) t.ok(isReadable(defaultAccents[mode], mode))
  })
})

t.test('the accents of a site', async (t) => {
  t.test('are the colours of site.json in one form', async (t) => {
    t.same(accentsOf({ accent: '#0B6E4F', accent_dark: '#AfC' }), { light: '#0b6e4f', dark: '#aaffcc' })
  })
  t.test('that are derived have the same hue and enough contrast, whatever the other is', async (t) => {
    for (let index = 0; index < 4096; index += 7) {
      const colour = `#${index.toString(16).padStart(3, '0')}`
      const { light } = accentsOf({ accent_dark: colour })
      const { dark } = accentsOf({ accent: colour })
      if (!isReadable(light, 'light') || !isReadable(dark, 'dark')) t.fail(`${colour}: ${light} and ${dark}`)
    }
    const [hue, derived] = ['#0b6e4f', accentsOf({ accent: '#0b6e4f' }).dark].map((one) => oklch(one)?.h)
    t.ok(Math.abs(Number(hue) - Number(derived)) < 3)
  })
})

const write = 'Write # and six digits of 0-9 and a-f, as a colour picker shows them, such as "#2337c6".'

t.test('the check of accents', (t) =>
  testMistakes(t, [
    ...byLine({
      'site.json /accent: is too light for a light page and white text on it: its contrast with #f1ebe1 is 1.2, and must be at least 4.5 (WCAG AA), got "#ffd400". The nearest colour that passes is "#7f6900".':
        { site: { accent: '#ffd400' } },
      'site.json /accent_dark: is too dark for a dark page: its contrast with #211e17 is 1.9, and must be at least 4.5 (WCAG AA), got "#00F". The nearest colour that passes is "#477eff".':
        { site: { accent: '#0b6e4f', accent_dark: '#00F' } }
    }),
    ...Object.entries({
      'rgb(300, 0, 0)': write,
      '0b6e4f': 'Did you mean "#0b6e4f"?',
      '#0b6e4fff': 'Did you mean "#0b6e4f"?',
      '#0b6f;': 'Did you mean "#0b6"?',
      'rgb(11 110 79);': 'Did you mean "#0b6e4f"?'
    }).map(
      ([accent, hint]): Mistake => [
        { site: { accent } },
        `site.json /accent: must be a colour, such as #2337c6 or #23c, got "${accent}". ${hint}`
      ]
    ),
    [{ site: { accent: '#0b6e4f', accent_dark: '#7fd8b4' } }, []]
  ])
)
