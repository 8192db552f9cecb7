import { escapeControls } from '../base/text.ts'
import { type Config, checkFolders, readConfig } from '../config.ts'

export interface Arguments {
  /** The values of the options that are given; a switch has `true`. */
  values: Record<string, string | undefined>
  /** Empty if it is not given, which only audit allows. */
  operand: string
}

/** Throws if a setting is wrong or a folder cannot be read. */
export function readSettings(environment = process.env): Config {
  const config = readConfig(environment)
  checkFolders(config)
  return config
}

export const warn = (message: string): void => void process.stderr.write(`${escapeControls(message)}\n`)

/** A command that has no result: the process ends with exit code 2. */
export class CannotRunError extends Error {}

export class UsageError extends CannotRunError {}
