import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'

// Runs the suites of scripts/suites.ts, three at once, and prints their results as one TAP document. `tap` would add hooks to
// each process, which take a fifth of the CPU time. `npm run verify` needs them for the coverage only.
const maxRunning = 3
const timeoutMs = 900_000

const folder = 'build/test/suites'
const suites = readdirSync(folder).sort()
const queue = [...suites.entries()]
const sum = { total: 0, pass: 0, fail: 0 }

async function runSuites(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [index, name] = next
    const start = performance.now()
    const { output, end } = await run(`${folder}/${name}`)
    const counts = /^# \{ total: (\d+)(?:, pass: (\d+))?(?:, fail: (\d+))?/m.exec(output) ?? []
    const [total = 0, pass = 0, fail = 0] = counts.slice(1).map((digits) => Number(digits ?? 0))
    // A process that ends before its results, or has none, is one failure.
    const isOk = end === 0 && total > 0
    const lost = isOk || fail > 0 ? 0 : 1
    sum.total += total + lost
    sum.pass += pass
    sum.fail += fail + lost
    const time = Math.round(performance.now() - start)
    process.stdout.write(
      `# Subtest: ${name}\n${output.replace(/^(?=.)/gm, '    ')}` +
        `${isOk ? 'ok' : 'not ok'} ${index + 1} - ${name}${isOk ? '' : `, ended with ${end}`} # time=${time}ms\n\n`
    )
  }
}

/** Runs a suite in a process; returns its output, and its exit code or the signal that ended it. */
function run(file: string): Promise<{ output: string; end: unknown }> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, TAP_TIMEOUT: String(timeoutMs / 1000) },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL'
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      resolve({ output: Buffer.concat(chunks).toString(), end: code ?? signal })
    })
  })
}

process.stdout.write('TAP version 14\n')
await Promise.all(Array.from({ length: maxRunning }, runSuites))
const { total, pass, fail } = sum
process.stdout.write(
  `1..${suites.length}\n# { total: ${total}, pass: ${pass}${fail > 0 ? `, fail: ${fail}` : ''} }\n`
)
process.exitCode = fail > 0 ? 1 : 0
