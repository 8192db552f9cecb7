import { parseArgs } from 'node:util'
import { fieldOf } from '../base/json-value.ts'
import { escapeControls, findNearest } from '../base/text.ts'

export interface Arguments {
  switches: Set<string>
  values: Record<string, string | undefined>
  operand: string | undefined
}

export interface Command {
  summary: string
  /** As the usage shows it: `<folder>` if it is required, `[URL]` if not. */
  operand?: string
  /** Summaries by name; a name with a placeholder, such as `host HOST`, has a value, and another one is a switch. */
  options?: Record<string, string>
  run: (args: Arguments) => Promise<void>
}

export const warn = (message: string): void => void process.stderr.write(`${escapeControls(message)}\n`)

/** A command that has no result: the process ends with exit code 2. */
export class CannotRunError extends Error {}

export class UsageError extends CannotRunError {}

export function findCommand(name: string, commands: Record<string, Command>): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return command
  const names = Object.keys(commands)
  const nearest = findNearest(name, names)
  const hint = nearest === undefined ? `The commands are ${names.join(', ')}.` : `Did you mean "${nearest}"?`
  throw new UsageError(`"${name}" is not a command. ${hint}`)
}

/** Throws a UsageError for an unknown option, a missing value or a second operand. */
export function parse(name: string, { operand, options = {} }: Command, args: string[]): Arguments {
  const { values, positionals } = parseStrictly(name, options, args)
  const given = Object.entries(values)
  const [empty] = given.find(([, value]) => value === '') ?? []
  if (empty !== undefined) throw mistake(name, `Option '--${empty} <value>' argument missing`)
  if (positionals[0] === '') throw mistake(name, 'The argument is empty')
  const extra = positionals[operand === undefined ? 0 : 1]
  if (extra !== undefined) throw mistake(name, `Unexpected argument "${extra}"`)
  return {
    switches: new Set(given.flatMap(([option, value]) => (value === true ? [option] : []))),
    values: Object.fromEntries(
      given.flatMap(([option, value]) => (typeof value === 'string' ? [[option, value]] : []))
    ),
    operand: positionals[0]
  }
}

function parseStrictly(name: string, options: NonNullable<Command['options']>, args: string[]) {
  const types = Object.keys(options).map((option) => {
    const [name = '', placeholder] = option.split(' ')
    return [name, { type: placeholder === undefined ? ('boolean' as const) : ('string' as const) }]
  })
  try {
    return parseArgs({ args, options: Object.fromEntries(types), allowPositionals: true })
  } catch (error) {
    // The first sentence names the option: "Unknown option '--jsn'".
    const [message = ''] = String(fieldOf(error, 'message')).split(/\.(?:\s|$)/)
    throw mistake(name, message)
  }
}

const program = 'business-facts'

const mistake = (name: string, message: string) =>
  new UsageError(`${message}. See ${program} ${name} --help.`)

export const describeCommands = (commands: Record<string, Command>): string =>
  [
    `Usage: ${program} <command> [options]`,
    '',
    'Commands:',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name}: ${summary}`),
    '',
    'Options:',
    '  --help: prints this text, or the options of a command',
    '  --version: prints the version',
    '',
    'Settings are environment variables, or lines of .env: docs/configuration.md in the package lists them.'
  ].join('\n')

export function describeCommand(name: string, { summary, operand, options = {} }: Command): string {
  const rows = Object.entries(options).map(([option, summary]) => `  --${option}: ${summary}`)
  const argument = operand === undefined ? '' : ` ${operand}`
  return [
    `Usage: ${program} ${name}${argument}${rows.length > 0 ? ' [options]' : ''}`,
    '',
    `${name}: ${summary}`,
    ...(rows.length > 0 ? ['', 'Options:', ...rows] : [])
  ].join('\n')
}
