import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { checks } from '../../src/audit/checks.ts'
import type { Result } from '../../src/audit/report.ts'
import { v2 } from '../api/v2/version.ts'
import { v1 } from '../helper.ts'
import { breakages, breakVersion } from './breakages.ts'
import { createProxy } from './proxy.ts'
import { expectation, sentences } from './sentences.ts'

const listFailures = (results: Result[]) =>
  results.flatMap(({ check, outcome }) =>
    outcome.status === 'fail' ? [`${check.name}: ${outcome.reason}`] : []
  )

t.test('the audit of the sample site', async (t) => {
  const { origin, fetch, changeResponses } = await createProxy(t)
  const runAudit = (sampleSize = 2) => audit(origin, { checks, sampleSize, fetch })

  t.test('finds no problem on any page', async (t) => {
    t.same(listFailures((await runAudit(100)).results), [])
  })

  t.test('finds each problem that a proxy adds, and no other', async (t) => {
    const { results } = await runAudit()
    const passing = results.filter(({ outcome }) => outcome.status === 'pass')
    t.same(
      passing.map(({ check }) => check.name),
      Object.keys(breakages),
      'every passing check has a breakage'
    )
    for (const [name, change] of Object.entries(breakages)) {
      changeResponses(change)
      const failures = listFailures((await runAudit()).results)
      t.equal(failures.length, 1, `${name}\n${failures.join('\n')}`)
      t.match(failures[0], `${name}: `)
      t.match(failures[0]?.slice(name.length + 2), sentences)
    }
    changeResponses()
  })

  t.test('gives each reason and fix in whole sentences, and names each expectation', async (t) => {
    const { results } = await runAudit()
    for (const { check, outcome } of results) {
      if (outcome.status === 'not applicable') t.match(outcome.reason, sentences, check.name)
      else t.match(check.fix, sentences, check.name)
      t.match(check.name, expectation)
    }
    for (const { name, ownFix } of checks) if (ownFix !== undefined) t.match(ownFix, sentences, name)
  })

  t.test('counts the checks of each scanner by the names of the scanner', async (t) => {
    const { results, scores, total } = await runAudit()
    const applicable = results.filter(({ outcome }) => outcome.status !== 'not applicable')
    t.same(total, { passed: applicable.length, applicable: applicable.length })
    for (const [scanner, score] of Object.entries(scores)) {
      const names = new Set(
        applicable.flatMap(({ check }) =>
          Object.entries(check.asks).flatMap(([name, asked]) => (name === scanner ? asked : []))
        )
      )
      t.ok(names.size > 0, scanner)
      t.same(score, { passed: names.size, applicable: names.size }, scanner)
    }
  })
})

t.test('the audit of a site with two versions of the API', async (t) => {
  const { origin, fetch, changeResponses } = await createProxy(t, [v1, v2])
  const runAudit = async (table = checks) =>
    listFailures((await audit(origin, { checks: table, sampleSize: 1, fetch })).results)

  t.test('finds no problem', async (t) => {
    t.same(await runAudit(), [])
  })

  for (const { name: version } of [v1, v2]) {
    t.test(`finds each problem that only ${version} has`, async (t) => {
      const changes = breakVersion(`/api/${version}/`)
      const table = checks.filter(({ name }) => name in changes)
      for (const [name, change] of Object.entries(changes)) {
        changeResponses(change)
        const failures = await runAudit(table)
        t.equal(failures.length, 1, `${name}\n${failures.join('\n')}`)
        t.match(failures[0], `${name}: `)
      }
      changeResponses()
    })
  }
})

t.test('the audit of a site with opening hours finds dates that do not begin today', async (t) => {
  const { origin, fetch, changeResponses } = await createProxy(t, [v1], 'test/fixtures/guesthouse')
  const dated = checks.filter(({ name }) => name === 'the opening hours have the dates from today on')
  const runAudit = () => audit(origin, { checks: dated, sampleSize: 2, fetch })
  t.match((await runAudit()).results, [{ outcome: { status: 'pass' } }])
  changeResponses(({ path, edit }) => {
    if (path === '/api/v1/hours.json') edit((text) => text.replace(/"date":"2\d{3}/, '"date":"2020'))
  })
  t.match((await runAudit()).results, [
    { outcome: { status: 'fail', reason: /^\/api\/v1\/hours\.json begins on 2020-\d\d-\d\d\.$/ } }
  ])
})
