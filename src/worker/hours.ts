import { createMidnights, loadTemporal, type Place, readHours } from '../business/opening-hours.ts'

/** Computes the body of hours.json and its entity tag once a day; `left` is in milliseconds until the next day of a place. */
export function createHours(places: Place[], now: () => Date) {
  const findMidnight = createMidnights(places)
  let last: { until: Date | undefined; content: Uint8Array<ArrayBuffer>; etag: string } | undefined
  return async (mediaType: string) => {
    await loadTemporal()
    const time = now()
    const until = findMidnight(time)
    if (last === undefined || last.until !== until) {
      const content = new TextEncoder().encode(JSON.stringify(readHours(places, time)))
      last = { until, content, etag: await createEtag(mediaType, content) }
    }
    return { ...last, left: Number(until) - time.getTime() }
  }
}

/** As `createEtag` of the server, which uses Node.js, for a body without a content encoding. */
async function createEtag(mediaType: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const tagged = await new Blob([`${mediaType}\n`, content]).arrayBuffer()
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', tagged))
  const text = btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  return `"${text.slice(0, 22)}"`
}
