import { cpSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import t, { type Test } from 'tap'
import { call, type HttpRequest, newConnections, type Reply, send } from '../../../harness/exchange.ts'
import { type App, buildApp } from '../../../src/app.ts'
import { fieldOf } from '../../../src/base/json-value.ts'
import { readBusiness, readBusinessInThread } from '../../../src/business/loading/load.ts'
import { createCurrentApp } from '../../../src/current-app.ts'
import { baseUrl, collectLog, config, controlClock, folderWith, listen } from '../../helper.ts'
import { run } from '../../process.ts'
import { faults, type Kind, type Plan, withFault } from './faults.ts'

// As SQLite does: the first call of an operation fails, then the second, until the operation has no more calls.
const maxCalls = 1000
const timeout = 600_000

const files = {
  'team.html': '<title>Team</title><h1>Team',
  'notes/index.md': '---\ntitle: Notes\n---\n![Logo](/logo.svg) [Team](/team)',
  'large.html': `<title>Large</title><h1>Large</h1>${'<p>word '.repeat(80_000)}`,
  '404.html': '<title>Missing</title><h1>Missing',
  'film.mp4': 'x'.repeat(100_000),
  'list.txt': 'a',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>',
  'deep/folder/page.html': '<title>Deep</title>'
}

/** Settings and a log for apps of one folder, whose name is `Shop 0` until `rename` changes it. */
function prepare(t: Test) {
  const sited = Object.entries(files).map(([name, text]) => [`site/${name}`, text])
  const words = JSON.stringify({ pages: { faq: 'Other questions' } })
  const root = folderWith(t, { ...Object.fromEntries(sited), 'data/words.en.json': words })
  const settings = { ...config, dataDir: join(root, 'data'), siteDir: join(root, 'site') }
  cpSync('test/fixtures/minimal', settings.dataDir, { recursive: true })
  const { logger, lines: log } = collectLog('warn')
  const warn = logger.warn.bind(logger)
  const rename = (number: number) => {
    const file = join(settings.dataDir, 'profile.json')
    const profile = { name: `Shop ${number}`, contact: { email: 'hello@shop.example' } }
    writeFileSync(file, JSON.stringify({ ...profile, logo: { src: '/logo.svg', alt: 'Logo' } }))
    // The same time always, because pages state it.
    utimesSync(file, 1_770_000_000, 1_770_000_000)
  }
  rename(0)
  const build = async (kind: Kind, pictures?: App['site']['pictures']) => {
    const business =
      kind === 'thread'
        ? await readBusinessInThread(settings, warn)
        : await readBusiness({ ...settings, omitsMissingImages: true }, warn)
    const options = { business, logger, warn, ...(pictures && { pictures }) }
    const app = await buildApp(settings, options)
    return { ...app, prepare: async () => {} }
  }
  return { build, rename, log, logger, settings, root }
}

const portOf = async (t: Test, app: () => App) =>
  Number(new URL(await listen(t, (request, response) => app().listener(request, response))).port)

/** Returns a reply without what differs between two apps of the same folder. */
const normalize = ({ status, headers, body }: Reply) => ({
  status,
  type: headers['content-type'],
  body: body.replace(/Shop \d+/g, 'Shop').replace(/og\.[\da-f]+/g, 'og')
})

const readAll = (port: number) =>
  Promise.all(
    ['/', '/api/v1/services.json', '/notes/', '/team.md', '/list.txt', '/sitemap-1.xml', '/none'].map(
      async (path) => normalize(await send(port, { path }, newConnections))
    )
  )

/** What the log has after a fault: its cause, and the folder of a file that cannot be read. */
const causesOf = (kind: Kind, fault: string, root: string) =>
  kind === 'file' ? [fault, root] : [fault === 'exit' ? 'has ended' : fault]

process.on('warning', (warning) => t.fail(String(warning)))

t.test('a reload of which one call fails', { timeout }, async (t) => {
  const { build, rename, log, logger, root } = prepare(t)
  for (const kind of ['file', 'thread'] as const)
    t.test(`(a ${kind}) serves the new data, or the old and logs why; the next works`, async (t) => {
      const rebuild = ({ site }: App) => build(kind, site.pictures)
      const current = createCurrentApp(await build(kind), { rebuild, logger })
      const port = await portOf(t, current.app)
      const readName = async () =>
        JSON.parse((await send(port, { path: '/api/v1/profile.json' }, newConnections)).body).name
      const healthy = await readAll(port)
      const reload = async (fault: string, number: number) => {
        const before = await readName()
        log.length = 0
        const failed = await withFault(kind, fault, number, () => current.reload())
        const text = JSON.stringify(log)
        const isReloaded = !text.includes('reload failed, still serving the previous data')
        t.equal(await readName(), isReloaded ? `Shop ${number}` : before, `${fault} of ${failed}`)
        const isEqual = isReloaded && JSON.stringify(await readAll(port)) === JSON.stringify(healthy)
        if (failed && !isEqual)
          for (const cause of causesOf(kind, fault, root)) t.match(text, cause, `${failed}: the log has it`)
        return failed
      }
      let failed: (string | undefined)[] = ['']
      for (let number = 1; failed.some((name) => name !== undefined) && number < maxCalls; number += 1) {
        rename(number)
        failed = []
        for (const fault of faults[kind]) failed.push(await reload(fault, number))
        await current.reload()
        t.equal(await readName(), `Shop ${number}`)
        t.strictSame(await readAll(port), healthy, `after ${failed[0]}`)
      }
      t.same(new Set(failed), new Set([undefined]), 'each call has failed once')
    })
})

interface Start {
  server: ReturnType<typeof run>
  /** Its responses, unless it has ended before it listened. */
  replies: unknown[] | undefined
  /** Its exit code, after SIGTERM if it listens. */
  code: number
  plan: Plan
}

/** Returns a function that starts the server as a process with one fault, sends requests and stops it. */
function prepareProcess(t: Test) {
  const { settings, root } = prepare(t)
  const environment = { DATA_DIR: settings.dataDir, SITE_DIR: settings.siteDir, METRICS_PORT: '0' }
  const preload = join(import.meta.dirname, `faults${extname(import.meta.filename)}`)
  return async (kind: Kind, fault: string, number: number, isPrepared = false): Promise<Start> => {
    const report = join(root, `${kind}-${fault}-${number}.json`)
    const FAULT = JSON.stringify({ kind, fault, number, report })
    const server = run(t, { ...environment, FAULT, NODE_OPTIONS: `--import=${preload}` })
    const prepared = Promise.race([server.logged('prepared'), server.logged('preparation failed')])
    const first = await Promise.race([server.logged('listening'), server.exited])
    const isListening = typeof first === 'object'
    if (isListening && isPrepared) await Promise.race([prepared, server.exited])
    const replies = isListening ? await readAll(Number(fieldOf(first.address, 'port'))) : undefined
    const code = await server.stop()
    return { server, replies, code, plan: JSON.parse(readFileSync(report, 'utf8')) }
  }
}

/** Asserts that a start with a fault serves the same as one without, or says why not in its log, or ends with the cause. */
function assertStart(t: Test, fault: string, { server, replies, code, plan }: Start, healthy: Start) {
  const name = `${fault} of ${plan.failed}`
  if (replies) {
    t.equal(code, 0, `${name}: serves until SIGTERM`)
    t.strictSame(server.errors, [], `${name}: no error`)
    if (JSON.stringify(replies) !== JSON.stringify(healthy.replies))
      t.match(server.output.join('\n'), fault, `${name}: the log has the cause`)
    return
  }
  t.equal(code, 1, `${name}: ends with 1`)
  t.strictSame(server.output, [], `${name}: logs nothing`)
  t.equal(server.errors.length, 1, `${name}: one line, got ${server.errors.join('\n')}`)
  t.match(server.errors[0], fault, `${name}: the cause`)
  t.match(server.errors[0], /\/[\w-]|\.env/, `${name}: names the file`)
}

// A start takes a second of CPU time, so each number has one of the faults in turn, and calls that open a file or a module
// only a sample of numbers: a reload opens the same files, and Node.js loads all modules in the same way.
const isTried = (kind: Kind, number: number) =>
  kind === 'module' ? (number > 2 && number < 9) || number % 300 === 0 : kind !== 'file' || number % 7 === 1

t.test('a process of whose start one call fails', { timeout }, async (t) => {
  const start = prepareProcess(t)
  const healthy = await start('process', '', 0, true)
  for (const kind of ['module', 'file', 'process', 'thread'] as const)
    t.test(`(a ${kind}) serves, or ends with one line`, async (t) => {
      const count = healthy.plan.calls[kind]
      t.ok(count > 0)
      const names: readonly string[] = faults[kind]
      const numbers = Array.from({ length: count }, (_, index) => index + 1)
      for (const number of numbers.filter((number) => isTried(kind, number))) {
        const fault = `${names[number % names.length]}`
        // A second after the start, the server starts a thread, and its last process, which draws the pictures.
        const isLate = kind === 'thread' || (kind === 'process' && number === count)
        assertStart(t, fault, await start(kind, fault, number, isLate), healthy)
      }
    })
  t.strictSame((await start('process', '', 0)).replies, healthy.replies, 'the next start serves the same')
})

// Each with the calls that it makes.
const requests: [name: string, kinds: Kind[], request: HttpRequest][] = [
  ['a page', ['file'], { path: '/team' }],
  ['a page in Markdown', ['file', 'thread'], { path: '/team', headers: { accept: 'text/markdown' } }],
  ['the Markdown of a large page', ['file', 'thread'], { path: '/large.md' }],
  ['a page of the owner in Markdown', ['file', 'thread'], { path: '/notes/' }],
  ['a film', ['file'], { path: '/film.mp4' }],
  ['an icon', ['process'], { path: '/icon-512.png' }],
  ['the sitemap', ['file'], { path: '/sitemap-1.xml' }],
  ['the whole text', ['thread'], { path: '/llms-full.txt' }],
  ['a page as a resource', ['thread'], call('resources/read', { uri: `${baseUrl}/team.md` })]
]

t.test('a request of which one call fails', { timeout }, async (t) => {
  const { build } = prepare(t)
  const elapse = controlClock(t)
  let app = await build('file')
  const port = await portOf(t, () => app)
  // The idle thread would otherwise serve the next request, so no call would fail.
  const workers = new Set<{ terminate: () => Promise<unknown> }>()
  process.on('worker', (worker) => workers.add(worker))
  const renew = async (pictures?: App['site']['pictures']) => {
    app = await build('file', pictures)
    for (const worker of workers) await worker.terminate()
    workers.clear()
  }
  const drawn = app.site.pictures
  for (const [name, kinds, request] of requests)
    t.test(`for ${name} gets its content or an error, and the next its content`, async (t) => {
      const ask = () => send(port, request, newConnections)
      const healthy = normalize(await ask())
      const attempt = async (kind: Kind, fault: string, number: number) => {
        await renew(kind === 'process' ? undefined : drawn)
        let reply: Reply | string = ''
        const failed = await withFault(kind, fault, number, async () => {
          reply = await ask().catch(String)
        })
        assertReply(t, reply, healthy, `${fault} of ${failed}`)
        elapse(60_000)
        t.strictSame(normalize(await ask()), healthy, `after ${fault} of ${failed}`)
        return failed !== undefined
      }
      for (const kind of kinds)
        for (const fault of faults[kind]) {
          let number = 1
          while (number < maxCalls && (await attempt(kind, fault, number))) number += 1
        }
    })
})

/** Asserts that a reply is the healthy one, or an error that says so and that no cache holds. */
function assertReply(t: Test, reply: Reply | string, healthy: ReturnType<typeof normalize>, failed: string) {
  // A file that cannot be read to its end: the connection is closed.
  if (typeof reply === 'string') return t.match(reply, /aborted|hang up|ECONNRESET/, failed)
  const { status, headers, body } = reply
  if (status === healthy.status) return t.strictSame(normalize(reply), healthy, failed)
  t.match(String(status), /^(404|406|500|503)$/, failed)
  if (status !== 404) t.match(JSON.parse(body), { error: Object }, failed)
  const caching = status === 404 ? /no-store|no-cache|max-age=0/ : 'no-store'
  return t.match(headers, { 'cache-control': caching }, failed)
}
