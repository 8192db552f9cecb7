import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import t, { type Test } from 'tap'
import { command, fixtureData, followLog, linesOf } from '../../process.ts'

const absolute = command.map((word) => word.replace('=./', `=${process.cwd()}/`))
const server = [process.execPath, ...absolute].join(' ')

/** Runs `npm start` with this script, sends the signal to npm when the server listens, and returns its messages. */
async function stopByNpm(t: Test, start: string, signal: NodeJS.Signals) {
  const npm = spawn('npm', ['start'], {
    cwd: t.testdir({ 'package.json': JSON.stringify({ name: 'shop', scripts: { start } }) }),
    env: {
      ...process.env,
      ...{ HOST: '127.0.0.1', PORT: '0', BASE_URL: 'https://nahat.example' },
      ...{ DATA_DIR: resolve(fixtureData), SITE_DIR: resolve('site') }
    },
    // Its own group, so the teardown ends the server too.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  t.teardown(() => {
    try {
      process.kill(-Number(npm.pid), 'SIGKILL')
    } catch {}
  })
  const exited = once(npm, 'exit')
  // The server has the same standard output, which closes when it ends.
  const closed = once(npm, 'close')
  const { output, logged } = followLog(npm.stdout)
  await logged('listening')
  npm.kill(signal)
  const [code] = await exited
  await closed
  return { code, messages: linesOf(output, 30).filter(({ msg }) => /^stop/.test(String(msg))) }
}

// The second command keeps any shell from replacing itself by the first. npm does not pass on SIGHUP.
const cases: [script: string, signal: NodeJS.Signals, code: number | null | undefined, reason: string][] = [
  [`exec ${server}`, 'SIGTERM', 0, 'SIGTERM'],
  [`exec ${server}`, 'SIGINT', 0, 'SIGINT'],
  [`exec ${server}`, 'SIGHUP', null, 'end of npm'],
  [`${server}; true`, 'SIGTERM', undefined, 'end of npm']
]
for (const [script, signal, expected, reason] of cases)
  t.test(`${signal} to npm stops the server, with the reason ${reason}`, async (t) => {
    const { code, messages } = await stopByNpm(t, script, signal)
    if (expected !== undefined) t.equal(code, expected)
    t.match(messages, [{ msg: 'stopping', signal: reason }, { msg: 'stopped' }])
  })
