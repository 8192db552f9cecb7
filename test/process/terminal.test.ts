import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { executable } from '../process.ts'

/** Runs a command until its output matches, and uses it; returns the output. */
async function readUntil(
  t: Test,
  pattern: RegExp,
  command: string[],
  environment: Record<string, string> = {},
  use = async (_output: string): Promise<void> => {}
) {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    env: {
      ...process.env,
      ...{ NODE_OPTIONS: '', HOST: '127.0.0.1', PORT: '0', DATA_DIR: 'test/fixtures/minimal', TERM: 'xterm' },
      ...environment
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8')
  while (!pattern.test(output)) output += (await once(child.stdout, 'data'))[0]
  await use(output)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return output
}

t.test('business-facts dev', async (t) => {
  t.test('serves the folders, logs for people, and ends on SIGTERM', async (t) => {
    const output = await readUntil(t, /\n/, [process.execPath, ...executable, 'dev'], {
      HOST: '127.0.0.1'
    })
    t.match(
      output,
      /^\d\d:\d\d:\d\d info {2}serving test\/fixtures\/minimal and site at http:\/\/localhost:\d+\/\n/
    )
  })

  for (const [host, isOpen] of [
    ['', false],
    ['0.0.0.0', true]
  ] as const) {
    t.test(
      `with HOST="${host}" ${isOpen ? 'listens on every address' : 'listens on 127.0.0.1 only'}`,
      async (t) => {
        let port = 0
        const connects = (address: string) =>
          new Promise<boolean>((resolve) => {
            const socket = connect(port, address, () => resolve(true)).on('error', () => resolve(false))
            socket.on('connect', () => socket.destroy())
          })
        await readUntil(t, /\n/, [process.execPath, ...executable, 'dev'], { HOST: host }, async (output) => {
          port = Number(/localhost:(\d+)/.exec(output)?.[1])
          t.equal(await connects('127.0.0.1'), true)
          t.equal(await connects('127.0.0.2'), isOpen)
        })
      }
    )
  }
})

t.test('business-facts serve', async (t) => {
  // util-linux runs the command in a terminal.
  const inTerminal = (words: string[]) => ['script', '--quiet', '--command', words.join(' '), '/dev/null']
  const serve = inTerminal([process.execPath, ...executable, 'serve'])

  t.test('logs for people in a terminal, with colours unless NO_COLOR is set', async (t) => {
    const coloured = await readUntil(t, /listening/, serve, { NO_COLOR: '' })
    t.match(coloured, '\u001b[32minfo \u001b[0m listening')
    const plain = await readUntil(t, /Ctrl\+C/, serve, { NO_COLOR: '1' })
    t.match(plain, /^\d\d:\d\d:\d\d info {2}listening ms=\d+\r?$/m)
    t.match(
      plain,
      /\nOpen http:\/\/localhost:\d+\/\r?\nAfter an edit of test\/fixtures\/minimal, run: npm run reload\. Ctrl\+C stops the server\.\r?\n/
    )
  })
})
