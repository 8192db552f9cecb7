import t from 'tap'
import { formatForPeople, hasColours, serializeError } from '../src/log.ts'

t.test('the log of an error', async (t) => {
  t.test('has its type, message, code and stack, without other fields', async (t) => {
    const error = Object.assign(new TypeError('no such thing'), { code: 'ENOTHING', request: {} })
    t.match(serializeError(error), {
      type: 'TypeError',
      message: 'no such thing',
      code: 'ENOTHING',
      stack: /at /
    })
    t.notOk('request' in serializeError(error))
  })

  t.test('has at most 1 KB of each text', async (t) => {
    const { message, stack } = serializeError(new Error('x'.repeat(3000)))
    t.match(message, /^x{1024}…$/)
    t.match(stack, /^Error: \n/)
  })

  t.test('has the text of a thrown value that is not an error', async (t) => {
    t.match(serializeError(null), { type: 'Error', message: 'null' })
  })
})

const time = new Date(2026, 0, 2, 3, 4, 5).getTime()
const format = (entry: object, isColoured = false) =>
  formatForPeople(`${JSON.stringify({ level: 30, time, pid: 1, hostname: 'h', ...entry })}\n`, isColoured)

t.test('the log for people', async (t) => {
  t.test('has the time, the level, the message and the fields in one line', async (t) => {
    t.equal(format({ ms: 3, url: '/a', msg: 'response' }), '03:04:05 info  response ms=3 url="/a"\n')
    t.match(format({ level: 35, msg: 'odd' }), / 35 {4}odd\n/)
  })

  t.test('has each problem and each line of a stack in its own line', async (t) => {
    t.equal(format({ problems: ['a', 'b'], msg: 'failed' }), '03:04:05 info  failed\n    a\n    b\n')
    const err = { type: 'TypeError', message: 'no such thing', stack: 'TypeError: \n    at a.ts:1' }
    t.equal(
      format({ level: 50, err, msg: 'failed' }),
      '03:04:05 error failed\n    TypeError: no such thing\n        at a.ts:1\n'
    )
  })

  t.test('has colours only if asked, and none that a client sends', async (t) => {
    const red = '\u001b[31m'
    t.equal(
      format({ msg: 'a' }, true),
      '\u001b[90m03:04:05\u001b[0m \u001b[32minfo \u001b[0m a\u001b[90m\u001b[0m\n'
    )
    const text = format({ problems: [`${red}\na`], agent: `${red}\u009b\u202e\u2028`, msg: `${red}\nb` })
    t.notMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Zl}\p{Bidi_Control}]/u)
    t.match(text, 'agent="\\u001b[31m\\u009b\\u202e\\u2028"')
    t.equal(text.split('\n').length, 3)
  })

  t.test('has colours unless NO_COLOR is set or the terminal has none', async (t) => {
    t.equal(hasColours({ TERM: 'xterm', NO_COLOR: '' }), true)
    t.equal(hasColours({ TERM: 'xterm', NO_COLOR: '1' }), false)
    t.equal(hasColours({ TERM: 'dumb' }), false)
  })
})
