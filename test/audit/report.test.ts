import { createServer } from 'node:http'
import { Type } from '@sinclair/typebox'
import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { AuditedSite } from '../../src/audit/audited-site.ts'
import type { Check } from '../../src/audit/check.ts'
import { checks } from '../../src/audit/checks.ts'
import { notApplicable } from '../../src/audit/problems.ts'
import { formatJson, formatText } from '../../src/audit/report.ts'
import { listen } from '../helper.ts'
import { sentences } from './sentences.ts'

const createCheck = (name: string, asks: Check['asks'], run: Check['run']): Check => ({
  name,
  fetches: '/x',
  asks,
  fix: 'Do it.',
  run
})

t.test('the report', async (t) => {
  const origin = await listen(t, (request, response) => {
    if (request.url === '/reset') response.destroy()
    response.writeHead(request.url === '/' ? 200 : 404).end()
  })
  const table = [
    createCheck('passes', { a14y: ['a', 'b'], afdocs: ['x'] }, () => []),
    createCheck('fails', { a14y: ['b', 'c'] }, () => ['first', 'second']),
    createCheck('does not apply', { a14y: ['c', 'd'], afdocs: ['x'] }, () => notApplicable('no need')),
    createCheck('throws', {}, async (site) => [`${await site.getJson('/x', Type.Unknown())}`]),
    createCheck('gets no response', {}, async (site) => [`${(await site.get('/reset')).status}`]),
    createCheck('throws something else', {}, () => Promise.reject('no error')),
    { ...createCheck('warns', {}, () => ['short']), isWarning: true },
    { ...createCheck('passes without a warning', {}, () => []), isWarning: true }
  ]
  const report = await audit(origin, { checks: table, sampleSize: 1 })

  t.test('lists what passes, and for each failure its reason, fix and scanners', (t) => {
    const details = ['      fetched: /x', '      fix: Do it.']
    t.equal(
      formatText(report),
      [
        origin,
        '',
        'pass  passes',
        'FAIL  fails',
        '      First. There is 1 more problem.',
        '      fetched: /x',
        '      fix: Do it.',
        '      asked for by: a14y (b, c)',
        ' n/a  does not apply',
        '      No need.',
        'FAIL  throws',
        '      /x returns 404.',
        ...details,
        'FAIL  gets no response',
        `      Cannot reach ${origin}/reset (UND_ERR_SOCKET).`,
        ...details,
        'FAIL  throws something else',
        '      No error.',
        ...details,
        'warn  warns',
        '      Short.',
        ...details,
        'pass  passes without a warning',
        '',
        '  0%  0 of 0     isitagentready.com',
        '  0%  0 of 0     acceptmarkdown.com',
        '100%  1 of 1     afdocs 0.22 (Agent-Friendly Documentation Spec 0.6)',
        ' 33%  1 of 3     a14y 0.2 and the draft of 0.3',
        '  0%  0 of 0     RFCs and specifications',
        ' 28%  2 of 7     all checks (requests: 5)',
        ''
      ].join('\n')
    )
    t.end()
  })

  t.test('has the same content as JSON', (t) => {
    const json = JSON.parse(formatJson(report))
    t.match(json, {
      origin,
      requests: report.requests,
      total: report.total,
      scores: report.scores
    })
    t.equal(json.checks.length, table.length)
    t.same(json.checks[1], {
      name: 'fails',
      fetches: '/x',
      asks: { a14y: ['b', 'c'] },
      fix: 'Do it.',
      status: 'fail',
      reason: 'First. There is 1 more problem.'
    })
    t.end()
  })
})

t.test(
  'the audit of a site that has only a broken home page fails each check for its own reason',
  async (t) => {
    let running = 0
    let maxRunning = 0
    const server = createServer((request, response) => {
      maxRunning = Math.max(maxRunning, ++running)
      response.on('close', () => {
        running -= 1
      })
      setImmediate(() => {
        response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' })
        response.end('<h1>בית</h1><script type="application/ld+json">{</script>')
      })
    })
    const origin = await listen(t, () => undefined, server)
    const progress: number[] = []
    const { results } = await audit(origin, {
      checks,
      sampleSize: 20,
      onResult: (index) => progress.push(index)
    })
    t.ok(maxRunning <= 2, `${maxRunning} requests were concurrent`)
    t.strictSame(
      progress.toSorted((a, b) => a - b),
      checks.map((_, index) => index)
    )
    const outcomes = new Map(results.map(({ check, outcome }) => [check.name, outcome]))
    const passing = [...outcomes].filter(([, { status }]) => status === 'pass')
    t.same(
      passing.map(([name]) => name),
      [
        'every page is served as HTML to browsers',
        'every page returns 200 without a redirect',
        'no page blocks agents with X-Robots-Tag',
        'no page blocks agents with meta robots',
        'the content of every page begins in the first half of its text',
        'more than 15% of the body of every page is text',
        'no page has more than 50,000 characters of text or 1 MB of HTML',
        'no dialog or cookie banner covers a page',
        'every code block declares its language',
        'missing pages return 404',
        'HEAD returns the status and type of GET',
        'AI agents can read the home page like browsers'
      ]
    )
    for (const [name, outcome] of outcomes) {
      if (outcome.status !== 'pass') t.match(outcome.reason, sentences, name)
    }
    for (const name of [
      'llms.txt has one H1, a summary and sections of links',
      'robots.txt lists a sitemap on this site'
    ]) {
      t.equal(outcomes.get(name)?.status, 'not applicable', name)
    }
    t.match(outcomes.get('every page has structured data as JSON-LD'), {
      reason: 'The JSON-LD of / is not JSON.'
    })
  }
)

t.test('a site that cannot be reached ends the audit with one error', async (t) => {
  // fetch sends nothing to this port, which is reserved for another protocol.
  await t.rejects(audit('http://127.0.0.1:1', { checks, sampleSize: 1 }), {
    message: 'Cannot reach http://127.0.0.1:1 (bad port).'
  })
})

t.test('a site that this software serves › gets the files and settings to change', async (t) => {
  const check = { ...createCheck('fails', {}, () => ['x']), ownFix: 'Set BASE_URL.' }
  for (const [server, fix] of [
    ['example.business/business-facts', 'Set BASE_URL.'],
    ['example.business/other', 'Do it.']
  ]) {
    const origin = await listen(t, (_request, response) => {
      response.end(JSON.stringify({ serverInfo: { name: server } }))
    })
    const report = await audit(origin, { checks: [check], sampleSize: 1 })
    t.match(formatText(report), `      fix: ${fix}\n`)
    t.same(Object.keys(JSON.parse(formatJson(report)).checks[0]), [
      'name',
      'fetches',
      'asks',
      'fix',
      'status',
      'reason'
    ])
  }
})

t.test(
  'a site that rejects the audit, redirects to another site or fails › ends the audit with one error',
  async (t) => {
    for (const [status, headers, message] of [
      [
        302,
        { location: 'https://www.business.example/' },
        'redirects to https://www.business.example. Audit that URL.'
      ],
      [403, {}, 'returns 403. Allow the user agent business-facts-audit.'],
      [502, {}, 'returns 502. Start the server, or correct its proxy.']
    ] as const) {
      const origin = await listen(t, (_request, response) => {
        response.writeHead(status, headers).end()
      })
      await t.rejects(audit(origin, { checks, sampleSize: 1 }), { message: `${origin} ${message}` })
    }
  }
)

t.test('a site that goes down during the audit › ends it with one error', async (t) => {
  let count = 0
  const origin = await listen(t, ({ socket }, response) => {
    if (count++ === 0) response.end()
    else socket.destroy()
  })
  await t.rejects(audit(origin, { checks, sampleSize: 1 }), {
    message: `Cannot reach ${origin} (no response).`
  })
})

t.test('a site on another machine must be served over HTTPS', async (t) => {
  const check = checks.find(({ name }) => name === 'the site is served over HTTPS')
  const run = (origin: string) => check?.run(new AuditedSite(origin, 1))
  t.same(await run('http://business.example'), ['the site is served at http://business.example'])
  t.same(await run('https://business.example'), [])
  t.match(await run('http://localhost:3000'), { status: 'not applicable' })
})

t.test('a page of the sitemap that redirects › is a problem, with the target of the redirect', async (t) => {
  const origin = await listen(t, ({ url }, response) => {
    if (url === '/old/') response.writeHead(301, { location: '/new/' })
    response.end(url === '/sitemap.xml' ? '<url><loc>/old/</loc></url>' : '')
  })
  const check = checks.find(({ name }) => name === 'every page returns 200 without a redirect')
  t.same(await check?.run(new AuditedSite(origin, 2)), ['/old/ returns 301 with a redirect to /new/'])
})
