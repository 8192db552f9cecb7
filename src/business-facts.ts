#!/usr/bin/env -S node --max-semi-space-size=4 --heap-growing-percent=25
// The executable of the package, with the flags of `npm start`: V8 reads the first one only at its start.
const code = await import('./cli/cli.ts').then(
  ({ run }) => run(process.argv.slice(2)),
  ({ message }: Error) => {
    process.stderr.write(`${message}\n`)
    return 1
  }
)
// A command that failed may have left a thread or a connection.
if (code !== undefined) process.exit(code)
