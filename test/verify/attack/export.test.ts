import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { newFolder, readManifest } from '../../export/trees.ts'
import { measure, runMeasured } from '../measured.ts'
import { largeData, maxServices } from './large-data.ts'
import { imageEnvironment, maxMemoryMb } from './limited-server.ts'

t.test(`an export of ${maxServices} services takes at most 60 s of CPU time and 256 MB`, async (t) => {
  const out = newFolder(t)
  const settings = { ...imageEnvironment, BASE_URL: 'https://nahat.example', DATA_DIR: largeData(t) }
  const { status, stderr, cpuMs, peakMb } = runMeasured(['export', out], settings)
  t.equal(status, 0, stderr)
  t.comment(`peak of memory: ${Math.round(peakMb)} MB`)
  measure(t, 'the export of 2,000 services', cpuMs, 60_000, 'ms')
  t.ok(peakMb <= maxMemoryMb, `${peakMb} MB`)
  const { files } = readManifest(out)
  const last = `services/service-${maxServices - 1}`
  for (const file of [`${last}/index.html`, `${last}.md`, `api/v1/${last}.json`, `api/${last}.json`])
    t.ok(file in files && readFileSync(join(out, file)).length > 0, file)
})
