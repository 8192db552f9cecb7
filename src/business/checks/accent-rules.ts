import { type Accents, neighbours, toLongForm } from '../accents.ts'
import { contrastOf, fromOklch, toOklch } from '../oklch.ts'
import type { Problem } from '../problem.ts'
import { colour } from '../schemas/patterns.ts'
import { type Find, problemOf, selectTexts } from '../select.ts'

/** WCAG 2.2, success criterion 1.4.3: contrast of text, level AA. A colour that meets it also meets the minimum of 3 for large text and controls. */
export const minContrast = 4.5

/** Returns the accents that people could not read on the pages of the site. */
export function checkAccents(find: Find): Problem[] {
  const modes = [
    ['accent', 'light', 'too light for a light page and white text on it'],
    ['accent_dark', 'dark', 'too dark for a dark page']
  ] as const
  return modes.flatMap(([field, mode, problem]) =>
    selectTexts(find(`site#/${field}`))
      .filter(({ value }) => new RegExp(colour.source).test(value))
      .flatMap((accent) => {
        const { contrast, neighbour } = findLowestContrast(accent.value, mode)
        if (contrast >= minContrast) return []
        const ratio = (Math.floor(contrast * 10) / 10).toFixed(1)
        const message = `is ${problem}: its contrast with ${neighbour} is ${ratio}, and must be at least ${minContrast} (WCAG AA)`
        const nearest = findNearestAccent(accent.value, mode)
        return [problemOf(accent, message, `The nearest colour that passes is "${nearest}".`)]
      })
  )
}

/** Returns the lowest contrast of an accent with the colours next to it, with the name and value of that colour. */
export function findLowestContrast(
  colour: string,
  mode: keyof Accents
): { contrast: number; name: string; neighbour: string } {
  const hex = toLongForm(colour)
  const contrasts = Object.entries(neighbours[mode]).map(([name, neighbour]) => ({
    contrast: contrastOf(hex, neighbour),
    name,
    neighbour
  }))
  return contrasts.reduce((lowest, next) => (next.contrast < lowest.contrast ? next : lowest))
}

/** Returns the accent of the same hue with the nearest lightness that has enough contrast (OKLCH). */
function findNearestAccent(colour: string, mode: keyof Accents): string {
  const { lightness, chroma, hue } = toOklch(toLongForm(colour))
  const step = mode === 'light' ? -0.002 : 0.002
  let nearest = toLongForm(colour)
  for (let count = 1; findLowestContrast(nearest, mode).contrast < minContrast; count += 1) {
    nearest = fromOklch({ lightness: lightness + count * step, chroma, hue })
  }
  return nearest
}
