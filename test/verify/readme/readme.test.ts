import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { hasEngine } from '../compose.ts'

const references = readdirSync('docs').filter((name) => name.endsWith('.md'))
// In the order in which they are run.
const withCommands = [
  'README.md',
  'examples/README.md',
  ...references.map((name) => `docs/${name}`),
  'CONTRIBUTING.md'
]
const others = ['ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md', 'bench/README.md']

// The gate and its steps, which run by themselves, and the bench, which takes minutes.
const covered = ['.ci/run', 'npm test', 'npm ci && npm test', 'npm run bench']
const isCovered = (command: string) => covered.includes(command) || command.startsWith('npm run verify')
// Starts the server of the sample, which the commands after the README's ask.
const up = 'docker compose up --build --detach --wait'
const example = 'DATA_DIR=examples/bicycle-workshop/data SITE_DIR=examples/bicycle-workshop/site npm start'
// These end the container, or need its port.
const stops = ['docker compose stop', 'docker compose down']
const last = [...stops, 'npm start', 'npm run reload', example, 'npm run dev']
const port = 3000

const isServer = (command: string) => /npm start$|npm run dev$|docker compose up(?: --build)?$/.test(command)
const isUp = () =>
  fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false
  )

const environment = {
  ...process.env,
  ...{ GIT_AUTHOR_NAME: 'test', GIT_AUTHOR_EMAIL: 'test@business.example' },
  ...{ GIT_COMMITTER_NAME: 'test', GIT_COMMITTER_EMAIL: 'test@business.example' },
  CI: ''
}

/** A command of the documents with the lines that they say it prints. */
interface Command {
  command: string
  output: string[]
}

/** Returns the commands of a Markdown text in order: those in console blocks, and those in backticks in its prose. */
function readCommands(text: string): Command[] {
  const commands: Command[] = []
  let isConsole = false
  // The lines of a list item are indented by three spaces.
  for (const line of text.replaceAll('\\\n', '').replace(/^ {3}/gm, '').split('\n')) {
    const last = commands.at(-1)
    if (line.startsWith('```')) isConsole = line === '```console'
    else if (isConsole && line.startsWith('$ '))
      commands.push({ command: line.slice(2).replace(/ +/g, ' '), output: [] })
    else if (isConsole && last) last.output.push(line)
    else for (const [, command = ''] of line.matchAll(named)) commands.push({ command, output: [] })
  }
  return commands
}

const named = /`((?:(?:npm|npx|docker|curl) |\.ci\/run)[^`]*)`/g

/** Returns whether an output has these lines in this order, where … is any text. */
function prints(output: string, lines: string[]): boolean {
  const pattern = lines.map((line) => line.split('…').map(escapeText).join('.*')).join('[^]*')
  return new RegExp(pattern).test(output)
}

const escapeText = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns the relative links of a Markdown text outside its code: a path, or a heading after `#`, or both. */
const readLinks = (text: string): string[] =>
  Array.from(
    text.replace(/^ *```.*?^ *```$/gms, '').matchAll(/\]\((?![a-z]+:)([^)]+)\)/g),
    ([, link = '']) => link
  )

/** Returns the anchors that GitHub gives to the headings of a Markdown text. */
const readAnchors = (text: string): string[] =>
  Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  )

/** Returns the files and folders that a Markdown text names; of `src/*.ts` or `src/<name>.ts`, the folder. */
const readPaths = (text: string): string[] =>
  Array.from(text.matchAll(/`((?:src|test|harness|bench|scripts|deploy|docs)\/[^`]*)`/g), ([, path = '']) =>
    path.replace(/[*<].*/, '')
  )

/** Returns the exports that a Markdown text names, as in "`api` in `src/api/api.ts`", each with its file. */
const readNames = (text: string): { name: string; file: string }[] =>
  Array.from(text.matchAll(/`(\w+)` in `([^`]+\.tsx?)`/g), ([, name = '', file = '']) => ({ name, file }))

/** Copies the files that are tracked, or would be, into a repository in a temporary folder, which has room next to it. */
function copyProject(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'readme-')), 'business-facts')
  mkdirSync(folder)
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const file of files.toString().split('\0').filter(Boolean)) cpSync(file, join(folder, file))
  for (const command of ['init --quiet', 'add --all', 'commit --quiet --message Copy'])
    execFileSync('git', command.split(' '), { cwd: folder, env: environment })
  return folder
}

/** A command to run in a folder, with the outputs that the documents show for it. */
interface Step {
  command: string
  folder: string
  outputs: string[][]
}

/** Returns the commands of documents in order, each once per folder, which `cd` changes for the rest of a document. */
function listSteps(files: string[]): Step[] {
  const found = new Map<string, Step>()
  for (const file of files) {
    let folder = '.'
    for (const { command: text, output } of readCommands(readFileSync(file, 'utf8'))) {
      const [, path = folder, command = text] = /^cd (\S+) && (.*)$/.exec(text) ?? []
      folder = path
      if (isCovered(command)) continue
      const { outputs = [] } = found.get(`${folder} ${command}`) ?? {}
      found.set(`${folder} ${command}`, { command, folder, outputs: [...outputs, output] })
    }
  }
  return [...found.values()]
}

t.test('the links between the documents lead to files and headings that exist', async (t) => {
  for (const file of [...withCommands, ...others]) {
    for (const link of readLinks(readFileSync(file, 'utf8'))) {
      const [path = '', anchor] = link.split('#')
      const target = path ? join(dirname(file), path) : file
      t.ok(existsSync(target), `${file}: ${link} is a file`)
      if (anchor && existsSync(target))
        t.ok(readAnchors(readFileSync(target, 'utf8')).includes(anchor), `${file}: ${link} is a heading`)
    }
  }
})

// Files that the recipes of CONTRIBUTING.md create.
const created =
  /^(src\/(business\/schemas\/jobs\.ts|site\/views\/jobs\.tsx|business\/words\/sv\.json|api\/v2\/.*)|test\/fixtures\/guesthouse\/jobs\.json)$/

t.test('the files and functions that the documents name exist', async (t) => {
  for (const file of [...withCommands, ...others]) {
    const text = readFileSync(file, 'utf8')
    for (const path of readPaths(text))
      t.ok(created.test(path) || existsSync(path), `${file}: ${path} exists`)
    for (const { name, file: source } of readNames(text)) {
      const code = existsSync(source) ? readFileSync(source, 'utf8') : ''
      t.ok(new RegExp(`\\b${name}\\b`).test(code), `${file}: ${source} has ${name}`)
    }
  }
})

// Where a command of docs/export.md writes.
const exported = '/tmp/public'

t.test('the commands of the documents', { timeout: 900_000 }, async (t) => {
  const project = copyProject()
  let server: ChildProcess | undefined

  async function stop() {
    if (server?.pid === undefined) return
    const ended = once(server, 'close')
    // SIGTERM would wait for the clients that polled /readyz.
    process.kill(-server.pid, 'SIGKILL')
    await ended
    // A container outlives the command that started it.
    if (hasEngine) spawnSync('docker', ['compose', 'down'], { cwd: project })
    while (await isUp()) await sleep(100)
    server = undefined
  }
  t.teardown(async () => {
    await stop()
    removeContainer('.')
    rmSync(dirname(project), { recursive: true, force: true })
  })

  function removeContainer(folder: string) {
    const cwd = join(project, folder)
    if (hasEngine) spawnSync('docker', ['compose', 'down', '--rmi', 'local'], { cwd })
  }

  /** Starts a server in the background and waits until it answers; `env` keeps the hooks of tap out of the commands. */
  async function startServer(command: string, cwd: string) {
    await stop()
    if (await isUp()) throw new Error(`another server answers at port ${port}`)
    // Detached, so a signal to its process group also ends the processes that npm started.
    server = spawn('env', ['NODE_OPTIONS=', 'bash', '-c', command], {
      cwd,
      env: environment,
      detached: true,
      stdio: 'ignore'
    })
    // The first start builds the image.
    const end = performance.now() + 300_000
    while (server.exitCode === null && performance.now() < end && !(await isUp())) await sleep(100)
  }

  if (!t.notOk(await isUp(), `port ${port} is free`)) return
  if (!t.notOk(existsSync(exported), `${exported} does not exist`)) return
  t.teardown(() => rmSync(exported, { recursive: true, force: true }))

  async function runStep({ command, folder, outputs }: Step) {
    // The reader's own domain is this server.
    const own = command.replaceAll('https://business.example', `http://localhost:${port}`)
    const cwd = join(project, folder)
    const skip = command.includes('docker') && !hasEngine && 'no Docker'
    await t.test(`${folder}: ${command}`, { skip }, async (t) => {
      if (isServer(own)) {
        await startServer(own, cwd)
        t.ok(await isUp())
        return
      }
      if (own.startsWith('docker compose up')) await stop()
      const { status, stdout, stderr } = spawnSync('env', ['NODE_OPTIONS=', 'bash', '-c', own], {
        cwd,
        env: environment,
        encoding: 'utf8'
      })
      t.equal(status, 0, `${stdout.slice(-2000)}\n${stderr.slice(-2000)}`)
      for (const output of outputs)
        t.ok(prints(stdout, output), `${stdout.slice(0, 2000)}\nis not\n${output.join('\n')}`)
    })
  }

  const folders = new Set<string>()
  for (const step of listSteps(withCommands.slice(0, 1))) {
    await runStep(step)
    folders.add(step.folder)
  }
  for (const folder of folders) removeContainer(folder)
  const sample = { command: hasEngine ? up : 'npm start', folder: '.', outputs: [] }
  const others = listSteps(withCommands.slice(1)).filter(({ command }) => command !== up)
  const isLast = ({ command }: Step) => last.includes(command)
  const atEnd = others.filter(isLast).sort((a, b) => last.indexOf(a.command) - last.indexOf(b.command))
  for (const step of [sample, ...others.filter((step) => !isLast(step)), ...atEnd]) await runStep(step)
})
