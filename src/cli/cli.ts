import { readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { codeOf, fieldOf } from '../base/json-value.ts'
import { findNearest } from '../base/text.ts'
import type { Config } from '../config.ts'
import { catchSignals } from '../signals.ts'
import { version } from '../version.ts'
import { type Arguments, CannotRunError, readSettings, UsageError, warn } from './command.ts'

interface Command {
  summary: string
  /** As the usage shows it: `<folder>` if it is required, `[URL]` if not. */
  operand?: string
  /** Summaries by name; a name with a placeholder, such as `host HOST`, has a value, and another one is a switch. */
  options?: Record<string, string>
  run: (args: Arguments) => Promise<void>
}

const commands: Record<string, Command> = {
  init: {
    summary: 'writes a new folder for a business',
    operand: '<folder>',
    options: {
      'example NAME': 'begins with an example: bicycle-workshop, dental-clinic, piano-tuner',
      'language CODE': 'the language of the business, such as en-GB, he or de (default: en)',
      'name NAME': 'the name of the business (default: the name of the folder)',
      'currency CODE': 'the currency of its prices, such as EUR (default: from the language)',
      'host HOST': 'adds the workflow that publishes the site without a server: cloudflare, github-pages'
    },
    run: async (args) => (await import('./init.ts')).run(args)
  },
  'add-host': {
    summary: 'adds the workflow that publishes the folder without a server: cloudflare, github-pages',
    operand: '<host>',
    run: withSettings(async () => (await import('./init.ts')).addHost)
  },
  serve: {
    summary: 'serves the folder; SIGHUP reloads it, SIGTERM stops the server',
    run: async () => {
      // Created first: a signal during the start, which mostly loads modules, must not end the process.
      const signals = catchSignals()
      const config = readSettings()
      const { serve } = await import('../serve.ts')
      await serve(config, signals)
    }
  },
  dev: {
    summary: 'serves the folder for editing',
    run: async () => {
      // Drafts are not for the network.
      const config = readSettings({ ...process.env, HOST: process.env.HOST || '127.0.0.1' })
      await (await import('../dev/dev.ts')).serveForEditing(config)
    }
  },
  check: {
    summary: 'checks the data and your pages',
    run: withSettings(async () => (await import('./check.ts')).run)
  },
  reload: {
    summary: 'tells the running server to publish an edit',
    run: async () => (await import('./reload.ts')).run()
  },
  audit: {
    summary: 'checks whether a site or an exported folder keeps the contract; without them, this folder',
    operand: '[URL or folder]',
    options: {
      json: 'prints the report as JSON',
      facts: 'looks for each fact of the API on every other surface of the site'
    },
    run: async (args) => (await import('./audit.ts')).run(args)
  },
  export: {
    summary: 'writes the site as files for a static host',
    operand: '<folder>',
    options: {
      'host HOST': 'cloudflare, to write the worker of Cloudflare too',
      'date DATE': 'the date that the files have, such as 2027-01-31 (default: today)'
    },
    run: withSettings(async () => (await import('./export.ts')).run)
  },
  registry: {
    summary: 'prints the server.json for the MCP registry',
    run: withSettings(async () => (await import('./registry.ts')).run)
  }
}

/** Runs the command that the arguments name. Resolves with an exit code if it fails: with 2 if it has no result. */
export const run = (args: string[]): Promise<1 | 2 | undefined> =>
  dispatch(args).then(
    () => undefined,
    (error: unknown) => {
      // The message is enough for the operator; a stack would hide it.
      warn(String(fieldOf(error, 'message')))
      return error instanceof CannotRunError ? 2 : 1
    }
  )

async function dispatch([name, ...rest]: string[]): Promise<void> {
  if (name === '--version') return print(version)
  if (name === undefined) throw new UsageError(`The command is missing.\n\n${describeCommands()}`)
  if (name === '--help' || name === '-h' || name === 'help') return print(describeCommands())
  const command = findCommand(name)
  if (rest.includes('--help') || rest.includes('-h')) return print(describeCommand(name, command))
  const given = parse(name, command, rest)
  addEnvFile()
  return command.run(given)
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

/** Reads the settings before it loads the modules of a command, so a mistake is reported at once. */
function withSettings(
  load: () => Promise<(config: Config, args: Arguments) => Promise<void>>
): Command['run'] {
  return async (args) => {
    const config = readSettings()
    await (await load())(config, args)
  }
}

function findCommand(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return command
  const names = Object.keys(commands)
  const nearest = findNearest(name, names)
  const hint = nearest === undefined ? `The commands are ${names.join(', ')}.` : `Did you mean "${nearest}"?`
  throw new UsageError(`"${name}" is not a command. ${hint}`)
}

/** Throws a UsageError for an unknown option, a missing value or operand, or a second operand. */
function parse(name: string, { operand, options = {} }: Command, args: string[]): Arguments {
  const { values: given, positionals } = parseStrictly(name, options, args)
  const values = Object.fromEntries(Object.entries(given).map(([option, value]) => [option, String(value)]))
  const empty = Object.keys(values).find((option) => values[option] === '')
  if (empty !== undefined) throw createUsageError(name, `Option '--${empty} <value>' argument missing`)
  if (operand?.startsWith('<') && positionals.length === 0)
    throw createUsageError(name, `The ${operand} is missing from the command`)
  if (positionals[0] === '') throw createUsageError(name, 'The argument is empty')
  const extra = positionals[operand === undefined ? 0 : 1]
  if (extra !== undefined) throw createUsageError(name, `Unexpected argument "${extra}"`)
  return { values, operand: positionals[0] ?? '' }
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
    throw createUsageError(name, message)
  }
}

const program = 'business-facts'

const createUsageError = (name: string, message: string) =>
  new UsageError(`${message}. See ${program} ${name} --help.`)

const describeCommands = (): string => `Usage: ${program} <command> [options]

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name}: ${summary}`)
  .join('\n')}

Options:
  --help: prints this text, or the options of a command
  --version: prints the version

Settings are environment variables, or lines of .env: docs/configuration.md in the package lists them.`

function describeCommand(name: string, { summary, operand, options = {} }: Command): string {
  const rows = Object.entries(options).map(([option, summary]) => `  --${option}: ${summary}`)
  const argument = operand === undefined ? '' : ` ${operand}`
  return [
    `Usage: ${program} ${name}${argument}${rows.length > 0 ? ' [options]' : ''}`,
    '',
    `${name}: ${summary}`,
    ...(rows.length > 0 ? ['', 'Options:', ...rows] : [])
  ].join('\n')
}

const envFile = '.env'

/** The values of the environment win. Throws one line if the file cannot be read, or if a line is not an assignment. */
function addEnvFile(): void {
  const text = readEnvFile()
  checkLines(text)
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value
}

function readEnvFile(): string {
  try {
    // Node.js 20 counts a tab, and the end of a line of spaces, as part of the next name.
    return readFileSync(envFile, 'utf8').replace(/^[\uFEFF \t]+/gm, '')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return ''
    throw new Error(
      `${envFile}: cannot be read (${code}). Allow the user of the server to read it, or delete it.`
    )
  }
}

// A comment, or an assignment, whose value may have several lines in quotation marks.
const understood = /^(?:#.*|(?:export )?[A-Za-z_][\w.-]* *=[ \t]*(?:(["'`])[\s\S]*?\1.*|[^\s"'`].*)?)$/gm

// Node.js ignores a line that it does not understand, so a setting would be lost silently.
function checkLines(text: string): void {
  const lines = text.replace(understood, (lines) => lines.replace(/.+/g, '')).split('\n')
  const [index, line] = [...lines.entries()].find(([, line]) => line.trim() !== '') ?? []
  if (index === undefined) return
  const [, quote] = /=\s*(["'`])/.exec(String(line)) ?? []
  throw new Error(
    quote === undefined
      ? `${envFile}:${index + 1}: must be NAME=value, got "${String(line).trim().slice(0, 40)}". Correct the line, or start it with #.`
      : `${envFile}:${index + 1}: a value has no ${quote} at its end. Write it there, or delete the first one.`
  )
}
