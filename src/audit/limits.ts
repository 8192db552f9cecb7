/** How much of a site the audit reads. A site may be huge or hostile, and the audit must end within its memory. */
export const defaultLimits = {
  maxMinutes: 20,
  maxResponseSize: 20_000_000,
  /** The size of all responses together: each stays in memory, because several checks read it. */
  maxTotalSize: 200_000_000,
  maxSitemaps: 100,
  maxUrls: 200_000,
  /** The number of pages whose forms are examined, and of links that are followed, of each document. */
  maxSamples: 50,
  /** The number of operations of the API, with each id. */
  maxOperations: 5000,
  maxFacts: 5000,
  maxPages: 1000,
  /** The size of the HTML of all pages together, whose trees take about ten times the memory. */
  maxHtmlSize: 40_000_000,
  maxToolCalls: 3000
}
export type Limits = typeof defaultLimits

/** Returns a sentence if only the first of some things were examined, or none if all were. */
export const describeLimit = (examined: number, all: number, things: string): string[] =>
  examined < all ? [`The audit examined the first ${examined} of ${all} ${things}.`] : []
