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
    stdio: ['pipe', 'pipe', 'inherit']
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8')
  while (!pattern.test(output)) output += (await once(child.stdout, 'data'))[0]
  await use(output)
  // Ctrl+C in the terminal of util-linux, which takes two seconds for a signal.
  if (program === 'script') child.stdin.write('\u0003')
  else child.kill('SIGTERM')
  await once(child, 'exit')
  return output
}

t.test('business-facts dev', async (t) => {
  const connects = (port: number, address: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, address, () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
  for (const [HOST, isOpen, where] of [
    ['', false, '127.0.0.1 only'],
    ['0.0.0.0', true, 'every address']
  ] as const) {
    t.test(`logs for people, and with HOST="${HOST}" listens on ${where}`, async (t) => {
      const dev = [process.execPath, ...executable, 'dev']
      await readUntil(t, /\n/, dev, { HOST }, async (output) => {
        const line =
          /^\d\d:\d\d:\d\d info {2}serving test\/fixtures\/minimal and site at http:\/\/localhost:(\d+)\/\n/
        const port = Number(line.exec(output)?.[1])
        t.equal(await connects(port, '127.0.0.1'), true)
        t.equal(await connects(port, '127.0.0.2'), isOpen)
      })
    })
  }
})

// test/log.test.ts shows when a terminal has colours.
t.test('business-facts serve › logs for people in a terminal, in colour', async (t) => {
  // util-linux runs the command in a terminal.
  const command = [process.execPath, ...executable, 'serve'].join(' ')
  const serve = ['script', '--quiet', '--command', command, '/dev/null']
  const output = await readUntil(t, /Ctrl\+C/, serve, { NO_COLOR: '' })
  t.match(output, '\u001b[32minfo \u001b[0m listening')
  t.match(
    output,
    /\nOpen http:\/\/localhost:\d+\/\r?\nAfter an edit of test\/fixtures\/minimal, run: npm run reload\. Ctrl\+C stops the server\.\r?\n/
  )
})
