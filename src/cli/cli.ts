import { checkFolders } from '../check-folders.ts'
import type { Config } from '../config.ts'
import { addEnvFile } from '../env-file.ts'
import { Signals } from '../signals.ts'
import { version } from '../version.ts'
import {
  CannotRunError,
  type Command,
  describeCommand,
  describeCommands,
  findCommand,
  parse,
  UsageError
} from './command.ts'

/** The commands, in the order of the help. */
export const commands: Record<string, Command> = {
  init: {
    summary: 'writes a new folder for a business',
    operand: '<folder>',
    options: {
      example: {
        value: 'NAME',
        summary: 'begins with an example: bicycle-workshop, dental-clinic, piano-tuner'
      },
      language: {
        value: 'CODE',
        summary: 'the language of the business, such as en-GB, he or de (default: en)'
      },
      name: { value: 'NAME', summary: 'the name of the business (default: the name of the folder)' },
      currency: {
        value: 'CODE',
        summary: 'the currency of its prices, such as EUR (default: USD, or ILS in Hebrew)'
      }
    },
    run: async (args) => (await import('./init.ts')).run(args)
  },
  serve: {
    summary: 'serves the folder; SIGHUP reloads it, SIGTERM stops the server',
    run: async () => {
      // Created first: a signal during the start, which mostly loads modules, must not end the process.
      const signals = new Signals()
      const config = await readSettings()
      const { serve } = await import('../serve.ts')
      await serve(config, signals)
    }
  },
  dev: {
    summary: 'serves the folder for editing',
    run: async () => {
      const config = await readSettings()
      await (await import('./dev.ts')).run(config)
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
    summary: 'audits a site as AI-readiness scanners do; without a URL, the folder',
    operand: '[URL]',
    options: {
      json: { summary: 'prints the report as JSON' },
      pages: { value: 'NUMBER', summary: 'samples this many pages (default: 20)' },
      facts: { summary: 'looks for each fact of the API on every other surface of the site' },
      threshold: {
        value: 'PERCENT',
        summary: 'passes if at least this percentage of the checks passes, and no fact differs'
      },
      summary: { value: 'FILE', summary: 'appends the report to a file as Markdown' }
    },
    run: async (args) => (await import('./audit.ts')).run(args)
  }
}

/** Reads the settings and checks their folders. A command loads its other modules later, so a mistake is reported at once. */
async function readSettings(): Promise<Config> {
  const { readConfig } = await import('../config.ts')
  const config = readConfig(process.env)
  checkFolders(config)
  return config
}

/** Runs the command that the arguments name. Ends the process with 2 if it has no result, as for a mistake in them, else with 1 for a failure. */
export async function run(args: string[]) {
  try {
    await dispatch(args)
  } catch (error) {
    // The message is enough for the operator; a stack would hide it.
    process.stderr.write(`${messageOf(error)}\n`)
    process.exit(error instanceof CannotRunError ? 2 : 1)
  }
}

async function dispatch([first, ...rest]: string[]): Promise<void> {
  if (first === '--version') return print(version)
  if (first === undefined) throw new UsageError(`The command is missing.\n\n${describeCommands(commands)}`)
  if (first === '--help' || first === '-h' || first === 'help') return print(describeCommands(commands))
  const { name, command } = findCommand(first, commands)
  if (rest.includes('--help') || rest.includes('-h')) return print(describeCommand(name, command))
  const given = parse(name, command, rest)
  addEnvFile(process.env)
  return command.run(given)
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

function messageOf(error: unknown): string {
  /* c8 ignore next: everything that a command throws is an Error */
  if (!(error instanceof Error)) return String(error)
  return error.message
}
