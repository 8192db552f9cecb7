import type { Test } from 'tap'
import { dataWith, type Edits, problems } from '../helper.ts'

/** The folder of a small business, so these tests do not depend on the sample in data/. */
export const shop = 'test/business/shop'

/** Returns a folder with a copy of the shop's data and the edits made in it. */
export const shopWith = (t: Test, edits: Edits): string => dataWith(t, edits, shop)

/** Returns the problems that the edits make, one line each, as `problems` of the helper does. */
export const shopProblems = (t: Test, edits: Edits): Promise<string[]> => problems(t, edits, undefined, shop)
