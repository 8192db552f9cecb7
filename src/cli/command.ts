/** An option of a command: a switch, or one with a value if `value` names it in the help. */
interface Option {
  summary: string
  value?: string
}

/** The arguments of a command: its switches that are given, the values of its other options, and its operand. */
export interface Arguments {
  switches: Set<string>
  values: Record<string, string | undefined>
  operand: string | undefined
}

/** A command: a row in the table of `cli.ts`. */
export interface Command {
  summary: string
  /** The positional argument as the usage shows it: `<folder>` if it is required, `[URL]` if not; without it, the command takes none. */
  operand?: string
  options?: Record<string, Option>
  /** Loads the code of the command lazily, so another command need not. */
  run: (args: Arguments) => Promise<void>
}

/** A command that has no result: the process ends with exit code 2. */
export class CannotRunError extends Error {}

/** A mistake in the arguments. */
export class UsageError extends CannotRunError {}
