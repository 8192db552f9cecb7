import t, { type Test } from 'tap'
import { auditInProcess } from '../../src/audit/audit.ts'
import { checks } from '../../src/audit/checks.ts'
import { listen } from '../helper.ts'
import { findAuditors } from './auditors.ts'

/** Audits a site that responds until its n-th request, which it answers with an action, and then reaches the limit of time. */
async function auditUntil(t: Test, count: number, act: () => void) {
  const limit = new AbortController()
  let requests = 0
  const origin = await listen(t, (_request, response) => {
    requests += 1
    if (requests !== count) return response.end('x')
    act()
    limit.abort()
  })
  return auditInProcess(origin, { hasFacts: false }, () => {}, limit.signal)
}

t.test('a site on which the audit stops responding › is reported in part at the limit of time', async (t) => {
  // A stopped process reacts to nothing, as one in a loop.
  const report = await auditUntil(t, 20, () => {
    for (const pid of findAuditors()) process.kill(pid, 'SIGSTOP')
  })
  const incomplete = 'The audit ended before its end, because it had taken 20 minutes.'
  t.equal(report.incomplete, incomplete)
  t.equal(report.checks.length, checks.length)
  const unfinished = report.checks.filter(({ reason }) => reason === incomplete)
  t.ok(unfinished.length > 0 && unfinished.length < checks.length)
  t.same(findAuditors(), [], 'the process is gone')
})

t.test('a site on which the audit stops responding at once › cannot be audited', async (t) => {
  await t.rejects(
    auditUntil(t, 1, () => undefined),
    { message: 'The audit ended before its end, because it had taken 20 minutes.' }
  )
})
