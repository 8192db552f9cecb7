import { createHandler } from './handler.ts'
import { prepareHours } from './hours.ts'

// On Cloudflare's free plan, a request has 10 ms of CPU time. The start of an isolate does not count.
await prepareHours()

export default { fetch: createHandler(() => new Date()) }
