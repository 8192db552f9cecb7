import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

// Each process that loads the server and collects coverage takes two seconds of CPU time, more than most test files. So
// `npm test` runs a few processes, each of which imports the test files of several folders.
const suites: Record<string, string> = {
  '.': 'processes',
  cli: 'processes',
  http: 'processes',
  metrics: 'processes',
  audit: 'browser',
  browser: 'browser',
  attack: 'attack',
  soak: 'soak'
}

const list = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

const folder = 'build/test/suites'
rmSync(folder, { recursive: true, force: true })
const scripts = list('test').flatMap((file) => (file.endsWith('.ts') ? [file.replace(/ts$/, 'js')] : []))
// The build is incremental, so it still has the scripts of deleted files.
for (const file of list('build/test')) {
  if (file.endsWith('.js') && !scripts.includes(file)) rmSync(`build/test/${file}`)
}
mkdirSync(folder)
for (const file of scripts.filter((file) => file.endsWith('.test.js'))) {
  const [name = ''] = dirname(file).split('/')
  appendFileSync(`${folder}/${suites[name] ?? 'others'}.js`, `import '../${file}'\n`)
}
