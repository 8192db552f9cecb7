import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { newFolder, readManifest } from '../../export/trees.ts'
import { baseUrl, folderWith } from '../../helper.ts'
import { measure, runMeasured } from '../measured.ts'
import { largeData, maxServices } from './large-data.ts'
import { imageEnvironment, maxMemoryMb } from './limited-server.ts'

t.test(`an export of ${maxServices} services takes at most 60 s of CPU time and 256 MB`, async (t) => {
  const out = newFolder(t)
  const settings = { ...imageEnvironment, BASE_URL: baseUrl, DATA_DIR: largeData(t) }
  const { status, stderr, cpuMs, peakMb } = runMeasured(['export', out], settings)
  t.equal(status, 0, stderr)
  measure(t, 'the export of 2,000 services', cpuMs, 60_000, 'ms')
  t.ok(peakMb <= maxMemoryMb, `${peakMb} MB`)
  const { files } = readManifest(out)
  const last = `services/service-${maxServices - 1}`
  for (const file of [`${last}/index.html`, `${last}.md`, `api/v1/${last}.json`, `api/${last}.json`])
    t.ok(file in files && readFileSync(join(out, file)).length > 0, file)
})

t.test('checking a thousand facts that link to one page takes at most 10 s of CPU time', async (t) => {
  const name = 'Trouser hem'
  const examples = Array.from({ length: 1000 }, (_, index) => ({
    ...{ id: `service-${index}`, name, price: { kind: 'fixed', amount: '12.50' } },
    url: `${baseUrl}/${index === 0 ? 'numbers/' : `all/#service-${index}`}`
  }))
  const sections = examples.map(({ id }) => `<section id="${id}"><h2>${name}</h2><p>1 £</section>`)
  const siteDir = folderWith(t, {
    'index.html': '<h1>Home',
    'all/index.html': `<title>All</title>${sections.join('')}${'<p>x'.repeat(20_000)}`,
    'numbers/index.html': `<title>Numbers</title>${name} ${'1'.repeat(104_000)}`
  })
  cpSync('test/fixtures/minimal', join(siteDir, 'data'), { recursive: true })
  writeFileSync(join(siteDir, 'data/services.json'), JSON.stringify({ examples }))
  const settings = { SITE_DIR: siteDir, DATA_DIR: join(siteDir, 'data'), BASE_URL: baseUrl }
  const { status, stderr, cpuMs } = runMeasured(['check'], settings)
  t.equal(status, 1)
  const lines = stderr.trim().split('\n')
  t.match(stderr, 'more facts are missing from their pages')
  t.ok(lines.length < 150, `${lines.length} lines`)
  measure(t, 'the check of hostile pages', cpuMs, 10_000, 'ms')
})
