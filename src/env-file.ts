import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { codeOf } from './business/error-code.ts'

const assignment = /^\s*(?:export\s+)?[A-Za-z_][A-Za-z0-9_.-]*\s*=\s*(.*)$/

/**
 * Adds the settings of a file such as `.env` to the environment, whose own values win. Does nothing if the file is
 * missing; throws one line if it cannot be read, or if a line is not an assignment.
 */
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
    const [, value = ''] = assignment.exec(line) ?? fail(line, `${file}:${index + 1}`)
    const [quote = ''] = value
    if (/["'`]/.test(quote) && !value.slice(1).includes(quote)) openQuote = quote
  }
  if (openQuote !== undefined) throw new Error(`${file}: a quotation mark ${openQuote} is not closed.`)
}

function fail(line: string, where: string): never {
  throw new Error(
    `${where}: must be NAME=value, got "${line.trim().slice(0, 40)}". Correct the line, or start it with #.`
  )
}
