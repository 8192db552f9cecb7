import { createHandler } from './handler.ts'
import { prepareHours } from './hours.ts'

// A request has 10 ms of CPU time on Cloudflare's free plan, and the start of an isolate has a second.
await prepareHours()

/** The worker of Cloudflare: answers each request as the server would, from the files of an export. */
export default { fetch: createHandler(() => new Date()) }
