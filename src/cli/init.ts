import { type Arguments, UsageError } from './command.ts'

/** Is not written yet. */
export async function run(_: Arguments) {
  throw new UsageError('init does not exist yet.')
}
