import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { LimitLog } from '../../src/http/limit-log.ts'
import { createLimits } from '../../src/http/limits.ts'
import { build, listen } from '../helper.ts'

function logging() {
  const lines: unknown[] = []
  return { lines, logger: { warn: (line: unknown) => lines.push(line) } }
}

t.test('a limit', async (t) => {
  t.test('is logged when it is first reached, then once an interval with how often', async (t) => {
    const { lines, logger } = logging()
    const log = new LimitLog(logger, 50)
    for (let count = 0; count < 4; count += 1) log.count('connections')
    log.count('files')
    t.same(lines, [
      { limit: 'connections', count: 1 },
      { limit: 'files', count: 1 }
    ])
    while (lines.length < 3) await sleep(10)
    t.same(lines[2], { limit: 'connections', count: 3 })
    t.match(log.counts, { connections: 4, bodies: 0, files: 1 })
    // An interval without a refusal ends the log; the next refusal is logged at once again.
    await sleep(120)
    t.equal(lines.length, 3)
    log.count('files')
    t.equal(lines.length, 4)
  })

  t.test('of files that are being sent answers 503 past it', async (t) => {
    const { lines, logger } = logging()
    const limits = createLimits(logger)
    const app = await build(t, { limits })
    for (let count = 0; count < 100; count += 1) t.ok(limits.files.take())
    const refused = await app.inject('/og.png')
    t.equal(refused.statusCode, 503)
    t.equal(refused.headers['retry-after'], '5')
    t.match(refused.json(), { error: { code: 'unavailable' } })
    t.same(lines, [{ limit: 'files', count: 1 }])
    limits.files.give()
    const url = await listen(t, app.routing)
    for (let count = 0; count < 3; count += 1) {
      const response = await fetch(`${url}/og.png`)
      t.equal(response.status, 200)
      await response.arrayBuffer()
      while (limits.files.take() === false) await sleep(5)
      limits.files.give()
    }
  })
})
