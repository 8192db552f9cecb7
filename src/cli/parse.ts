import { parseArgs } from 'node:util'
import { findNearest } from '../business/nearest.ts'
import { type Arguments, type Command, UsageError } from './command.ts'

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
