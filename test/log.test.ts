import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createLogger } from '../src/log.ts'

/** Logs to a file, in a terminal or not, and returns the text. */
function log(t: Test, isTTY: boolean, write: (logger: ReturnType<typeof createLogger>) => void, env = {}) {
  t.intercept(process, 'env', { value: { TERM: 'xterm', NO_COLOR: '1', ...env } })
  const file = join(t.testdir(), 'log')
  const fd = openSync(file, 'w')
  write(createLogger('info', { fd, isTTY }))
  closeSync(fd)
  return readFileSync(file, 'utf8')
}

t.test('the log of an error', async (t) => {
  const logError = (t: Test, thrown: unknown) =>
    JSON.parse(log(t, false, (logger) => logger.error({ err: thrown }, 'failed'))).err

  t.test('has its type, message, code and stack, without other fields', async (t) => {
    const error = Object.assign(new TypeError('no such thing'), { code: 'ENOTHING', request: {} })
    const { stack, ...fields } = logError(t, error)
    t.same(fields, { type: 'TypeError', message: 'no such thing', code: 'ENOTHING' })
    t.match(stack, /at /)
  })

  t.test('has at most 1 KB of each text', async (t) => {
    const { message, stack } = logError(t, new Error('x'.repeat(3000)))
    t.match(message, /^x{1024}…$/)
    t.match(stack, /^Error: \n/)
  })

  t.test('has the text of a thrown value that is not an error', async (t) => {
    t.match(logError(t, null), { type: 'Error', message: 'null' })
  })
})

t.test('the log for people', async (t) => {
  t.test('has the time, the level, the message and the fields in one line', async (t) => {
    const text = log(t, true, (logger) => logger.info({ ms: 3, url: '/a' }, 'response'))
    t.match(text, /^\d\d:\d\d:\d\d info {2}response ms=3 url="\/a"\n$/)
  })

  t.test('has each problem and each line of a stack in its own line', async (t) => {
    const error = Object.assign(new TypeError('no such thing'), {
      stack: 'TypeError: no such thing\n    at a.ts:1'
    })
    const text = log(t, true, (logger) => {
      logger.info({ problems: ['a', 'b'] }, 'failed')
      logger.error({ err: error }, 'failed')
    })
    t.equal(
      text.replace(/^\S+:\S+ /gm, ''),
      'info  failed\n    a\n    b\nerror failed\n    TypeError: no such thing\n        at a.ts:1\n'
    )
  })

  t.test('has no character that controls a terminal, except its own colours', async (t) => {
    const red = '\u001b[31m'
    const fields = { problems: [`${red}\na`], agent: `${red}\u009b\u202e\u2028` }
    const text = log(t, true, (logger) => logger.info(fields, `${red}\nb`))
    t.notMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Zl}\p{Bidi_Control}]/u)
    t.match(text, 'agent="\\u001b[31m\\u009b\\u202e\\u2028"')
    t.equal(text.split('\n').length, 3)
  })

  t.test('has colours unless NO_COLOR is set or the terminal has none', async (t) => {
    const write = (env = {}) => log(t, true, (logger) => logger.info('a'), env)
    t.match(
      write({ NO_COLOR: '' }).replaceAll('\u001b', 'ESC'),
      /^ESC\[90m[\d:]{8}ESC\[0m ESC\[32minfo ESC\[0m aESC\[90mESC\[0m\n$/
    )
    for (const env of [{}, { NO_COLOR: '', TERM: 'dumb' }]) t.match(write(env), /^[\d:]{8} info {2}a\n$/)
  })
})
