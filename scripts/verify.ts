// What a change is verified with on purpose, beyond the gate: `npm run verify` runs every step, `npm run verify browser mcp`
// some. A step that fails stops no other. Ends with the measured values and a table of the steps.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Settings = Record<string, string>
interface Step {
  /** Packages of Debian that are installed if a file is missing. */
  needs?: Record<string, string>
  run: () => Promise<Outcome>
}
/** The number of checks, or why the step cannot run here. */
type Outcome = { passed: number; failed: number } | string

const scratch = mkdtempSync(join(tmpdir(), 'business-facts-verify-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
const measurements = join(scratch, 'measured')
const folder = 'build/test/verify'
const engine = '../shared/container'
/** Runs the tests of the gate. */
const test = 'node build/scripts/test.js'
/** The oldest version of Node.js that is promised, and the one of the image. */
const nodeVersions = ['20.19.0', '26.0.0']
/** Days on which tests that read the clock would fail: beside a holiday, a new year, a change of the hour, a leap day. */
const days = ['2026-12-26', '2027-01-15', '2027-03-28', '2028-02-29']

/** Runs a command, shows its output, and counts what it reports; a failure without a count is one. */
function shell(command: string, settings: Settings = {}): Promise<{ passed: number; failed: number }> {
  process.stdout.write(`$ ${command}\n`)
  const child = spawn('bash', ['-c', command], {
    env: { ...process.env, MEASURED: measurements, ...settings },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      process.stdout.write(data)
      output = (output + data).slice(-1_000_000)
    })
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const counts = /^# \{ total: \d+(?:, pass: (\d+))?(?:, fail: (\d+))?/gm
      const totals = Array.from(output.matchAll(counts)).at(-1)
      const lines = (word: string) => output.split('\n').filter((line) => line.startsWith(word)).length
      const [passed, failed] = totals
        ? [Number(totals[1] ?? 0), Number(totals[2] ?? 0)]
        : [lines('PASS '), lines('FAIL ')]
      if (code === 0) resolve({ passed: passed || 1, failed })
      else resolve({ passed, failed: failed || 1 })
    })
  })
}

const tap = (files: string, settings?: Settings, flags = '') =>
  shell(`npx tap --timeout=1500 ${flags} ${files}`, settings)

/** A new seed of random tests, which run as often as they can with it. */
function newSeed(): Settings {
  const FUZZ_SEED = process.env.FUZZ_SEED ?? String(Date.now() % 2 ** 31)
  process.stdout.write(`FUZZ_SEED=${FUZZ_SEED}\n`)
  return { FUZZ_SEED }
}

async function total(outcomes: (() => Promise<{ passed: number; failed: number }>)[]) {
  const sum = { passed: 0, failed: 0 }
  for (const run of outcomes) {
    const { passed, failed } = await run()
    sum.passed += passed
    sum.failed += failed
  }
  return sum
}

/** Runs the tests of the gate under another version of Node.js, from the package of its binary. */
function testOnNode(version: string) {
  const name = `node-${process.platform}-${process.arch}`
  const prefix = join(scratch, version)
  return shell(
    `npm install --silent --no-save --prefix ${prefix} ${name}@${version} && ` +
      `export PATH=${prefix}/node_modules/${name}/bin:$PATH && node --version && ${test}`
  )
}

/** The library that moves the clock of a process. */
const findClock = () =>
  ['x86_64-linux-gnu', 'aarch64-linux-gnu']
    .map((machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`)
    .find(existsSync)

const hasDocker = () => spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0

/** The settings of a container engine: the one that runs, or the one that the checks of containers start. */
function startEngine(): Settings | undefined {
  if (hasDocker()) return {}
  if (!existsSync(join(engine, 'engine'))) return undefined
  const { stdout } = spawnSync('bash', ['-c', `eval "$(${engine}/engine up)" && env`], { encoding: 'utf8' })
  const lines = stdout.matchAll(/^(DOCKER_\w+|PATH|BUILDX_\w+)=(.*)$/gm)
  return Object.fromEntries(Array.from(lines, ([, name, value]) => [name, value]))
}

// Of a run that was interrupted.
const removeLeftovers =
  'rm -rf .tap/fixtures; ' +
  'docker ps --all --quiet --filter name=business-facts --filter name=verify | xargs --no-run-if-empty docker rm --force; ' +
  'docker network ls --quiet --filter name=business-facts | xargs --no-run-if-empty docker network rm'

/** Builds without a registry take the base image of the tag that the digest pins. */
const findBaseImage =
  `image=$(grep -oEm1 'node:[^ ]+@sha256:[0-9a-f]{64}' Dockerfile); ` +
  `docker pull --quiet "$image" >/dev/null 2>&1 || { tag=docker-image://docker.io/library/\${image%@*}; ` +
  `printf '{"rules":[{"action":"CONVERT","selector":{"identifier":"%s"},"updates":{"identifier":"%s"}}]}' ` +
  `"$tag@\${image#*@}" "$tag" >${scratch}/policy.json; export EXPERIMENTAL_BUILDKIT_SOURCE_POLICY=${scratch}/policy.json; }`

async function inContainers(command: string): Promise<Outcome> {
  const settings = startEngine()
  if (settings === undefined)
    return 'no container engine runs: start Docker, or Podman with its command docker'
  return shell(`${removeLeftovers} >/dev/null; ${command}`, settings)
}

const steps: Record<string, Step> = {
  browser: { needs: { '/usr/bin/chromium': 'chromium' }, run: () => tap(`${folder}/browser/*.test.js`) },
  examples: {
    needs: { '/usr/bin/chromium': 'chromium' },
    run: () => tap(`${folder}/examples/*.test.js`)
  },
  node: { run: () => total(nodeVersions.map((version) => () => testOnNode(version))) },
  deploy: {
    needs: {
      '/usr/sbin/nginx': 'nginx-light',
      '/usr/bin/caddy': 'caddy',
      '/usr/bin/systemd-analyze': 'systemd'
    },
    run: () => tap(`${folder}/deploy/*.test.js`)
  },
  worker: {
    run: () =>
      total([() => shell('npm ci --silent --prefix test/verify/edge'), () => tap(`${folder}/edge/*.test.js`)])
  },
  soak: { run: () => tap(`${folder}/soak/*.test.js`, newSeed()) },
  fuzz: {
    run: () => tap("$(grep -rl random.js build/test --include='*.test.js' --exclude-dir=verify)", newSeed())
  },
  mcp: { run: () => tap(`${folder}/conformance/*.test.js`) },
  container: {
    // The checks of those who accept the image: a project without them has the steps attack and package.
    run: async () =>
      existsSync(`${engine}/verify`)
        ? inContainers(`RSS_MAX_MB=230 SIZE_MAX_MB=85 ${engine}/verify .`)
        : `${engine}/verify is missing: it is not in this repository, whose own checks of the image are attack and package`
  },
  attack: {
    run: () => {
      const tests = `npx tap --timeout=1500 --jobs=2 --serial=${folder}/attack/alone ${folder}/attack/*.test.js ${folder}/attack/alone/*.test.js`
      const build = 'docker compose --project-name business-facts-attack build --quiet'
      const remove = 'docker image rm business-facts-attack-server >/dev/null'
      return inContainers(
        `${findBaseImage}; ${build} && { ATTACK_CONTAINER=1 ${tests}; }; code=$?; ${remove}; exit $code`
      )
    }
  },
  package: {
    run: () => inContainers(`${findBaseImage}; npx tap --timeout=1500 ${folder}/package/*.test.js`)
  },
  readme: { run: () => inContainers(`${findBaseImage}; npx tap --timeout=1500 ${folder}/readme/*.test.js`) },
  calendar: {
    needs: { [findClock() ?? '/usr/bin/faketime']: 'libfaketime' },
    run: () =>
      total(
        days.map(
          (day) => () =>
            shell(
              `LD_PRELOAD=${findClock()} FAKETIME='@${day} 12:00:00' FAKETIME_DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1 ${test}`,
              { TZ: 'Pacific/Apia' }
            )
        )
      )
  },
  coverage: { run: () => shell('npx tap --no-disable-coverage --allow-incomplete-coverage') }
}

/** Installs the packages of Debian that a step needs. */
function prepare(needs: Record<string, string>): void {
  const missing = Object.entries(needs).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))
  if (missing.length === 0) return
  const sudo = process.getuid?.() === 0 ? '' : 'sudo '
  const install = 'apt-get install -y -qq --no-install-recommends'
  const command = `${sudo}apt-get update -qq && ${sudo}${install} ${missing.join(' ')}`
  spawnSync('bash', ['-c', command], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  })
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => steps[name] === undefined)
if (unknown.length > 0) {
  process.stderr.write(
    `verify: unknown step ${unknown.join(', ')}. The steps: ${Object.keys(steps).join(', ')}\n`
  )
  process.exit(2)
}

// The plugins of .taprc. A run of tap that has to build them fails.
const timeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
if (timeOf('.tap/plugins') < timeOf('node_modules/.package-lock.json'))
  spawnSync('npx', ['tap', 'build'], { stdio: 'inherit' })

const rows: string[] = []
let hasFailed = false
for (const name of chosen.length > 0 ? chosen : Object.keys(steps)) {
  const step = steps[name]
  if (step === undefined) continue
  process.stdout.write(`\n== ${name}\n`)
  const start = Date.now()
  prepare(step.needs ?? {})
  const outcome = await step.run()
  const seconds = String(Math.round((Date.now() - start) / 1000)).padStart(8)
  if (typeof outcome === 'string') {
    rows.push(`${name.padEnd(12)}${'not run'.padStart(16)}${seconds}  ${outcome}`)
    continue
  }
  const numbers = [outcome.passed, outcome.failed].map((count) => String(count).padStart(8)).join('')
  rows.push(`${name.padEnd(12)}${numbers}${seconds}`)
  hasFailed ||= outcome.failed > 0
}

if (existsSync(measurements)) {
  const header = `${'value'.padStart(10)}${'limit'.padStart(10)}${'margin'.padStart(8)}`
  process.stdout.write(`\nMeasured${' '.repeat(4)}${header}\n`)
  for (const line of readFileSync(measurements, 'utf8').trim().split('\n')) {
    const { name, value, limit, unit } = JSON.parse(line)
    const columns = [value, limit].map((number) => `${Math.round(number)} ${unit}`.padStart(10)).join('')
    const margin = `${Math.round((1 - value / limit) * 100)}%`.padStart(8)
    process.stdout.write(`${' '.repeat(12)}${columns}${margin}  ${name}\n`)
  }
}
process.stdout.write(`\n${'step'.padEnd(12)}  passed  failed seconds\n${rows.join('\n')}\n`)
process.exitCode = hasFailed ? 1 : 0
