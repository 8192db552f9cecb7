import { Signals } from './signals.ts'

const isCheck = process.argv.includes('--check')
// First: a signal that comes during the start, which mostly loads modules, must not end the process.
const signals = isCheck ? undefined : new Signals()

try {
  const { check, serve } = await import('./serve.ts')
  await (signals ? serve(signals) : check())
} catch (error) {
  // What the operator did is said in its lines, without a stack.
  process.stderr.write(`${Object(error).message}\n`)
  process.exit(1)
}
