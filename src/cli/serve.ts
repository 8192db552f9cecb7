import { Signals } from '../signals.ts'

/** Serves until a signal stops the process. */
export async function run() {
  // Created first: a signal during the start, which mostly loads modules, must not end the process.
  const signals = new Signals()
  const { serve } = await import('../serve.ts')
  await serve(signals)
}
