import {
  createMidnights,
  findNextMidnight,
  loadTemporal,
  type Place,
  readHours
} from '../business/opening-hours.ts'

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

/** Computes the hours of any place, because the time arithmetic takes long when it is first used. */
export async function prepareHours(): Promise<void> {
  const opening_hours = [{ day: 'sunday', opens: '09:00', closes: '17:00' } as const]
  const places = [{ id: '', timezone: 'Europe/London', opening_hours }]
  const time = new Date(0)
  await loadTemporal()
  readHours(places, time)
  findNextMidnight(places, time)
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
