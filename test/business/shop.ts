import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { dataWith, type Edits, editFiles, problems, problemsOf } from '../helper.ts'

/** The folder of a small business, so these tests do not depend on the sample in data/. */
export const shop = 'test/business/shop'

/** Returns a folder with a copy of the shop's data and the edits made in it. */
export const shopWith = (t: Test, edits: Edits): string => dataWith(t, edits, shop)

/** Returns the problems that the edits make, one line each, as `problems` of the helper does. */
export const shopProblems = (t: Test, edits: Edits): Promise<string[]> => problems(t, edits, undefined, shop)

/** Edits of the shop, and the end of each line that reports them: of none if they are correct. */
export type Mistake = [edits: Edits, endings: string | string[]]

/** Tests that edits cause exactly these lines. The line of a single edit begins with its place, unless the end is a whole line. */
export async function testMistakes(t: Test, mistakes: Mistake[]): Promise<void> {
  // One folder, because to create one takes longer than to check it.
  const folder = shopWith(t, {})
  const files = readdirSync(shop)
  for (const [edits, endings] of mistakes) {
    cpSync(shop, folder, { recursive: true })
    for (const name of readdirSync(folder)) if (!files.includes(name)) rmSync(join(folder, name))
    editFiles(folder, edits)
    const expected = [endings].flat()
    const [place = '', other] = Object.keys(edits)
    const start = other === undefined && place.includes('#') ? place.replace('#', '.json ') : ''
    const lines = (await problemsOf(folder)).map((line, index) => {
      const end = expected[index] ?? ''
      return line.endsWith(end) && (line.startsWith(start) || end.includes('.json ')) ? end : line
    })
    t.same(lines, expected, JSON.stringify(edits).slice(0, 200))
  }
}
