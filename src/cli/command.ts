import { parseArgs } from 'node:util'
import { escapeControls, findNearest } from '../base/text.ts'

/** An option of a command: a switch, or one with a value if `value` names it in the help. */
interface Option {
  summary: string
  value?: string
}

export interface Arguments {
  switches: Set<string>
  values: Record<string, string | undefined>
  operand: string | undefined
}

export interface Command {
  summary: string
  /** The positional argument as the usage shows it: `<folder>` if it is required, `[URL]` if not; without it, the command takes none. */
  operand?: string
  options?: Record<string, Option>
  /** Loads the code of the command lazily, so another command need not. */
  run: (args: Arguments) => Promise<void>
}

export const warn = (message: string): void => void process.stderr.write(`${escapeControls(message)}\n`)

/** A command that has no result: the process ends with exit code 2. */
export class CannotRunError extends Error {}

export class UsageError extends CannotRunError {}

const suggest = (text: string, names: string[], otherwise: string) => {
  const nearest = findNearest(text, names)
  return nearest === undefined ? otherwise : `Did you mean "${nearest}"?`
}

/** Throws a UsageError with a suggestion if the command does not exist. */
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
  const { values, positionals } = parseStrictly(name, options, args)
  const given = Object.entries(values)
  const texts = given.flatMap(([option, value]): [string, string][] =>
    typeof value === 'string' ? [[option, value]] : []
  )
  for (const [option, text] of texts) if (text === '') throw mistakeIn(name, options, `--${option}`)
  const extra = positionals[operand === undefined ? 0 : 1]
  if (extra !== undefined)
    throw new UsageError(
      operand === undefined
        ? `${name} takes no argument, got "${extra}".`
        : `${name} takes one ${operand.slice(1, -1)}, got "${extra}" too.`
    )
  return {
    switches: new Set(given.flatMap(([option, value]) => (value === true ? [option] : []))),
    values: Object.fromEntries(texts),
    operand: positionals[0]
  }
}

type Options = NonNullable<Command['options']>

function parseStrictly(name: string, options: Options, args: string[]) {
  const types = Object.entries(options).map(([option, { value }]) => [
    option,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) }
  ])
  try {
    return parseArgs({ args, options: Object.fromEntries(types), allowPositionals: true })
  } catch (error) {
    // Every message of parseArgs begins with the option: "Unknown option '--jsn'".
    /* c8 ignore next 2: that is so in each version of Node.js that the server supports */
    const [, option = ''] = /'(-[^' ]*)/.exec(String(error)) ?? []
    throw mistakeIn(name, options, option)
  }
}

function mistakeIn(command: string, options: Options, written: string): UsageError {
  const [, option] = Object.entries(options).find(([name]) => `--${name}` === written) ?? []
  if (option !== undefined)
    return new UsageError(
      option.value === undefined
        ? `${written} takes no value.`
        : `${written} needs a value: ${written} ${option.value}.`
    )
  const names = Object.keys(options).map((name) => `--${name}`)
  const hint = suggest(written, names, `See business-facts ${command} --help.`)
  return new UsageError(`${written} is not an option of ${command}. ${hint}`)
}

const program = 'business-facts'

const formatRows = (rows: [string, string][]) => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join('\n')
}

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
