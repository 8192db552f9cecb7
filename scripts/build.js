// Compiles the program into dist/, or with `test` the program and its tests into build/. Compiles nothing if nothing changed
// since the last time.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const forTests = process.argv[2] === 'test'
const target = forTests ? 'build' : 'dist'
const sources = [
  'src',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'node_modules/.package-lock.json'
]
const tests = ['test', 'harness', 'scripts', 'bench']
const stamp = join(target, 'complete')

/** Returns whether a file, or a file or folder below it, changed after a time. */
function hasChanged(path, time) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return false
  if (stats.mtimeMs > time) return true
  if (!stats.isDirectory()) return false
  return readdirSync(path).some((name) => name !== 'node_modules' && hasChanged(join(path, name), time))
}

const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
if ([...sources, ...(forTests ? tests : [])].some((path) => hasChanged(path, built))) build()

function build() {
  rmSync(stamp, { force: true })
  const started = new Date()
  const run = (name, ...args) => execFileSync(join('node_modules/.bin', name), args, { stdio: 'inherit' })
  const worker = ['src/worker/worker.ts', '--bundle', '--minify', '--format=esm', '--target=es2023']
  run('esbuild', ...worker, '--log-level=warning', '--outfile=dist/worker.js')
  // `npm test` checks the types, which takes half of the time.
  run('tsc', ...(forTests ? ['--checkers', '1'] : ['-p', 'tsconfig.build.json', '--noCheck']))
  cpSync('package.json', join(target, 'package.json'))
  rmSync(join(target, 'src/site/assets'), { recursive: true, force: true })
  cpSync('src/site/assets', join(target, 'src/site/assets'), { recursive: true })
  cpSync('src/base/spelling.js', join(target, 'src/base/spelling.js'))
  chmodSync(join(target, 'src/business-facts.js'), 0o755)
  if (forTests) execFileSync(process.execPath, ['build/scripts/suites.js'], { stdio: 'inherit' })
  // A source that changes during the compilation is newer.
  writeFileSync(stamp, '')
  utimesSync(stamp, started, started)
}
