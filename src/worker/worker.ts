import { createHandler } from './handler.ts'

export default { fetch: createHandler(() => new Date()) }
