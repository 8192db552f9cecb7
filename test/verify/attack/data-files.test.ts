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
  type LimitedServer,
  longestBlockOf,
  maxCostMs,
  startLimited,
  twoRounds
} from './limited-server.ts'

const failureMessage = 'reload failed, still serving the previous data'
const services = JSON.parse(readFileSync(join(fixtureData, 'services.json'), 'utf8'))
const profile = JSON.parse(readFileSync(join(fixtureData, 'profile.json'), 'utf8'))
const faq = JSON.parse(readFileSync(join(fixtureData, 'faq.json'), 'utf8'))

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
const questions = (count: number, bytes: number, part = 1) => ({
  ...faq,
  categories: [
    {
      name: 'שאלות',
      items: Array.from({ length: count }, (_, index) => ({
        question: `שאלה ${part}.${index}?`,
        answer: `${index} ${'תשובה '.repeat(bytes / 11)}`.trim()
      }))
    }
  ]
})
const manyQuestions = questions(2000, 500)
const withoutSummaries = Buffer.byteLength(JSON.stringify([catalogue(2000), manyQuestions]))
/** The largest valid data: 2,000 services, 2,000 questions, almost 4 MB with the other files. */
const largest = { services: catalogue(2000, (4_100_000 - withoutSummaries) / 2000), faq: manyQuestions }

const many = (count: number, value: unknown, name = 'name') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, value]))

// Replacements of a data file, with a pattern for the first problem.
const files: [name: string, make: (file: string) => unknown, problem: RegExp][] = [
  ['40 MB', (file) => truncateSync(file, 40e6), /must have at most 4194304 bytes \(4 MB\).*, got 4\d{7}$/],
  ['a FIFO', (file) => replace(file, () => execFileSync('mkfifo', [file])), /is not a regular file/],
  ['a folder', (file) => replace(file, () => mkdirSync(file)), /is not a regular file/],
  ['a device', (file) => replace(file, () => symlinkSync('/dev/zero', file)), /is not a regular file/],
  [
    'a link to itself',
    (file) => replace(file, () => symlinkSync('services.json', file)),
    /cannot be read \(ELOOP\)/
  ],
  [
    'a file that grows',
    (file) => replace(file, () => symlinkSync('/proc/self/status', file)),
    /changed while/
  ],
  ['no file', (file) => rmSync(file), /is missing/]
]

// Contents of a data file within 4 MB, with a pattern for the first problem.
const texts: [name: string, text: string, problem: RegExp][] = [
  [
    '4,000 misspelled fields',
    JSON.stringify(catalogue(2000, 0, { form_ils: 1, naem: 'x' })),
    /unknown field/
  ],
  [
    '90,000 unknown fields',
    JSON.stringify({ ...services, ...many(90_000, 1, 'categorie') }),
    /unknown field/
  ],
  [
    '90,000 hidden characters',
    JSON.stringify({ ...services, pricing_note: many(90_000, '\u200b') }),
    /must be text/
  ],
  ['a name of 3 MB', JSON.stringify({ ...services, ['x'.repeat(3e6)]: 1 }), /field name longer than 200/],
  [
    'a text of 4 MB',
    JSON.stringify({ ...services, pricing_note: 'x'.repeat(4e6) }),
    /at most 5000 characters/
  ],
  ['1,300,000 empty lists', `[${'[],'.repeat(1.3e6)}[]]`, /must have at most 100000 values, got 1300002/],
  ['1,300,000 levels', '['.repeat(1.3e6), /nested too deeply/],
  [
    '600,000 duplicates of a field',
    `{${'"a":1,'.repeat(6e5)}"a":1}`,
    /at most 100000 values|duplicate field/
  ],
  ['4,000,000 syntax errors', '}'.repeat(4e6), /is not JSON/],
  ['one service too many', JSON.stringify(catalogue(2001)), /must have at most 2000 entries, got 2001/]
]

function replace(file: string, make: () => unknown) {
  rmSync(file)
  make()
}

async function failReload(server: LimitedServer): Promise<string[]> {
  const line = server.logged(failureMessage)
  server.signal('SIGHUP')
  const { problems } = await line
  return Array.isArray(problems) ? problems.map(String) : []
}

async function reload(server: LimitedServer) {
  const line = server.logged('reloaded')
  server.signal('SIGHUP')
  await line
}

t.test('data files', async (t) => {
  t.test('of the maximum size start a server, and reload without blocking the event loop', async (t) => {
    const server = await startLimited(t, { dataDir: dataWith(t, largest) })
    const costs = new Costs()
    const attack = async () => {
      const prepared = server.logged('prepared')
      costs.add('a reload', await longestBlockOf(server, () => reload(server)))
      await prepared
    }
    await twoRounds(t, server, attack)
    await costs.repeat(attack)
    costs.assert(t)
  })

  t.test(
    'that are invalid are rejected without blocking the event loop, and the old data is served',
    async (t) => {
      const dataDir = dataWith(t, {})
      const file = join(dataDir, 'services.json')
      const server = await startLimited(t, { dataDir })
      const attacks = [
        ...files,
        ...texts.map(([name, text, problem]): (typeof files)[number] => [
          name,
          (file) => writeFileSync(file, text),
          problem
        ])
      ]
      // The first reload costs more than later ones, because its code is not compiled yet.
      const prepared = server.logged('prepared')
      await reload(server)
      await prepared
      for (const [name, make, problem] of attacks) {
        make(file)
        let problems: string[] = []
        const cost = await costOf(server, async () => {
          problems = await failReload(server)
        })
        t.match(problems[0], problem, name)
        t.ok(problems.length <= 101, `${name}: ${problems.length} problems are listed`)
        t.ok(
          problems.every((line) => line.length < 1500),
          `${name}: each problem is short`
        )
        measure(t, name, cost, maxCostMs, 'ms')
        t.equal(await health(server.port), 200)
        rmSync(file, { recursive: true, force: true })
        writeFileSync(file, JSON.stringify(services))
      }
      await reload(server)
      t.ok(server.isUp())
    }
  )

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
    const beyond: [edits: Record<string, unknown>, line: RegExp][] = [
      [
        { services: catalogue(2001) },
        /services.json:1:\d+ \/examples: must have at most 2000 entries, got 2001$/
      ],
      [
        { faq: questions(1000, 5000) },
        /: the data files must have at most 4194304 bytes \(4 MB\) in all.*, got \d{7}$/
      ],
      [
        { faq: { ...faq, categories: [1, 2].flatMap((part) => questions(1001, 20, part).categories) } },
        /faq.json:1:\d+ \/categories: must have at most 2000 questions in all, got 2002$/
      ],
      [
        { profile: { ...profile, track_record: many(2000, 'value') } },
        /track_record: must have at most 20000 characters as JSON, got \d+$/
      ],
      [
        { profile: { ...profile, stack: Object.keys(many(201, 1)) } },
        /stack: must have at most 200 entries, got 201$/
      ]
    ]
    for (const [edits, line] of beyond) {
      const dataDir = dataWith(t, edits)
      for (const name of ['serve', 'check'] as const) {
        const { exited, errors } = run(t, { DATA_DIR: dataDir }, name)
        t.equal(await exited, 1)
        t.match(errors, [line])
        t.equal(errors.length, 1)
      }
    }
  })
})
