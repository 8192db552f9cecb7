import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { dataWith, type Edits, editFiles, problemsOf } from '../helper.ts'

/** The folder of a small business, so these tests do not depend on the sample in data/. */
export const shop = 'test/business/shop'

/** Returns a folder with a copy of the shop's data and the edits made in it. */
export const shopWith = (t: Test, edits: Edits): string => dataWith(t, edits, shop)

/** Returns the problems that the edits make, one line each. */
export const shopProblems = (t: Test, edits: Edits, imageDir?: string): Promise<string[]> =>
  problemsOf(shopWith(t, edits), undefined, imageDir)

/** Edits of the shop, and the end of each line that reports them: of none if they are correct. */
export type Mistake = [edits: Edits, endings: string | string[]]

/** Returns mistakes by the end of the one line that reports them. */
export const byLine = (mistakes: Record<string, Edits | Edits[]>): Mistake[] =>
  Object.entries(mistakes).flatMap(([line, edits]) => [edits].flat().map((one): Mistake => [one, line]))

/** Returns a function that makes edits in a copy of the shop's data, always in one folder, because a new one takes time. */
export function openShop(t: Test): (edits: Edits) => string {
  const folder = shopWith(t, {})
  let edited: string[] = []
  return (edits) => {
    for (const file of edited) {
      if (existsSync(join(shop, file))) copyFileSync(join(shop, file), join(folder, file))
      else rmSync(join(folder, file))
    }
    edited = [...new Set(Object.keys(edits).map((place) => place.replace(/(#.*)?$/, '.json')))]
    editFiles(folder, edits)
    return folder
  }
}

/** Tests that edits cause exactly these lines, which are problems if no other function reads them. The line of a single edit begins with its place, unless the end is a whole line. */
export async function testMistakes(
  t: Test,
  mistakes: Mistake[],
  read: (dataDir: string) => Promise<string[]> = problemsOf
): Promise<void> {
  const edit = openShop(t)
  for (const [edits, endings] of mistakes) {
    const expected = [endings].flat()
    const [place = '', other] = Object.keys(edits)
    const start = other === undefined && place.includes('#') ? place.replace('#', '.json ') : ''
    const lines = (await read(edit(edits))).map((line, index) => {
      const end = expected[index] ?? ''
      return line.endsWith(end) && (line.startsWith(start) || end.includes('.json ')) ? end : line
    })
    t.same(lines, expected, JSON.stringify(edits).slice(0, 200))
  }
}
