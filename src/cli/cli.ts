import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { codeOf, fieldOf } from '../base/json-value.ts'
import type { Config } from '../config.ts'
import { catchSignals } from '../signals.ts'
import { version } from '../version.ts'
import {
  CannotRunError,
  type Command,
  describeCommand,
  describeCommands,
  findCommand,
  parse,
  UsageError,
  warn
} from './command.ts'

export const commands: Record<string, Command> = {
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
    run: async (args) => (await import('./init.ts')).addHost(args, await readSettings())
  },
  serve: {
    summary: 'serves the folder; SIGHUP reloads it, SIGTERM stops the server',
    run: async () => {
      // Created first: a signal during the start, which mostly loads modules, must not end the process.
      const signals = catchSignals()
      const config = await readSettings()
      const { serve } = await import('../serve.ts')
      await serve(config, signals)
    }
  },
  dev: {
    summary: 'serves the folder for editing',
    run: async () => {
      // Drafts are not for the network.
      const config = await readSettings({ ...process.env, HOST: process.env.HOST || '127.0.0.1' })
      await (await import('../dev/dev.ts')).serveForEditing(config)
    }
  },
  check: {
    summary: 'checks the data and your pages',
    run: async () => {
      const config = await readSettings()
      await (await import('./check.ts')).run(config)
    }
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
    run: async (args) => {
      const { checkArguments, run } = await import('./export.ts')
      const options = checkArguments(args, process.env)
      await run(await readSettings(), options)
    }
  },
  registry: {
    summary: 'prints the server.json for the MCP registry',
    run: async () => {
      const config = await readSettings()
      print(await (await import('./registry.ts')).createServerJson(config))
    }
  }
}

/** Reads the settings and checks their folders. A command loads its other modules later, so a mistake is reported at once. */
async function readSettings(environment = process.env): Promise<Config> {
  const { checkFolders, readConfig } = await import('../config.ts')
  const config = readConfig(environment)
  checkFolders(config)
  return config
}

/** Runs the command that the arguments name. If it has no result, ends the process with 2, and for another failure with 1. */
export async function run(args: string[]) {
  await dispatch(args).catch((error: unknown) => {
    // The message is enough for the operator; a stack would hide it.
    warn(String(fieldOf(error, 'message')))
    process.exit(error instanceof CannotRunError ? 2 : 1)
  })
}

async function dispatch([name, ...rest]: string[]): Promise<void> {
  if (name === '--version') return print(version)
  if (name === undefined) throw new UsageError(`The command is missing.\n\n${describeCommands(commands)}`)
  if (name === '--help' || name === '-h' || name === 'help') return print(describeCommands(commands))
  const command = findCommand(name, commands)
  if (rest.includes('--help') || rest.includes('-h')) return print(describeCommand(name, command))
  const given = parse(name, command, rest)
  addEnvFile(process.env)
  return command.run(given)
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

const assignment = /^\s*(?:export\s+)?[A-Za-z_][A-Za-z0-9_.-]*\s*=\s*(.*)$/

/** The values of the environment win. Throws one line if the file cannot be read, or if a line is not an assignment. */
export function addEnvFile(environment: NodeJS.ProcessEnv, file = '.env'): void {
  const text = readText(file)
  if (text === undefined) return
  checkLines(text, file)
  for (const [name, value] of Object.entries(parseEnv(text))) environment[name] ??= value
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return undefined
    throw new Error(
      `${file}: cannot be read (${code}). Allow the user of the server to read it, or delete it.`
    )
  }
}

// Node.js ignores a line that it does not understand, so a setting would be lost silently.
function checkLines(text: string, file: string): void {
  let openQuote: string | undefined
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (openQuote !== undefined) {
      if (line.includes(openQuote)) openQuote = undefined
      continue
    }
    if (/^\s*(#|$)/.test(line)) continue
    const [, value] = assignment.exec(line) ?? []
    if (value === undefined)
      throw new Error(
        `${file}:${index + 1}: must be NAME=value, got "${line.trim().slice(0, 40)}". Correct the line, or start it with #.`
      )
    const [quote = ''] = value
    if (/["'`]/.test(quote) && !value.slice(1).includes(quote)) openQuote = quote
  }
  if (openQuote !== undefined) throw new Error(`${file}: a quotation mark ${openQuote} is not closed.`)
}
