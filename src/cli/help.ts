import type { Command } from './command.ts'

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
