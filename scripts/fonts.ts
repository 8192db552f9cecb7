// Writes src/site/assets/*.woff2: subsets of the variable fonts of @fontsource-variable with the characters that pages use.
// Also writes the TTF files of the social picture for letters that the fonts of the pages lack, which no page loads.
// Also writes src/site/fonts.json: the @font-face rules for these files, and for system fonts scaled to their size.
// The fonts are optional: one that loads late never moves the text, and the fallback fonts have the same size.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

const hebrew = {
  name: 'hebrew',
  script: 'hebrew',
  // Letters, vowel points, maqaf, geresh, gershayim and the shekel.
  letters: `${range(0x5d0, 0x5ea)}${range(0x5b0, 0x5bc)}\u05bf\u05c1\u05c2\u05c7\u05be\u05f3\u05f4\u20aa\u200e\u200f`,
  unicodeRange: 'U+0590-05FF, U+20AA, U+FB1D-FB4F'
} as const
const latin = {
  name: 'latin',
  script: 'latin',
  // Without signs of code, which has a system font.
  letters: `${range(0x20, 0x7e).replace(/[\\^`{|}]/g, '')}\u00a0\u00a3\u00a9\u00b7\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2212\u2190\u2192`,
  unicodeRange:
    'U+0000-007F, U+00A0, U+00A3, U+00A9, U+00B7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+20AC, U+2190, U+2192, U+2212'
} as const
// In a file of their own, because pages in Hebrew and English rarely have accents.
const accents = {
  name: 'accents',
  script: 'latin',
  // Without signs that few texts have, such as \u00a4 and \u00be: a system font has them.
  letters: range(0xa1, 0xff).replace(
    /[\u00a2-\u00a4\u00a6\u00a8\u00a9\u00ac\u00af\u00b1\u00b4-\u00b9\u00bc\u00be\u00f7]/g,
    ''
  ),
  unicodeRange: 'U+00A1-00A2, U+00A4-00A8, U+00AA-00B6, U+00B8-00FF'
} as const

// What browsers use by themselves, and the digits that the style sheet asks for: the glyphs of other features are not needed.
const keepFeatures = 'calt ccmp clig curs dist kern liga lnum locl mark mkmk rclt rlig rvrn tnum'.split(' ')

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
  `@font-face{${Object.entries(descriptors)
    .map(([name, value]) => `${name}:${value.replaceAll(', ', ',')}`)
    .join(';')}}`

const { resolve } = createRequire(import.meta.url)
const parts = [hebrew, latin, accents]
const written: Record<string, { stack: string; rules: string }> = {}
for (const { family, file, axes, weight, ascent, descent, advance, systems } of families) {
  const faces: string[] = []
  const folder = dirname(resolve(`@fontsource-variable/${file}/package.json`))
  for (const { name: part, script, letters, unicodeRange } of parts) {
    const source = await readFile(join(folder, 'files', `${file}-${script}-wght-normal.woff2`))
    const options = { targetFormat: 'woff2', variationAxes: axes, keepFeatures } as const
    const font = await subsetFont(source, letters, options)
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
  }
  for (const script of ['hebrew', 'latin'] as const) {
    const ranges = parts.filter((part) => part.script === script).map((part) => part.unicodeRange)
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
          'unicode-range': ranges.join(', ')
        })
      )
    }
  }
  const generic = family === 'Frank' ? 'serif' : 'sans-serif'
  const stack = [family, ...systems.map(({ name }) => `"${family} as ${name}"`), generic]
  written[file] = { stack: stack.join(','), rules: faces.join('') }
}
await writeFile('src/site/fonts.json', `${JSON.stringify(written, null, 2)}\n`)

// Latin with the accents of all of Europe, Greek, Cyrillic, and the signs of the fonts above.
const european =
  range(0x20, 0x7e) + range(0xa0, 0x17f) + range(0x218, 0x21b) + range(0x384, 0x3ce) + range(0x400, 0x45f)
const signs =
  '\u0490\u0491\u1e9e\u2010\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u2039\u203a\u20ac\u20bd\u2116\u2122\u2212'
// Arabic letters, also of Persian and Urdu, with the glyphs of their joined forms, and the mark that ends a word.
const arabic = `${range(0x20, 0x7e) + range(0xa0, 0xff) + range(0x600, 0x6ff)}\u200c`
for (const [name, face, letters] of [
  ['noto-sans', 'NotoSans', european],
  ['noto-serif', 'NotoSerif', european],
  ['noto-naskh-arabic', 'NotoNaskhArabic', arabic]
] as const) {
  const folder = dirname(resolve(`@expo-google-fonts/${name}/package.json`))
  const source = await readFile(join(folder, '500Medium', `${face}_500Medium.ttf`))
  const noLayoutClosure = letters !== arabic
  const font = await subsetFont(source, letters + signs, { targetFormat: 'truetype', noLayoutClosure })
  await writeFile(`src/site/assets/${name}.ttf`, font)
  process.stdout.write(`${name}.ttf ${font.length} bytes\n`)
}
