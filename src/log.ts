import { pino } from 'pino'

// Bytes of lines that wait until they can be written; more are left out.
const most = 2 ** 20

/**
 * The log: one line of JSON an event on standard output. Where that cannot be written, because the disk is full or nobody
 * reads any more, the server goes on, and the last lines come with the first that can be written again.
 */
export function createLogger(level: string) {
  const destination = pino.destination({ fd: 1, sync: true, maxLength: most })
  destination.on('error', () => {})
  // Every line is written at once; one that cannot be, flushSync would try again without end (sonic-boom 4.2).
  destination.flushSync = () => {}
  return pino({ level }, destination)
}
