import { audit, type Message } from './audit.ts'
import { checks } from './checks/checks.ts'
import { openExport } from './exported-site.ts'
import { factChecks } from './facts/fact-checks.ts'
import { describeError } from './problems.ts'

const [, , origin = '', options = ''] = process.argv
const { hasFacts, folder } = JSON.parse(options)
const all = hasFacts ? [...checks, ...factChecks] : checks
const send = (message: Message) => new Promise((resolve) => process.send?.(message, resolve))

// The process that waits for the results has ended.
process.once('disconnect', process.exit)
void send({ rows: all.map(({ run: _run, ...row }) => row) })
const failure = await audit(origin, {
  checks: all,
  fetch: (await openExport(folder))?.fetch,
  onResult: (index, result, requests) => void send({ index, result, requests })
}).then(() => undefined, describeError)
await send({ failure })
process.exit()
