import { appendFileSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'

// Each process that loads the server and collects coverage takes three seconds of CPU time, more than most test files.
// So `npm test` runs one process per folder of test/, which imports the test files of that folder.
const tests = 'build/test'
const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
mkdirSync(`${tests}/suites`)
for (const file of files.filter((file) => file.endsWith('.test.js')).sort()) {
  const [folder] = dirname(file).split('/')
  appendFileSync(`${tests}/suites/${folder === '.' ? 'server' : folder}.js`, `import '../${file}'\n`)
}
