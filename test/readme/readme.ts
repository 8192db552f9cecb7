import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { type Command, prints, readCommands } from './commands.ts'

// What .ci/run runs by itself.
const steps = [
  ...[
    'npm test',
    'npm run test:deploy',
    'npm run test:soak',
    'npm run test:attack',
    'npm run test:readme',
    'npm run lint:openapi'
  ],
  '.ci/run'
]
// What is run as another: a part of npm test, and one case of what takes twenty minutes.
const others = ['npm run test:browser', 'npm run bench']
// After all others: what ends the container, and what then needs its port.
const last = ['docker compose stop', 'docker compose down', 'npm run dev']
const port = 3000

const isServer = (command: string) => /npm start$|npm run dev$/.test(command)
const isUp = () =>
  fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false
  )
const hasDocker = spawnSync('docker', ['compose', 'version']).status === 0

/** All that git keeps of the project, and what would be added to it, in a folder of its own. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const file of files.toString().split('\0').filter(Boolean)) cpSync(file, join(folder, file))
  return folder
}

t.test('the commands of the README', { timeout: 900_000 }, async (t) => {
  const folder = copyProject()
  const all = readCommands(readFileSync('README.md', 'utf8'))
  const here = all.filter(({ command }) => ![...steps, ...others].includes(command))
  const isLast = ({ command }: Command) => last.includes(command)
  const ordered = [...here.filter((item) => !isLast(item)), ...here.filter(isLast)]
  const environment = { ...process.env, NODE_OPTIONS: '', CI: '' }
  let server: ChildProcess | undefined

  async function stop() {
    if (server?.pid === undefined) return
    const ended = once(server, 'close')
    // At once: who has asked for readiness in turns is waited for.
    process.kill(-server.pid, 'SIGKILL')
    await ended
    while (await isUp()) await sleep(100)
    server = undefined
  }
  t.teardown(async () => {
    await stop()
    if (hasDocker) spawnSync('docker', ['compose', 'down'], { cwd: folder })
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts a server in the background, and waits until it answers. */
  async function startServer(command: string) {
    await stop()
    if (await isUp()) throw new Error(`another server answers at port ${port}`)
    // A group of its own, so that what npm has started ends with it.
    server = spawn('bash', ['-c', command], {
      cwd: folder,
      env: environment,
      detached: true,
      stdio: 'ignore'
    })
    const end = performance.now() + 120_000
    while (server.exitCode === null && performance.now() < end && !(await isUp())) await sleep(100)
  }

  if (!t.notOk(await isUp(), `port ${port} is free`)) return

  for (const { command, output } of ordered) {
    // The one thing in which the reader's command is another: the address.
    const own = command.replaceAll('https://business.example', `http://localhost:${port}`)
    const skip = command.includes('docker') && !hasDocker && 'no Docker'
    await t.test(command, { skip }, async (t) => {
      if (isServer(own)) {
        await startServer(own)
        t.ok(await isUp())
        return
      }
      if (own.startsWith('docker compose up')) await stop()
      const { status, stdout, stderr } = spawnSync('bash', ['-c', own], {
        cwd: folder,
        env: environment,
        encoding: 'utf8'
      })
      t.equal(status, 0, `${stdout.slice(-2000)}\n${stderr.slice(-2000)}`)
      t.ok(prints(stdout, output), `${stdout.slice(0, 2000)}\nis not\n${output.join('\n')}`)
    })
  }

  t.test('that .ci/run runs by itself are in it', (t) => {
    const text = readFileSync('.ci/run', 'utf8').replaceAll('--silent ', '')
    for (const command of steps) t.ok(text.includes(command) || command === '.ci/run', command)
    t.end()
  })
})
