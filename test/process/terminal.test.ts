import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { executable, run } from '../process.ts'

const settings = { DATA_DIR: 'test/fixtures/minimal', BASE_URL: '', NODE_OPTIONS: '', TERM: 'xterm' }

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
      const { child, output, stop } = run(t, { ...settings, HOST }, 'dev')
      await once(child.stdout, 'data')
      const line =
        /^\d\d:\d\d:\d\d info {2}serving test\/fixtures\/minimal and site at http:\/\/localhost:(\d+)\/$/
      const port = Number(line.exec(`${output[0]}`)?.[1])
      t.equal(await connects(port, '127.0.0.1'), true)
      t.equal(await connects(port, '127.0.0.2'), isOpen)
      await stop()
    })
  }
})

// test/log.test.ts shows when a terminal has colours.
t.test('business-facts serve › logs for people in a terminal, in colour', async (t) => {
  // util-linux runs the command in a terminal.
  const command = [process.execPath, ...executable, 'serve'].join(' ')
  const child = spawn('script', ['--quiet', '--command', command, '/dev/null'], {
    env: { ...process.env, ...settings, HOST: '127.0.0.1', PORT: '0', NO_COLOR: '' },
    stdio: ['pipe', 'pipe', 'inherit']
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  while (!output.includes('Ctrl+C')) output += (await once(child.stdout, 'data'))[0]
  // Ctrl+C in the terminal, which takes two seconds for a signal.
  child.stdin.write('\u0003')
  await once(child, 'exit')
  t.match(output, '\u001b[32minfo \u001b[0m listening')
  t.match(
    output,
    /\nOpen http:\/\/localhost:\d+\/\r?\nAfter an edit of test\/fixtures\/minimal, run: npm run reload\. Ctrl\+C stops the server\.\r?\n/
  )
})
