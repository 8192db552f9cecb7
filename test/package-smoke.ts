// The package as its owners use it, without a registry: packed, unpacked next to the installed dependencies, and run.
// Prints one line per check; the exit code is 1 if one fails.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fieldOf } from '../src/base/json-value.ts'
import { followLog } from './process.ts'

const root = mkdtempSync(join(tmpdir(), 'business-facts-smoke-'))
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
const environment = { ...process.env, HOST: '127.0.0.1', PORT: '0', NODE_OPTIONS: '' }
const run = (command: string, args: string[], cwd = root) =>
  execFileSync(command, args, { cwd, env: environment, encoding: 'utf8' })

let passed = 0
let failed = 0
function check(name: string, holds: boolean): void {
  if (holds) passed += 1
  else failed += 1
  console.log(`${holds ? 'ok' : 'not ok'} - ${name}`)
}

const packed = run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', root], resolve('.'))
run('tar', ['-xzf', packed.trim()])
// Of the installed dependencies, the package sees only its own.
const { dependencies, bin } = JSON.parse(readFileSync(join(root, 'package/package.json'), 'utf8'))
check('the package has dependencies', Object.keys(dependencies).length > 0)
symlinkSync(resolve('node_modules'), join(root, 'package/node_modules'))
const executable = join(root, 'package', bin['business-facts'])

const folder = join(root, 'corner-shop')
check(
  'init writes a folder',
  run(process.execPath, [executable, 'init', 'corner-shop']).includes('Created corner-shop')
)
const checked = run(process.execPath, [executable, 'check'], folder)
check('check finds no problems in it', checked.includes('data: no problems'))
mkdirSync(join(folder, 'site'), { recursive: true })
writeFileSync(join(folder, 'site/hello.txt'), 'hello')

const server = spawn(process.execPath, [executable, 'serve'], {
  cwd: folder,
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit']
})
const exited = once(server, 'exit')
const { address } = await Promise.race([
  followLog(server.stdout).logged('listening'),
  exited.then(([code]) => Promise.reject(new Error(`serve exited with ${code}`)))
])
const url = `http://127.0.0.1:${fieldOf(address, 'port')}`
for (const [path, text] of [
  ['/', '<h1'],
  ['/index.md', '# corner-shop'],
  ['/api/v1/profile.json', '"name":"corner-shop"'],
  ['/hello.txt', 'hello'],
  ['/api/nothing', '"code":"not_found"']
] as const)
  check(`GET ${path} has ${text}`, (await (await fetch(url + path)).text()).includes(text))
server.kill('SIGTERM')
const [code] = await exited
check(`SIGTERM ends it with exit code 0 (${code})`, code === 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
