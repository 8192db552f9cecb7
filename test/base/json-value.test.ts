import fc from 'fast-check'
import t from 'tap'
import { encodeJson } from '../../src/base/tasks.ts'

t.test('the bytes of a JSON value', async (t) => {
  t.test('are those of JSON.stringify', async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 8 }), async (value) =>
        t.equal((await encodeJson(value)).toString(), JSON.stringify(value))
      )
    )
    const optional = { services: [{ id: 'a', note: undefined }], nothing: undefined, empty: {}, none: [] }
    t.equal((await encodeJson(optional)).toString(), JSON.stringify(optional))
  })

  t.test('of a long list are written while other tasks run', async (t) => {
    const entries = Array.from({ length: 20_000 }, (_, id) => ({ id, text: 'שירות '.repeat(40) }))
    let others = 0
    const timer = setInterval(() => {
      others += 1
    }, 1)
    const bytes = await encodeJson({ entries })
    clearInterval(timer)
    t.equal(bytes.toString(), JSON.stringify({ entries }))
    t.ok(others > 1, `${others} tasks ran`)
  })
})
