import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { fieldOf } from '../../src/base/json-value.ts'
import { dataWith, openSocket } from '../helper.ts'
import { type Line, run, runToEnd, start } from '../process.ts'

const small = { DATA_DIR: 'test/fixtures/minimal' }

const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

const name = async (url: string) => (await (await fetch(`${url}/api/v1/profile.json`)).json()).name

function readProcess(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

t.test('the process', async (t) => {
  t.test('logs its addresses, and with ACCESS_LOG responses, until its grace period ends', async (t) => {
    const metrics = { METRICS_PORT: '0', METRICS_HOST: '0.0.0.0' }
    // A client of /readyz is waited for during half of the time.
    const settings = { ...small, ACCESS_LOG: 'true', TRUST_PROXY: 'true', SHUTDOWN_GRACE_MS: '400' }
    const SITE_DIR = t.testdir({ 'a\u202etxt.php': '', 'b\u2028c.php': '' })
    const { line, url, output, errors, child, logged, exited } = await start(t, {
      ...settings,
      ...metrics,
      SITE_DIR
    })
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const addresses = { address: { address: '127.0.0.1' }, metrics: { address: '0.0.0.0' } }
    t.match(line, { level: 30, ...addresses, baseUrl: 'https://nahat.example', version, ms: Number })
    child.kill('SIGUSR1')
    for (const path of ['/healthz', '/readyz']) await (await fetch(url + path)).text()
    const headers = { 'x-forwarded-for': '192.0.2.7', 'user-agent': 'a test' }
    for (const path of ['/api/v1/faq.json', '/api/v1/faq.json', '/api/nope']) {
      await (await fetch(url + path, { headers })).text()
    }
    const forged = { 'x-forwarded-for': 'x'.repeat(2000), 'if-none-match': '*' }
    await fetch(`${url}/api/faq.json`, { headers: forged })
    const socket = openSocket(url)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nUser-Agent: \u009b31m\u0085\u009f\r\n\r\n', 'latin1')
    await once(socket, 'data')
    socket.destroy()
    const slow = openSocket(url, 'GET / HTTP/1.1\r\nHost:')
    await once(slow, 'connect')
    const stopping = logged('stopping')
    child.kill('SIGINT')
    t.match(await stopping, { signal: 'SIGINT' })
    // The second signal changes nothing.
    child.kill('SIGTERM')
    t.equal(await exited, 0, 'also if a connection outlasts the period')

    const lines: Line[] = output.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'response')
    t.match(lines, [
      { method: 'GET', url: '/api/v1/faq.json', status: 200, ip: '192.0.2.7', agent: 'a test', ms: Number },
      { url: '/api/v1/faq.json', status: 200 },
      { url: '/api/nope', status: 404 },
      { url: '/api/faq.json', status: 304, bytes: 0, ip: `${'x'.repeat(1024)}…` },
      { url: '/', agent: '\u009b31m\u0085\u009f' }
    ])
    t.equal(lines.length, 5, 'one per response, except for health checks')
    // The characters that control a terminal are escaped.
    const log = output.join('\n')
    const { raw } = String
    for (const text of [raw`"agent":"\u009b31m\u0085\u009f"`, raw`a\u202etxt.php`, raw`b\u2028c.php`])
      t.match(log, text)
    t.notMatch(output.join(''), controls)
    t.same(errors, [], 'an inspector, as SIGUSR1 opens it, prints its address')
  })

  t.test('reloads on command and SIGHUP, rejects invalid data with its line, and counts both', async (t) => {
    const dataDir = dataWith(t, {}, 'test/fixtures/minimal-hebrew')
    const file = join(dataDir, 'profile.json')
    const text = readFileSync(file, 'utf8')
    const settings = { HOST: '0.0.0.0', METRICS_PORT: '0', DATA_DIR: dataDir, SITE_DIR: resolve('site') }
    const { url, line, child, logged, prepared, reload, stop } = await start(t, settings, dataDir)
    t.equal(fieldOf(line.metrics, 'address'), '127.0.0.1', 'on the loopback interface only')
    const read = async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${fieldOf(line.metrics, 'port')}/metrics`)).text()
      return text.split('\n').find((line) => line.startsWith(`${name} `))
    }
    t.equal(await name(url), 'חוט ומחט')
    t.match(await read('business_requests_total{surface="json",status="2xx",agent="other"}'), / 1$/)

    writeFileSync(file, text.replace('"name": "חוט ומחט"', '"name": "מחט וחוט"'))
    writeFileSync(join(dataDir, 'words.he.json'), JSON.stringify({ pages: { contact: 'דברו איתנו' } }))
    writeFileSync(join(dataDir, 'site.json'), JSON.stringify({ redirects: { '/old.php': '/contact/' } }))
    const reloaded = logged('reloaded')
    const stdout = `Sent SIGHUP to process ${child.pid}. Its log contains the result.\n`
    t.match(runToEnd(['reload'], {}, dataDir), { status: 0, stdout }, 'finds the server of the folder')
    t.match(await reloaded, { level: 30, ms: Number })
    t.equal(await name(url), 'מחט וחוט')
    const moved = await fetch(`${url}/old.php`)
    t.equal(moved.url, `${url}/contact/`)
    t.match(await moved.text(), '>דברו איתנו</a>', 'the words are published')

    writeFileSync(file, text.replace('"name": "חוט ומחט"', '"name": ""'))
    const failure = 'reload failed, still serving the previous data'
    t.match(await reload(failure), {
      level: 50,
      problems: [`${file}:2:11 /name: must not be empty, got "". Write a text.`]
    })
    renameSync(dataDir, `${dataDir}-moved`)
    t.match(await reload(failure), {
      problems: [`DATA_DIR: the folder "${dataDir}" does not exist. Set a folder that the server may read.`]
    })
    renameSync(`${dataDir}-moved`, dataDir)
    t.equal(await name(url), 'מחט וחוט')
    t.match(await read('business_reloads_total{result="success"}'), / 1$/)
    t.match(await read('business_reloads_total{result="failure"}'), / 2$/)
    t.match(await prepared, { level: 30, ms: Number }, 'prepares in the background')
    t.equal(await stop(), 0)
  })

  t.test('drains on SIGTERM: finishes requests in flight, is not ready, accepts no connection', async (t) => {
    const { url, child, logged, exited } = await start(t, small)
    const half = (path: string) => openSocket(url, `GET ${path} HTTP/1.1\r\nHost: nahat.example\r\n`)
    const reader = half('/api/v1/profile.json')
    const [ready, live] = [half('/readyz'), half('/healthz')]
    const idle = openSocket(url)
    await Promise.all([reader, ready, live, idle].map((socket) => once(socket, 'connect')))
    // A response on another connection proves that the server has read the half requests.
    idle.write('GET /healthz HTTP/1.1\r\nHost: nahat.example\r\n\r\n')
    await once(idle, 'data')

    const closed = once(idle, 'close')
    const stopping = logged('stopping')
    child.kill('SIGTERM')
    t.match(await stopping, { signal: 'SIGTERM' })
    await closed
    // The server closes the idle connections first, and stops listening a moment later.
    let late: string | undefined
    do {
      const socket = openSocket(url)
      late = await once(socket, 'connect').then(
        () => undefined,
        ({ code }) => code
      )
      socket.destroy()
    } while (late === undefined)
    t.match(late, /^ECONN(REFUSED|RESET)$/)

    for (const [socket, parts] of [
      [
        ready,
        [
          /^HTTP\/1.1 503 /,
          'cache-control: no-store\r\n',
          'retry-after: 5\r\n',
          '"The server is shutting down."'
        ]
      ],
      [live, [/^HTTP\/1.1 200 /]],
      [reader, [/^HTTP\/1.1 200 OK\r\n.*connection: close\r\n/is]]
    ] as const) {
      socket.write('\r\n')
      const [response] = await once(socket, 'data')
      for (const part of parts) t.match(String(response), part)
    }
    t.equal(await exited, 0)
  })

  t.test('fails to start, in plain lines, with invalid data', async (t) => {
    const dataDir = dataWith(t, { 'services#/examples/0/form_ils': 1, 'profile#/name': '' })
    const text = readFileSync(join(dataDir, 'services.json'), 'utf8')
    const line = text.slice(0, text.indexOf('"form_ils"')).split('\n').length
    const { exited, errors, output } = run(t, { DATA_DIR: dataDir })
    t.equal(await exited, 1)
    t.same(errors, [
      `${dataDir}/profile.json:3:11 /name: must not be empty, got "". Write a text.`,
      `${dataDir}/services.json:${line}:19 /examples/0/form_ils: is an unknown field, got 1. Did you mean "from_ils"?`
    ])
    t.same(output, [])
  })

  t.test('logs an uncaught exception, and exits with code 1 and without its drawing process', async (t) => {
    const filter = '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="99999"/></filter>'
    const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${filter}<rect width="64" height="64" filter="url(#f)"/></svg>`
    const siteDir = t.testdir({ 'favicon.svg': icon })
    const NODE_OPTIONS = '--import=./test/process/fault.mjs'
    const { child, logged, exited } = await start(t, { ...small, SITE_DIR: siteDir, NODE_OPTIONS })
    // Before it has loaded the renderer, it ends by itself when its server does.
    const isDrawing = (id: string) => readProcess(`/proc/${id}/maps`).includes('resvgjs')
    const children = `/proc/${child.pid}/task/${child.pid}/children`
    let drawer: string | undefined
    while (drawer === undefined) {
      await sleep(50)
      drawer = readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).find(isDrawing)
    }
    t.teardown(() => spawnSync('kill', ['-KILL', String(drawer)]))
    const fault = logged('uncaught exception')
    child.kill('SIGWINCH')
    const line = await fault
    t.match(line, {
      level: 60,
      err: { message: 'nobody foresaw this!!', code: 'ENOBODY', stack: 'fault.mjs' }
    })
    t.ok(JSON.stringify(line).length < 3000, 'at most 1 KB of each text')
    t.equal(await exited, 1)
    // A process that has ended is a zombie (Z) until its new parent reads its status.
    const isRunning = () => /^State:\s+[^Z]/m.test(readProcess(`/proc/${drawer}/status`))
    while (isRunning()) await sleep(50)
    t.pass('the process has ended')
  })
})
