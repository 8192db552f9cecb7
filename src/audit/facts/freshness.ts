import type { SiteResponse } from '../client.ts'

const written = /"?(?:dateModified|last_updated)"?\s*:\s*"?(\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?)/

/** Returns when a response says that its content last changed, in ISO 8601; an empty text if it does not say it. */
export function readTime({ headers, text }: SiteResponse): string {
  const header = Date.parse(headers.get('last-modified') ?? '')
  return Number.isNaN(header) ? (written.exec(text)?.[1] ?? '') : new Date(header).toISOString()
}

/** Returns why a response is an old copy of the facts, which last changed at the time; an empty text if nothing shows it. */
export function explainStale(response: SiteResponse, changed: string): string {
  const age = Number(response.headers.get('age') ?? 0)
  if (age > 0) return `a cache has had the response for ${age} s`
  const time = readTime(response)
  const length = Math.min(time.length, changed.length)
  const isOlder = time !== '' && changed !== '' && time.slice(0, length) < changed.slice(0, length)
  return isOlder ? `the response is dated ${time}, and the API ${changed}` : ''
}
