import { once } from 'node:events'
import { createServer } from 'node:http'
import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { type Check, notApplicable, verdict } from '../../src/audit/check.ts'
import { checks } from '../../src/audit/checks.ts'
import { formatJson, formatText } from '../../src/audit/report.ts'
import { listen } from '../helper.ts'

const check = (name: string, asks: Check['asks'], run: Check['run']): Check => ({
  name,
  fetches: '/x',
  asks,
  fix: 'Do it.',
  run
})

t.test('the report', async (t) => {
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const origin = `http://127.0.0.1:${Object(gone.address()).port}`
  gone.close()
  const table = [
    check('holds', { a14y: ['a', 'b'], afdocs: ['x'] }, () => verdict([])),
    check('does not', { a14y: ['b', 'c'] }, () => verdict(['first', 'second'])),
    check('is not asked', { a14y: ['c', 'd'], afdocs: ['x'] }, () => notApplicable('no need')),
    check('throws', {}, (subject) => subject.json('/x').then(() => verdict([])))
  ]
  const report = await audit(origin, { checks: table, sampleSize: 1 })

  t.test('says what holds, what does not, why, and what to do', (t) => {
    t.equal(
      formatText(report),
      [
        origin,
        '',
        'pass  holds',
        'FAIL  does not',
        '      first (and 1 more)',
        '      fetched: /x',
        '      fix: Do it.',
        '      asked by: a14y (b, c)',
        ' n/a  is not asked',
        '      no need',
        'FAIL  throws',
        '      /x: no answer (fetch failed ECONNREFUSED)',
        '      fetched: /x',
        '      fix: Do it.',
        '      asked by: ',
        '',
        '  0 %  0 of 0     isitagentready.com',
        '  0 %  0 of 0     acceptmarkdown.com',
        '100 %  1 of 1     afdocs 0.22 (Agent-Friendly Documentation Spec 0.6)',
        ' 33 %  1 of 3     a14y 0.2, and the draft of 0.3',
        '  0 %  0 of 0     RFCs and specifications',
        ' 33 %  1 of 3     in all, with 1 requests',
        ''
      ].join('\n')
    )
    t.end()
  })

  t.test('is there as JSON', (t) => {
    const json = JSON.parse(formatJson(report))
    t.match(json, {
      origin,
      requests: 1,
      total: { passed: 1, applicable: 3 },
      scores: { a14y: { passed: 1 } }
    })
    t.same(json.checks[1], {
      name: 'does not',
      fetches: '/x',
      asks: { a14y: ['b', 'c'] },
      fix: 'Do it.',
      status: 'fail',
      reason: 'first (and 1 more)'
    })
    t.end()
  })
})

t.test('a site that has none of it fails, each check by itself', async (t) => {
  let most = 0
  let current = 0
  const origin = await listen(
    t,
    () => undefined,
    createServer((request, response) => {
      most = Math.max(most, ++current)
      response.on('close', () => {
        current -= 1
      })
      setImmediate(() => {
        response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' })
        response.end('<h1>בית</h1><script type="application/ld+json">{</script>')
      })
    })
  )
  const progress: number[] = []
  const { results, total } = await audit(origin, {
    checks,
    sampleSize: 20,
    onProgress: (done) => progress.push(done)
  })
  t.ok(most <= 2, 'no more than two requests at once')
  t.strictSame(
    progress,
    checks.map((_, index) => index + 1)
  )
  t.ok(total.passed < total.applicable / 3, `${total.passed} of ${total.applicable}`)
  for (const { check, outcome } of results) {
    if (outcome.status === 'fail') t.ok(outcome.reason.length > 0 && check.fix !== '', check.name)
  }
  const statusOf = (name: string) => results.find(({ check }) => check.name === name)?.outcome.status
  t.equal(statusOf('llms.txt has one H1, a summary, and sections of links'), 'not applicable')
  t.equal(statusOf('robots.txt names the sitemap, by an address of this site'), 'not applicable')
})

t.test('a site on another machine is to be served over HTTPS', async (t) => {
  const table = checks.filter(({ name }) => name === 'the site is served over HTTPS')
  for (const [origin, status] of [
    ['http://business.example', 'fail'],
    ['https://business.example', 'pass'],
    ['http://localhost:3000', 'not applicable']
  ] as const) {
    const { results } = await audit(origin, { checks: table, sampleSize: 1 })
    t.equal(results[0]?.outcome.status, status, origin)
  }
})
