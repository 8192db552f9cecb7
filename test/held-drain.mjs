import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

// Loaded into the process of a test: its drain ends at a signal, however long the requests of the test take.
const released = once(process, 'SIGUSR2')
timers.setTimeout = async () => {
  await released
}
syncBuiltinESMExports()
