import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { coverageDir } from './process.ts'

const reportDir = '.tap/coverage'

// The first import of every suite: at its end, tap gets the coverage of the processes that it started. That of libraries
// is left out, because the report would take two seconds to do so.
t.teardown(() => {
  for (const folder of [coverageDir, reportDir]) mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(coverageDir)) {
    const coverage = JSON.parse(readFileSync(join(coverageDir, name), 'utf8'))
    coverage.result = coverage.result.filter(({ url }: { url: string }) => !url.includes('/node_modules/'))
    writeFileSync(join(reportDir, name), JSON.stringify(coverage))
  }
  rmSync(coverageDir, { recursive: true })
})
