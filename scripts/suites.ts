import { appendFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

// Each process that loads the server and collects coverage takes three seconds of CPU time, more than most test files. So
// `npm test` runs a few processes of similar cost, each of which imports the test files of several folders.
const suites: Record<string, string[]> = {
  processes: ['.', 'cli', 'dev', 'http', 'metrics'],
  data: ['advice', 'audit', 'base', 'business', 'compare', 'discovery', 'facts'],
  site: ['api', 'deploy', 'folder', 'markdown', 'mcp', 'pictures', 'site']
}
// These have commands of their own, which collect no coverage.
const others = ['attack', 'browser', 'soak']

const list = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('node_modules'))
    .sort()

const folder = 'build/test/suites'
rmSync(folder, { recursive: true, force: true })
const scripts = list('test').flatMap((file) => (file.endsWith('.ts') ? [file.replace(/ts$/, 'js')] : []))
// The compiler leaves the scripts of deleted files.
for (const file of list('build/test')) {
  if (file.endsWith('.js') && !scripts.includes(file)) rmSync(`build/test/${file}`)
}
mkdirSync(folder)
for (const name of Object.keys(suites))
  appendFileSync(`${folder}/${name}.js`, "import '../process-coverage.js'\n")
for (const file of scripts.filter((file) => file.endsWith('.test.js'))) {
  const [part = ''] = dirname(file).split('/')
  if (others.includes(part)) continue
  const suite = Object.keys(suites).find((name) => suites[name]?.includes(part))
  appendFileSync(`${folder}/${suite ?? 'site'}.js`, `import '../${file}'\n`)
}
