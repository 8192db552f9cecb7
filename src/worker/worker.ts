import { loadTemporal } from '../business/opening-hours.ts'
import { createHandler } from './handler.ts'

// The start of an isolate takes no time of a request.
await loadTemporal()

/** The worker of Cloudflare: answers each request as the server would, from the files of an export. */
export default { fetch: createHandler(() => new Date()) }
