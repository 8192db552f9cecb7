// The limits of the data. Data within them is safe to serve on every surface in 256 MB.

/** Of all data files together. */
export const maxDataBytes = 4 * 2 ** 20
export const maxServices = 2000
/** Of all topics together. */
export const maxQuestions = 2000
/** Links in the header that site.json states. */
export const maxMenuEntries = 12
export const maxRedirects = 2000
/** Of every other list, such as the categories or the tools of a service. */
export const maxEntries = 200
/** Different time zones of opening hours: the next dates of one take 4 ms of CPU time on Node.js 20. */
export const maxTimezones = 10

/** Characters, as JSON, of a field whose contents each business chooses. */
export const maxFreeFormLength = 20_000

/** Objects, lists, texts, numbers, booleans and nulls of one file. */
export const maxValues = 100_000
/** Nested objects and lists, because the checks of a value recurse once per level. */
export const maxDepth = 100
/** Characters of the name of a field. */
export const maxFieldLength = 200

/** Problems that are located and listed; further ones are only counted. */
export const maxProblems = 100
