import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'

// A process that loads tap and the program takes a second of CPU time, more than most test files do. So scripts/test.ts runs
// one process for each large folder of tests, or for several small ones, which imports their files. What `npm run verify` runs
// is in test/verify/.
const minFiles = 8
const list = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()

const scripts = list('test').flatMap((file) => (file.endsWith('.ts') ? [file.replace(/ts$/, 'js')] : []))
const target = 'build/test/suites'
rmSync(target, { recursive: true, force: true })
// The compiler leaves the scripts of deleted files.
for (const file of list('build/test')) {
  if (file.endsWith('.js') && !scripts.includes(file)) rmSync(`build/test/${file}`)
}
mkdirSync(target)
const tests = scripts.filter((file) => file.endsWith('.test.js') && !file.startsWith('verify/'))
const folderOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : 'root')
let suite: string[] = []
for (const [index, file] of tests.entries()) {
  suite.push(file)
  const next = tests[index + 1]
  const isEnd = next === undefined || (suite.length >= minFiles && folderOf(next) !== folderOf(file))
  if (!isEnd) continue
  const name = [...new Set(suite.map(folderOf))].join('-')
  writeFileSync(`${target}/${name}.js`, suite.map((test) => `import '../${test}'\n`).join(''))
  suite = []
}
