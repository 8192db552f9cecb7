/** The limits of the data. Data within them is safe to serve on every surface in 256 MB. */
export const limits = {
  dataBytes: 4 * 2 ** 20,
  services: 2000,
  /** Of all topics together. */
  questions: 2000,
  /** Links in the header that site.json states. */
  menuEntries: 12,
  redirects: 2000,
  /** Of every other list, such as the categories or the tools of a service. */
  entries: 200,
  /** Different time zones of opening hours: the next dates of one take 4 ms of CPU time on Node.js 20. */
  timezones: 10,
  /** Characters, as JSON, of a field whose contents each business chooses. */
  freeFormLength: 20_000,
  /** Objects, lists, texts, numbers, booleans and nulls of one file. */
  values: 100_000,
  /** Nested objects and lists, because the checks of a value recurse once per level. */
  depth: 100,
  /** Characters of the name of a field. */
  fieldLength: 200
} as const
