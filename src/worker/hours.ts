import { createMidnights, loadTemporal, type Place, readHours } from '../business/opening-hours.ts'

/** Computes hours.json, its length in bytes and its entity tag once a day; `left` is in milliseconds until the next day of a place. */
export function createHours(places: Place[], now: () => Date) {
  const findMidnight = createMidnights(places)
  let last: { until: Date | undefined; body: string; length: number; etag: string } | undefined
  return async (mediaType: string) => {
    await loadTemporal()
    const time = now()
    const until = findMidnight(time)
    if (last === undefined || last.until !== until) {
      const body = JSON.stringify(readHours(places, time))
      const { length } = new TextEncoder().encode(body)
      last = { until, body, length, etag: await createEtag(mediaType, body) }
    }
    return { ...last, left: Number(until) - time.getTime() }
  }
}

/** As `createEtag` of the server, which uses Node.js, for a body without a content encoding. */
async function createEtag(mediaType: string, body: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${mediaType}\n${body}`))
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)))
  return `"${text.slice(0, 22).replaceAll('+', '-').replaceAll('/', '_')}"`
}
