import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'

// Starting a process with tap takes two seconds of CPU time, more than most test files do. So `npm test` runs one process per
// folder of tests, which imports its files. What `npm run verify` runs is in test/verify/.
const list = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

const scripts = list('test').flatMap((file) => (file.endsWith('.ts') ? [file.replace(/ts$/, 'js')] : []))
const target = 'build/test/suites'
rmSync(target, { recursive: true, force: true })
// The compiler leaves the scripts of deleted files.
for (const file of list('build/test')) {
  if (file.endsWith('.js') && !scripts.includes(file)) rmSync(`build/test/${file}`)
}
mkdirSync(target)
for (const file of scripts.filter((file) => file.endsWith('.test.js'))) {
  const folder = file.includes('/') ? file.slice(0, file.indexOf('/')) : 'root'
  if (folder !== 'verify') appendFileSync(`${target}/${folder}.js`, `import '../${file}'\n`)
}
