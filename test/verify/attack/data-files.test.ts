import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { dataWith } from '../../helper.ts'
import { fixtureData, run } from '../../process.ts'
import { measure } from '../measured.ts'
import {
  Costs,
  costOf,
  health,
  longestBlockOf,
  maxCostMs,
  startLimited,
  twoRounds
} from './limited-server.ts'

const failureMessage = 'reload failed, still serving the previous data'
const [services, faq] = ['services', 'faq'].map((name) =>
  JSON.parse(readFileSync(join(fixtureData, `${name}.json`), 'utf8'))
)

/** Builds a catalogue of `count` services, each with a summary of about `bytes` bytes. */
const catalogue = (count: number, bytes = 0, fields = {}) => ({
  ...services,
  examples: Array.from({ length: count }, (_, index) => ({
    ...services.examples[index % 8],
    id: `service-${index}`,
    ...(bytes > 0 && { summary: `${index} ${'שלום '.repeat(bytes / 9)}`.trim() }),
    ...fields
  }))
})
const topic = (count: number, bytes: number, part = 1) => ({
  name: `שאלות ${part}`,
  items: Array.from({ length: count }, (_, index) => ({
    question: `שאלה ${part}.${index}?`,
    answer: `${index} ${'תשובה '.repeat(bytes / 11)}`.trim()
  }))
})
const questions = (...categories: object[]) => ({ ...faq, categories })
const manyQuestions = questions(topic(2000, 500))
const withoutSummaries = Buffer.byteLength(JSON.stringify([catalogue(2000), manyQuestions]))
/** The largest valid data: 2,000 services, 2,000 questions, almost 4 MB with the other files. */
const largest = { services: catalogue(2000, (4_100_000 - withoutSummaries) / 2000), faq: manyQuestions }

const many = (count: number, value: unknown, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, value]))

type Attack = [name: string, make: (file: string) => unknown, problem: RegExp]
const replace =
  (make: (file: string) => unknown): Attack[1] =>
  (file) => {
    rmSync(file)
    make(file)
  }
const write = (content: unknown) => (file: string) =>
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
const withNote = (pricing_note: unknown) => write({ ...services, pricing_note })

// Replacements of services.json, with a pattern for the first problem.
const attacks: Attack[] = [
  ['40 MB', (file) => truncateSync(file, 40e6), /must have at most 4194304 bytes \(4 MB\).*, got 4\d{7}$/],
  ['a FIFO', replace((file) => execFileSync('mkfifo', [file])), /is not a regular file/],
  ['a folder', replace(mkdirSync), /is not a regular file/],
  ['a device', replace((file) => symlinkSync('/dev/zero', file)), /is not a regular file/],
  ['a link to itself', replace((file) => symlinkSync('services.json', file)), /cannot be read \(ELOOP\)/],
  ['a file that grows', replace((file) => symlinkSync('/proc/self/status', file)), /changed while/],
  ['no file', rmSync, /is missing/],
  ['4,000 misspelled fields', write(catalogue(2000, 0, { form_ils: 1, naem: 'x' })), /unknown field/],
  ['90,000 unknown fields', write({ ...services, ...many(90_000, 1, 'categorie') }), /unknown field/],
  ['90,000 hidden characters', withNote(many(90_000, '\u200b', 'name')), /must be text/],
  ['a text with 1,000 hidden characters', withNote(`א${'\u200e\u200f'.repeat(500)}`), /invisible character/],
  ['a name of 3 MB', write({ ...services, ['x'.repeat(3e6)]: 1 }), /field name longer than 200/],
  ['a text of 4 MB', withNote('x'.repeat(4e6)), /at most 5000 characters/],
  ['1,300,000 empty lists', write(`[${'[],'.repeat(1.3e6)}[]]`), /at most 100000 values, got 1300002/],
  ['1,300,000 levels', write('['.repeat(1.3e6)), /nested too deeply/],
  ['600,000 duplicates', write(`{${'"a":1,'.repeat(6e5)}"a":1}`), /at most 100000 values|duplicate field/],
  ['4,000,000 syntax errors', write('}'.repeat(4e6)), /is not JSON/],
  ['one service too many', write(catalogue(2001)), /must have at most 2000 entries, got 2001/]
]

t.test('data files', async (t) => {
  t.test('of the maximum size start a server, and reload without blocking the event loop', async (t) => {
    const server = await startLimited(t, { DATA_DIR: dataWith(t, largest) })
    const costs = new Costs()
    const attack = async () => {
      const prepared = server.logged('prepared')
      const reload = async () => {
        const reloaded = server.logged('reloaded')
        server.signal('SIGHUP')
        await reloaded
      }
      costs.add('a reload', await longestBlockOf(server, reload))
      await prepared
    }
    await twoRounds(t, server, attack)
    await costs.repeat(attack)
    costs.assert(t)
  })

  t.test('that are invalid are rejected without blocking, and the old data is served', async (t) => {
    const dataDir = dataWith(t, {})
    const file = join(dataDir, 'services.json')
    const server = await startLimited(t, { DATA_DIR: dataDir })
    // The first reload costs more than later ones, because its code is not compiled yet.
    await server.reload()
    for (const [name, make, problem] of attacks) {
      make(file)
      let problems: string[] = []
      const cost = await costOf(server, async () => {
        const failed = server.logged(failureMessage)
        server.signal('SIGHUP')
        problems = [(await failed).problems].flat().map(String)
      })
      t.match(problems[0], problem, name)
      t.ok(problems.length <= 101, `${name}: ${problems.length} problems are listed`)
      t.same(
        problems.filter((line) => line.length >= 1500),
        [],
        `${name}: each problem is short`
      )
      measure(t, name, cost, maxCostMs, 'ms')
      t.equal(await health(server.port), 200)
      rmSync(file, { recursive: true, force: true })
      writeFileSync(file, JSON.stringify(services))
    }
    await server.reload()
    t.ok(server.isUp())
  })

  t.test('that are a socket are rejected', async (t) => {
    // The path of a socket has at most 107 characters.
    const dataDir = mkdtempSync(join(tmpdir(), 'data-'))
    t.teardown(() => rmSync(dataDir, { recursive: true }))
    const file = join(dataDir, 'faq.json')
    const socket = createServer().listen(file)
    t.teardown(() => socket.close())
    await once(socket, 'listening')
    const { exited, errors } = run(t, { DATA_DIR: dataDir }, 'check')
    t.equal(await exited, 1)
    t.equal(errors.at(-1), `${file}: is not a regular file. Replace it with a file that the server can read.`)
  })

  t.test('beyond a limit fail check and startup, with one line', async (t) => {
    const beyond: [place: string, value: unknown, line: RegExp][] = [
      [
        'services',
        catalogue(2001),
        /services.json:1:\d+ \/examples: must have at most 2000 entries, got 2001$/
      ],
      [
        'faq',
        questions(topic(1000, 5000)),
        /: the data files must have at most 4194304 bytes .*, got \d{7}$/
      ],
      [
        'faq',
        questions(topic(1001, 20), topic(1001, 20, 2)),
        /faq.json:1:\d+ \/categories: must have at most 2000 questions in all, got 2002$/
      ],
      [
        'profile#/track_record',
        many(2000, 'value', 'name'),
        /track_record: must have at most 20000 characters as JSON, got \d+$/
      ],
      ['profile#/stack', Object.keys(many(201, 1, 'a')), /stack: must have at most 200 entries, got 201$/]
    ]
    for (const [place, value, line] of beyond) {
      const dataDir = dataWith(t, { [place]: value })
      for (const name of ['serve', 'check'] as const) {
        const { exited, errors } = run(t, { DATA_DIR: dataDir }, name)
        t.equal(await exited, 1)
        t.match(errors, [line])
        t.equal(errors.length, 1)
      }
    }
  })
})
