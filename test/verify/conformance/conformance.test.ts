import t from 'tap'
import { start } from '../../process.ts'
import { holdConformance } from './suite.ts'

t.test('the conformance suite of MCP', { timeout: 300_000 }, async (t) => {
  await holdConformance(t, (await start(t)).port)
})
