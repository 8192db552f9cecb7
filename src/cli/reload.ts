import { UsageError } from './command.ts'

/** Is not written yet. */
export async function run() {
  throw new UsageError('reload does not exist yet.')
}
