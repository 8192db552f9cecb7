// The most that the data may hold. Within these limits no data is heavy on any surface, in the memory of the container.

/** Of all data files together. */
export const maxDataBytes = 4 * 2 ** 20
export const maxServices = 2000
/** Of all topics together. */
export const maxQuestions = 2000
/** Of every other list, such as the categories, or the tools of a service. */
export const maxEntries = 200
/** Characters of a field whose contents are up to the business, written as JSON. */
export const maxFreeFormLength = 20_000

/** Objects, lists, texts, numbers, booleans and nulls of one file. */
export const maxValues = 100_000
/** Objects and lists inside one another: what checks a value descends one call a level. */
export const maxDepth = 100
/** Characters of the name of a field. */
export const maxFieldLength = 200

/** Problems that are located and listed; the rest are counted. */
export const maxProblems = 100
