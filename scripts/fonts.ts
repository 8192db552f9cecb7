// Writes site/assets/*.woff2: the letters that pages use, cut from the variable fonts of @fontsource-variable.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

const letters = {
  // Letters, maqaf, geresh, gershayim and the shekel; vowel points are not used on the site.
  hebrew: `${range(0x5d0, 0x5ea)}\u05be\u05f3\u05f4\u20aa\u200e\u200f`,
  latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2212\u2190\u2192`
}

const families = [
  // Headings and prices have one weight: the others would double the file.
  { family: 'frank-ruhl-libre', axes: { wght: 500 } },
  { family: 'assistant', axes: { wght: { min: 400, max: 700 } } }
]

const { resolve } = createRequire(import.meta.url)
for (const { family, axes } of families) {
  const folder = dirname(resolve(`@fontsource-variable/${family}/package.json`))
  for (const [script, text] of Object.entries(letters)) {
    const source = await readFile(join(folder, 'files', `${family}-${script}-wght-normal.woff2`))
    const font = await subsetFont(source, text, { targetFormat: 'woff2', variationAxes: axes })
    await writeFile(`site/assets/${family}-${script}.woff2`, font)
    process.stdout.write(`${family}-${script}.woff2 ${font.length} bytes\n`)
  }
}
