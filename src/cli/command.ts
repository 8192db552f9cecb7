import { escapeControls } from '../base/text.ts'

export interface Arguments {
  /** The values of the options that are given; a switch has `true`. */
  values: Record<string, string | undefined>
  /** Empty if it is not given, which only audit allows. */
  operand: string
}

export const warn = (message: string): void => void process.stderr.write(`${escapeControls(message)}\n`)

/** A command that has no result: the process ends with exit code 2. */
export class CannotRunError extends Error {}

export class UsageError extends CannotRunError {}
