const levels: Record<number, { name: string; colour: string }> = {
  10: { name: 'trace', colour: '90' },
  20: { name: 'debug', colour: '90' },
  30: { name: 'info', colour: '32' },
  40: { name: 'warn', colour: '33' },
  50: { name: 'error', colour: '31' },
  60: { name: 'fatal', colour: '31' }
}

/** Returns whether a terminal shows colours (https://no-color.org). */
export const hasColours = ({ NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean => !NO_COLOR && TERM !== 'dumb'

/** Returns a line of the log, which is JSON, as text for people: the time, the level, the message and the fields. */
export function formatForPeople(line: string, isColoured: boolean): string {
  const { level, time, msg, pid: _pid, hostname: _hostname, err, problems, ...fields } = JSON.parse(line)
  const { name, colour } = levels[level] ?? { name: String(level), colour: '0' }
  const paint = (code: string, text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)
  const clock = new Date(time).toTimeString().slice(0, 8)
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
  const details = [
    ...(problems ?? []),
    ...(err ? [`${err.type}: ${err.message}`, ...err.stack.split('\n').slice(1)] : [])
  ].map((detail) => `    ${makeSafe(detail)}\n`)
  const event = `${paint('90', clock)} ${paint(colour, name.padEnd(5))} ${makeSafe(msg)}`
  return `${event}${paint('90', makeSafe(pairs.join('')))}\n${details.join('')}`
}

// A text of a client or a file must not control the terminal.
const makeSafe = (text: string) =>
  text.replace(/\p{Cc}/gu, (character) => `\\x${character.codePointAt(0)?.toString(16)}`)
