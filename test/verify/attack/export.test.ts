import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { newFolder, readManifest } from '../../export/trees.ts'
import { executable } from '../../process.ts'
import { measure } from '../measured.ts'
import { largeData, maxServices } from './large-data.ts'
import { imageEnvironment, maxMemoryMb } from './limited-server.ts'

t.test(`an export of ${maxServices} services takes at most 60 s of CPU time and 256 MB`, async (t) => {
  const out = newFolder(t)
  const report = 'process.on("exit",()=>console.error(JSON.stringify(process.resourceUsage())))'
  const preload = `--import=data:text/javascript,${encodeURIComponent(report)}`
  const settings = { ...imageEnvironment, BASE_URL: 'https://nahat.example', DATA_DIR: largeData(t) }
  const { status, stderr } = spawnSync(process.execPath, [preload, ...executable, 'export', out], {
    env: { ...process.env, ...settings },
    encoding: 'utf8'
  })
  t.equal(status, 0, stderr)
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(/\{.*\}\s*$/.exec(stderr)?.[0] ?? '{}')
  t.comment(`peak of memory: ${Math.round(maxRSS / 1024)} MB`)
  measure(t, 'the export of 2,000 services', (userCPUTime + systemCPUTime) / 1000, 60_000, 'ms')
  t.ok(maxRSS / 1024 <= maxMemoryMb, `${maxRSS / 1024} MB`)
  const { files } = readManifest(out)
  const last = `services/service-${maxServices - 1}`
  for (const file of [`${last}/index.html`, `${last}.md`, `api/v1/${last}.json`, `api/${last}.json`])
    t.ok(file in files && readFileSync(join(out, file)).length > 0, file)
})
