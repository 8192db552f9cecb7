import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

// A worker thread inherits the hooks of tap, which collect coverage. They take four times the CPU time of the thread's
// own start, and more memory than its limit allows.
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(file, { execArgv: process.execArgv.filter((argument) => !argument.includes('tap')), ...options })
  }
}
syncBuiltinESMExports()
