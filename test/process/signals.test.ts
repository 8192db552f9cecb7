import t from 'tap'
import { stopWithNpm } from '../../src/signals.ts'

// test/verify/deploy/npm-start.test.ts sends each signal to npm itself.
t.test('the end of npm is not watched if npm did not start the server', async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  stopWithNpm({}, () => t.fail('npm has not started the server'))
  t.equal(timers(), before)
})
