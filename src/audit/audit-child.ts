import { audit, describeError, listChecks, type Message } from './audit.ts'
import { openExport } from './exported-site.ts'

const [, , origin = '', options = ''] = process.argv
const { hasFacts, folder } = JSON.parse(options)
const send = (message: Message) => new Promise((resolve) => process.send?.(message, resolve))

// The process that waits for the results has ended.
process.once('disconnect', process.exit)
const failure = await audit(origin, {
  checks: listChecks(hasFacts),
  fetch: (await openExport(folder))?.fetch,
  onResult: (index, result, requests) => void send({ index, result, requests })
}).then(() => undefined, describeError)
await send({ failure })
process.exit()
