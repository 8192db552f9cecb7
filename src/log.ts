import { pino } from 'pino'

// Bytes of lines that wait until they can be written; more are left out.
const most = 2 ** 20

const maxText = 1024

/** Returns at most 1 KB of what a client may have made as long as it likes. */
const clip = (text: unknown) =>
  typeof text === 'string' && text.length > maxText ? `${text.slice(0, maxText)}…` : text

/** Returns of an error what finds its cause: further fields may hold a copy of the whole request. */
function serializeError(error: unknown) {
  const { type, message, code, stack = '' } = Object(pino.stdSerializers.err(Object(error)))
  // The stack begins with the message, which may leave no room for the place.
  return { type, message: clip(message), ...(code && { code }), stack: clip(stack.replace(message, '')) }
}

/**
 * The log: one line of JSON an event on standard output. Where that cannot be written, because the disk is full or nobody
 * reads any more, the server goes on, and the last lines come with the first that can be written again.
 */
export function createLogger(level: string) {
  const destination = pino.destination({ fd: 1, sync: true, maxLength: most })
  destination.on('error', () => {})
  // Every line is written at once; one that cannot be, flushSync would try again without end (sonic-boom 4.2).
  destination.flushSync = () => {}
  return pino({ level, serializers: { err: serializeError, url: clip, agent: clip } }, destination)
}
