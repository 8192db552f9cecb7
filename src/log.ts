import { pino } from 'pino'
import { escapeControls } from './base/text.ts'

// Bytes of lines that wait to be written; more are dropped.
const maxWaitingBytes = 2 ** 20

const maxTextLength = 1024

// A client may send texts of any length.
const clip = (text: unknown) =>
  typeof text === 'string' && text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text

/** Omits the fields of an error that may contain a copy of the whole request. */
function serializeError(thrown: unknown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { type, message, code, stack } = pino.stdSerializers.err(error)
  // The stack begins with the message, which may be long enough to push out the rest.
  return { type, message: clip(message), ...(code && { code }), stack: clip(stack.replace(message, '')) }
}

/** If a line cannot be written (disk full, reader gone), it waits, and follows with the first line that can be written. */
export function createLogger(
  level: string,
  { fd, isTTY }: { fd: number; isTTY: boolean } = process.stdout,
  isForPeople = isTTY
) {
  const destination = pino.destination({ fd, sync: true, maxLength: maxWaitingBytes })
  destination.on('error', () => {})
  // Every line is written at once. flushSync would retry endlessly if a line cannot be written (sonic-boom 4.2).
  destination.flushSync = () => {}
  // See https://no-color.org.
  const { NO_COLOR, TERM } = process.env
  const isColoured = isTTY && !NO_COLOR && TERM !== 'dumb'
  const text = { write: (line: string) => destination.write(formatForPeople(line, isColoured)) }
  // JSON may contain characters that control a terminal: pino escapes only those below U+0020.
  const hooks = { streamWrite: escapeControls }
  const options = { level, hooks, serializers: { err: serializeError, ip: clip, url: clip, agent: clip } }
  return pino(options, isForPeople ? text : destination)
}

// Other levels have the colour of the time.
const colours: Record<string, string> = { info: '32', warn: '33', error: '31', fatal: '31' }

function formatForPeople(line: string, isColoured: boolean): string {
  const { level, time, msg, pid: _pid, hostname: _hostname, err, problems, ...fields } = JSON.parse(line)
  const name = pino.levels.labels[level] ?? String(level)
  const paint = (code: string, text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)
  const clock = new Date(time).toTimeString().slice(0, 8)
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
  const details = [
    ...(problems ?? []),
    ...(err ? [`${err.type}: ${err.message}`, ...err.stack.split('\n').slice(1)] : [])
  ].map((detail) => `    ${makeSafe(detail)}\n`)
  const event = `${paint('90', clock)} ${paint(colours[name] ?? '90', name.padEnd(5))} ${makeSafe(msg)}`
  return `${event}${paint('90', makeSafe(pairs.join('')))}\n${details.join('')}`
}

// A text of a client or a file must not control the terminal.
const makeSafe = (text: string) => escapeControls(text.replaceAll('\n', '\\n'))
