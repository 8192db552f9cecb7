#!/usr/bin/env -S node --max-semi-space-size=4 --heap-growing-percent=25
// The executable of the package, with the flags of `npm start`: V8 reads the first one only at its start.
import { run } from './cli/cli.ts'

await run(process.argv.slice(2))
