import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { folder } from '../../site/folder.ts'
import { measure } from '../measured.ts'
import { startLimited, twoRounds } from './limited-server.ts'

const services = JSON.parse(readFileSync('data/services.json', 'utf8'))
// Without the image, whose file is missing here: each service would have a warning.
const [{ image: _, ...example }] = services.examples
const others = ['faq', 'pricing', 'profile'].map((name) => `data/${name}.json`)
const count = 1000

t.test(
  'checking a thousand facts that link to one page takes at most 10 s of CPU time and 2 s of the event loop',
  async (t) => {
    const examples = Array.from({ length: count }, (_, index) => ({
      ...example,
      id: `service-${index}`,
      url: index === 0 ? 'https://nahat.example/numbers/' : `https://nahat.example/all/#service-${index}`
    }))
    const sections = examples.map(({ id }) => `<section id="${id}"><h2>${example.name}</h2><p>1 ₪</section>`)
    const root = folder(t, {
      ...Object.fromEntries(others.map((name) => [name, readFileSync(name)])),
      'data/services.json': JSON.stringify({ ...services, examples }),
      'site/index.html': '<h1>Home',
      'site/all/index.html': `<title>All</title>${sections.join('')}${'<p>x'.repeat(20_000)}`,
      'site/numbers/index.html': `<title>Numbers</title>${example.name} ${'1'.repeat(104_000)}`
    })
    const server = await startLimited(t, { SITE_DIR: join(root, 'site'), DATA_DIR: join(root, 'data') })
    const startMs = server.loopMs()
    measure(t, 'the start beside hostile pages', startMs, 5000, 'ms')

    const isChecked = () => server.lines(40).some(({ msg }) => String(msg).includes('more facts are missing'))
    while (!isChecked()) await sleep(100)
    const checkMs = server.cpuMs() - startMs
    measure(t, 'the check of hostile pages', checkMs, 10_000, 'ms')
    const loopMs = server.loopMs() - startMs
    measure(t, 'its time of the event loop', loopMs, 2000, 'ms')
    const warnings = server.lines(40)
    t.ok(warnings.length < 130, `${warnings.length} warnings`)

    // After a reload, the check runs during the preparation.
    await twoRounds(t, server, server.reload)
  }
)
