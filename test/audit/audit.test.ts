import t from 'tap'
import { audit } from '../../audit/audit.ts'
import { checks } from '../../audit/checks.ts'
import { breakages } from './breakages.ts'
import { front } from './front.ts'

t.test('the audit of this server', async (t) => {
  const { origin, breaks } = await front(t)
  const failures = async (sampleSize: number) => {
    const { results } = await audit(origin, { checks, sampleSize })
    return results.flatMap(({ check: { name }, outcome }) =>
      outcome.status === 'fail' ? [`${name}: ${outcome.reason}`] : []
    )
  }

  t.test('finds every page as it should be', async (t) => {
    t.same(await failures(100), [])
  })

  t.test('finds what a proxy in front has broken, and nothing else', async (t) => {
    for (const [name, breakage] of Object.entries(breakages)) {
      breaks(breakage)
      const found = await failures(2)
      t.equal(found.length, 1, `${name}\n${found.join('\n')}`)
      t.match(found[0], `${name}: `)
    }
    breaks(() => undefined)
  })

  t.test('has a breakage for each check that can fail here', (t) => {
    const names = checks.filter(({ fetches }) => fetches !== 'nothing' && fetches !== 'the address')
    t.strictSame(names.map(({ name }) => name).sort(), Object.keys(breakages).sort())
    t.end()
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
