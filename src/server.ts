import { Signals } from './signals.ts'

const isCheck = process.argv.includes('--check')
// Created first: a signal during the start, which mostly loads modules, must not end the process.
const signals = isCheck ? undefined : new Signals()

try {
  const { check, serve } = await import('./serve.ts')
  await (signals ? serve(signals) : check())
} catch (error) {
  // The message is enough for the operator; a stack would hide it.
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}

function messageOf(error: unknown): string {
  /* c8 ignore next: everything that the start throws is an Error */
  if (!(error instanceof Error)) return String(error)
  if (!('code' in error && error.code === 'EADDRINUSE' && 'port' in error)) return error.message
  const setting = String(error.port) === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT'
  return `Port ${error.port} is already in use. Set ${setting} to another port.`
}
