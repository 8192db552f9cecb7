import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readFont } from './font.ts'

// The whole fonts of Google Fonts, because the renderer does not read the WOFF2 subsets of the pages.
const serif = new URL('../assets/frank-ruhl-libre.ttf', import.meta.url)
const sans = new URL('../assets/assistant.ttf', import.meta.url)

/** The files of both fonts, for the renderer. */
export const fontFiles = [serif, sans].map((file) => fileURLToPath(file))

/** The fonts of the pictures: one for the name, one for the tagline. */
export const fonts = {
  serif: readFont(readFileSync(serif), 'Frank Ruhl Libre', 500),
  sans: readFont(readFileSync(sans), 'Assistant', 400)
}
