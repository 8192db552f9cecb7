import { UsageError } from './command.ts'

/** Is not written yet. */
export async function run() {
  throw new UsageError('dev does not exist yet.')
}
