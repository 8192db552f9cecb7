import { pino } from 'pino'
import { formatForPeople, hasColours } from './log-text.ts'

// Bytes of lines that wait to be written; more are dropped.
const maxWaitingBytes = 2 ** 20

const maxTextLength = 1024

// A client may send texts of any length.
const clip = (text: unknown) =>
  typeof text === 'string' && text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text

/** Returns the fields of an error that help to find its cause. Other fields may contain a copy of the whole request. */
export function serializeError(thrown: unknown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { type, message, code, stack } = pino.stdSerializers.err(error)
  // The stack begins with the message, which may be long enough to push out the rest.
  return { type, message: clip(message), ...(code && { code }), stack: clip(stack.replace(message, '')) }
}

/**
 * Creates the log on standard output: text for people in a terminal or if `isForPeople`, else one line of JSON per event.
 * If a line cannot be written (disk full, reader gone), the server keeps running, and the waiting lines follow with the
 * first line that can be written again.
 */
export function createLogger(level: string, isForPeople = process.stdout.isTTY) {
  const destination = pino.destination({ fd: 1, sync: true, maxLength: maxWaitingBytes })
  destination.on('error', () => {})
  // Every line is written at once. flushSync would retry endlessly if a line cannot be written (sonic-boom 4.2).
  destination.flushSync = () => {}
  const isColoured = process.stdout.isTTY && hasColours(process.env)
  const text = { write: (line: string) => destination.write(formatForPeople(line, isColoured)) }
  const options = { level, serializers: { err: serializeError, url: clip, agent: clip } }
  return pino(options, isForPeople ? text : destination)
}
