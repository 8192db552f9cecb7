import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

// A worker thread would inherit the hooks of tap, which take three times the CPU time of the thread
// itself, and more memory than its limit allows.
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(file, { execArgv: [], env: { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE: '' }, ...options })
  }
}
syncBuiltinESMExports()
