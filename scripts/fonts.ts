// Writes src/site/assets/*.woff2: subsets of the variable fonts of @fontsource-variable with the characters that pages use.
// Also writes the @font-face rules of src/site/assets/site.css for these files, and for system fonts scaled to their size.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

const hebrew = {
  name: 'hebrew',
  script: 'hebrew',
  // Letters, maqaf, geresh, gershayim and the shekel; vowel points are not used on the site.
  letters: `${range(0x5d0, 0x5ea)}\u05be\u05f3\u05f4\u20aa\u200e\u200f`,
  unicodeRange: 'U+0590-05FF, U+20AA, U+FB1D-FB4F'
} as const
const latin = {
  name: 'latin',
  script: 'latin',
  letters: `${range(0x20, 0x7e)}\u00a0\u00a3\u00a9\u00b7\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2212\u2190\u2192`,
  unicodeRange:
    'U+0000-007F, U+00A0, U+00A3, U+00A9, U+00B7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+20AC, U+2190, U+2192, U+2212'
} as const
// In a file of their own, because pages in Hebrew and English rarely have accents.
const accents = {
  name: 'accents',
  script: 'latin',
  letters: range(0xa1, 0xff).replace(/[\u00a3\u00a9\u00b7]/g, ''),
  unicodeRange: 'U+00A1-00A2, U+00A4-00A8, U+00AA-00B6, U+00B8-00FF'
} as const

const arial = ['Arial', 'Liberation Sans', 'Arimo']
const times = ['Times New Roman', 'Liberation Serif', 'Tinos']

// Metrics in em, from the tables of the fonts. An advance is the mean width of a character in the text of the site.
// The systems are desktops and phones with Arial or Roboto, phones with Noto, and Linux with only DejaVu.
const families = [
  {
    family: 'Assistant',
    file: 'assistant',
    axes: { wght: { min: 400, max: 700 } },
    weight: '400 700',
    ascent: 1.021,
    descent: 0.287,
    advance: { hebrew: 0.464, latin: 0.41 },
    systems: [
      {
        name: 'Arial or Roboto',
        advance: { hebrew: 0.528, latin: 0.444 },
        fonts: { hebrew: [...arial, 'Noto Sans Hebrew'], latin: [...arial, 'Roboto'] }
      },
      {
        name: 'DejaVu Sans',
        advance: { hebrew: 0.531, latin: 0.505 },
        fonts: { hebrew: ['DejaVu Sans'], latin: ['DejaVu Sans'] }
      }
    ]
  },
  {
    family: 'Frank',
    file: 'frank-ruhl-libre',
    // Headings and prices use one weight; more would double the file size.
    axes: { wght: 500 },
    weight: '500',
    ascent: 0.957,
    descent: 0.334,
    advance: { hebrew: 0.458, latin: 0.449 },
    systems: [
      {
        name: 'Times',
        advance: { hebrew: 0.479, latin: 0.404 },
        fonts: { hebrew: times, latin: times }
      },
      {
        name: 'Noto Serif',
        advance: { hebrew: 0.508, latin: 0.474 },
        fonts: { hebrew: ['Noto Serif Hebrew'], latin: ['Noto Serif'] }
      },
      {
        name: 'DejaVu Serif',
        advance: { hebrew: 0.531, latin: 0.513 },
        fonts: { hebrew: ['DejaVu Sans'], latin: ['DejaVu Serif'] }
      }
    ]
  }
]

const percent = (value: number) => `${(value * 100).toFixed(1)}%`
const fontFace = (descriptors: Record<string, string>) =>
  `@font-face {\n${Object.entries(descriptors)
    .map(([name, value]) => `${name}: ${value};\n`)
    .join('')}}\n`

const { resolve } = createRequire(import.meta.url)
const faces: string[] = []
for (const { family, file, axes, weight, ascent, descent, advance, systems } of families) {
  const folder = dirname(resolve(`@fontsource-variable/${file}/package.json`))
  for (const { name: part, script, letters, unicodeRange } of [hebrew, latin, accents]) {
    const source = await readFile(join(folder, 'files', `${file}-${script}-wght-normal.woff2`))
    const font = await subsetFont(source, letters, { targetFormat: 'woff2', variationAxes: axes })
    await writeFile(`src/site/assets/${file}-${part}.woff2`, font)
    process.stdout.write(`${file}-${part}.woff2 ${font.length} bytes\n`)
    faces.push(
      fontFace({
        'font-family': family,
        src: `url(${file}-${part}.woff2) format("woff2")`,
        'font-weight': weight,
        'font-display': 'optional',
        'unicode-range': unicodeRange
      })
    )
    for (const { name, advance: systemAdvance, fonts } of systems) {
      const adjust = advance[script] / systemAdvance[script]
      faces.push(
        fontFace({
          'font-family': `"${family} as ${name}"`,
          src: fonts[script].map((font) => `local("${font}")`).join(', '),
          'size-adjust': percent(adjust),
          'ascent-override': percent(ascent / adjust),
          'descent-override': percent(descent / adjust),
          'line-gap-override': '0%',
          'unicode-range': unicodeRange
        })
      )
    }
  }
}
const css = await readFile('src/site/assets/site.css', 'utf8')
const rules = /(?<=\/\* Fonts[^*]*\*\/\n).*(?=\n\/\* Colours)/s
if (!rules.test(css)) throw new Error('site.css has no comments "Fonts" and "Colours" around the rules')
await writeFile(
  'src/site/assets/site.css',
  css.replace(rules, () => faces.join(''))
)
