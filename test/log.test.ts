import t from 'tap'
import { serializeError } from '../src/log.ts'

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
