import { findLowestContrast, findNearestAccent, minContrast } from '../accents.ts'
import type { Problem } from '../problem.ts'
import { colour } from '../schemas/patterns.ts'
import { type Find, problemOf, selectTexts } from '../select.ts'

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
