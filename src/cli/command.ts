import { parseArgs } from 'node:util'
import { findNearest } from '../business/nearest.ts'

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

const suggest = (text: string, names: string[], otherwise: string) => {
  const nearest = findNearest(text, names)
  return nearest === undefined ? otherwise : `Did you mean "${nearest}"?`
}

/** Returns the command of this name; throws a UsageError with a suggestion if it does not exist. */
export function findCommand(name: string, commands: Record<string, Command>) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return { name, command }
  const kind = name.startsWith('-') ? 'option' : 'command'
  const names = kind === 'option' ? ['--help', '--version'] : Object.keys(commands)
  throw new UsageError(
    `"${name}" is not a known ${kind}. ${suggest(name, names, `Use ${listNames(names)}.`)}`
  )
}

const listNames = (names: string[]) => names.join(', ').replace(/, ([^,]*)$/, ' or $1')

/** Reads the arguments of a command; throws a UsageError for an unknown option, a missing value or a second operand. */
export function parse(name: string, { operand, options = {} }: Command, args: string[]): Arguments {
  const types = Object.entries(options).map(([option, { value }]) => [
    option,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) }
  ])
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(types),
    allowPositionals: true,
    strict: false,
    tokens: true
  })
  const found: Arguments = { switches: new Set(), values: {}, operand: undefined }
  for (const token of tokens) {
    if (token.kind === 'option') readOption(name, options, token, found)
    if (token.kind !== 'positional') continue
    if (operand === undefined || found.operand !== undefined) {
      const isSecond = operand !== undefined
      const allowed = isSecond ? `one ${operand.slice(1, -1)}` : 'no argument'
      throw new UsageError(`${name} takes ${allowed}, got "${token.value}"${isSecond ? ' too' : ''}.`)
    }
    found.operand = token.value
  }
  return found
}

function readOption(
  command: string,
  options: NonNullable<Command['options']>,
  { name, rawName, value }: { name: string; rawName: string; value: string | undefined },
  found: Arguments
) {
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (option === undefined) {
    const names = Object.keys(options).map((option) => `--${option}`)
    const hint = suggest(rawName, names, `See business-facts ${command} --help.`)
    throw new UsageError(`${rawName} is not an option of ${command}. ${hint}`)
  }
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value, got "${value}".`)
    found.switches.add(name)
  } else {
    if (!value || value.startsWith('-')) {
      throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value}.`)
    }
    found.values[name] = value
  }
}

const program = 'business-facts'

const formatRows = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join('\n')
}

/** Returns the list of commands for `--help`. */
export function describeCommands(commands: Record<string, Command>): string {
  const rows = Object.entries(commands).map(([name, { summary }]): [string, string] => [name, summary])
  return [
    `Usage: ${program} <command> [options]`,
    '',
    'Commands:',
    formatRows(rows),
    '',
    'Options:',
    formatRows([
      ['--help', 'prints this text, or the options of a command'],
      ['--version', 'prints the version']
    ]),
    '',
    'Settings are environment variables, or lines of .env: docs/configuration.md in the package lists them.'
  ].join('\n')
}

/** Returns the usage and the options of one command for its `--help`. */
export function describeCommand(name: string, { summary, operand, options = {} }: Command): string {
  const rows = Object.entries(options).map(([option, { value, summary }]): [string, string] => [
    value === undefined ? `--${option}` : `--${option} ${value}`,
    summary
  ])
  const argument = operand === undefined ? '' : ` ${operand}`
  return [
    `Usage: ${program} ${name}${argument}${rows.length > 0 ? ' [options]' : ''}`,
    '',
    `${name}: ${summary}`,
    ...(rows.length > 0 ? ['', 'Options:', formatRows(rows)] : [])
  ].join('\n')
}
