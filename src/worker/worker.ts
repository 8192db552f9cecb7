import { createHandler } from './handler.ts'

/** The worker of Cloudflare: answers each request as the server would, from the files of an export. */
export default { fetch: createHandler(() => new Date()) }
