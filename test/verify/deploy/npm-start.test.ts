import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import t, { type Test } from 'tap'
import { command, fixtureData, followLog, linesOf } from '../../process.ts'

const server = [process.execPath, ...command.map((word) => word.replace('=./', `=${process.cwd()}/`))].join(
  ' '
)

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

const endOfNpm = [{ msg: 'stopping', signal: 'end of npm' }, { msg: 'stopped' }]

t.test('a signal to npm', async (t) => {
  t.test('reaches the server, because the script of npm start begins with exec', async (t) => {
    t.match(JSON.parse(readFileSync('package.json', 'utf8')).scripts.start, /^exec node /)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { code, messages } = await stopByNpm(t, `exec ${server}`, signal)
      t.equal(code, 0)
      t.match(messages, [{ msg: 'stopping', signal }, { msg: 'stopped' }])
    }
  })

  t.test('ends the server even if a shell between them does not pass it on', async (t) => {
    // The second command keeps any shell from replacing itself by the first.
    const { messages } = await stopByNpm(t, `${server}; true`, 'SIGTERM')
    t.match(messages, endOfNpm)
  })

  t.test('ends npm and the server if it is SIGHUP, which npm does not pass on', async (t) => {
    const { code, messages } = await stopByNpm(t, `exec ${server}`, 'SIGHUP')
    t.equal(code, null)
    t.match(messages, endOfNpm)
  })
})
