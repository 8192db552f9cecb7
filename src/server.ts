// The entry point of 1.0.0, which keeps working.
import { run } from './cli/cli.ts'

await run([process.argv.includes('--check') ? 'check' : 'serve'])
