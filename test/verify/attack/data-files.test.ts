import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { dataWith } from '../../helper.ts'
import { fixtureData } from '../../process.ts'
import { measure } from '../measured.ts'
import { costOf, health, maxCostMs, startLimited } from './limited-server.ts'

const services = JSON.parse(readFileSync(join(fixtureData, 'services.json'), 'utf8'))

const catalogue = (count: number, fields = {}) => ({
  ...services,
  examples: Array.from({ length: count }, (_, index) => ({
    ...services.examples[index % 8],
    id: `service-${index}`,
    ...fields
  }))
})
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
  ['a device', replace((file) => symlinkSync('/dev/zero', file)), /is not a regular file/],
  ['4,000 misspelled fields', write(catalogue(2000, { form_ils: 1, naem: 'x' })), /unknown field/],
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

t.test('data files that are invalid are rejected without blocking, and the old data is served', async (t) => {
  const dataDir = dataWith(t, {})
  const file = join(dataDir, 'services.json')
  const server = await startLimited(t, { DATA_DIR: dataDir })
  // The first reload costs more than later ones, because its code is not compiled yet.
  await server.reload()
  for (const [name, make, problem] of attacks) {
    make(file)
    let problems: string[] = []
    const cost = await costOf(server, async () => {
      const failed = server.logged('reload failed, still serving the previous data')
      server.signal('SIGHUP')
      problems = [(await failed).problems].flat().map(String)
    })
    t.match(problems[0], problem, name)
    t.ok(problems.length <= 101, `${name}: ${problems.length} problems are listed`)
    for (const line of problems) t.ok(line.length < 1500, `${name}: each problem is short`)
    measure(t, name, cost, maxCostMs, 'ms')
    t.equal(await health(server.port), 200)
    rmSync(file, { recursive: true, force: true })
    writeFileSync(file, JSON.stringify(services))
  }
  await server.reload()
  t.ok(server.isUp())
})
