import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { checks } from '../../src/audit/checks.ts'
import { breakages } from './breakages.ts'
import { front } from './front.ts'

t.test('the audit of this server', async (t) => {
  const { origin, breaks } = await front(t)
  const look = async (sampleSize = 2) => (await audit(origin, { checks, sampleSize })).results
  const failures = (results: Awaited<ReturnType<typeof look>>) =>
    results.flatMap(({ check, outcome }) =>
      outcome.status === 'fail' ? [`${check.name}: ${outcome.reason}`] : []
    )

  t.test('finds every page as it should be', async (t) => {
    t.same(failures(await look(100)), [])
  })

  t.test('finds what a proxy in front has broken, and nothing else', async (t) => {
    const passing = (await look()).filter(({ outcome }) => outcome.status === 'pass')
    t.ok(passing.length >= 65)
    for (const { check } of passing) {
      breaks(breakages[check.name] ?? (() => undefined))
      const found = failures(await look())
      t.equal(found.length, 1, `${check.name}\n${found.join('\n')}`)
      t.match(found[0], `${check.name}: `)
    }
    breaks(() => undefined)
  })

  t.test('counts what each scanner asks for, under its own names', async (t) => {
    const { scores, total } = await audit(origin, { checks, sampleSize: 2 })
    for (const [scanner, { passed, applicable }] of Object.entries(scores)) {
      t.equal(passed, applicable, scanner)
      t.ok(applicable >= 5, scanner)
    }
    t.equal(total.passed, total.applicable)
  })
})

t.test('every breakage is of a check that there is', (t) => {
  const names = checks.map(({ name }) => name)
  t.same(
    Object.keys(breakages).filter((name) => !names.includes(name)),
    []
  )
  t.end()
})
