import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folderWith, readManifest } from '../../export/trees.ts'
import { executable } from '../../process.ts'
import { measure } from '../measured.ts'
import { largeData, maxServices } from './large-data.ts'
import { maxMemory, runLimited } from './limited-server.ts'

t.test(`an export of ${maxServices} services takes at most 60 s of CPU time and 256 MB`, async (t) => {
  const out = join(folderWith(t, {}), 'public')
  const { status, errors, cpuSeconds, peakMb } = await runLimited(t, [...executable, 'export', out], {
    BASE_URL: 'https://nahat.example',
    DATA_DIR: largeData(t)
  })
  t.equal(status, 0, errors)
  t.comment(`${cpuSeconds.toFixed(1)} s of CPU time, peak of memory: ${Math.round(peakMb)} MB`)
  measure(t, 'the export of 2,000 services', cpuSeconds * 1000, 60_000, 'ms')
  t.ok(peakMb * 2 ** 20 <= maxMemory, `${peakMb} MB`)
  const { files } = readManifest(out)
  const last = `services/service-${maxServices - 1}`
  for (const file of [`${last}/index.html`, `${last}.md`, `api/v1/${last}.json`, `api/${last}.json`])
    t.ok(file in files && readFileSync(join(out, file)).length > 0, file)
  rmSync(out, { recursive: true })
})
