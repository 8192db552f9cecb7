import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import t from 'tap'
import { stopWithNpm } from '../../src/signals.ts'

t.test('the end of npm', async (t) => {
  t.test('is not watched if npm did not start the server', async (t) => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    stopWithNpm({}, () => t.fail('npm has not started the server'))
    t.equal(timers(), before)
  })

  // test/verify/deploy/npm-start.test.ts sends each signal to npm itself.
  t.test('stops the server when the shell that npm started has ended', async (t) => {
    const extension = extname(import.meta.filename)
    const server = `
      import { stopWithNpm } from '${join(import.meta.dirname, `../../src/signals${extension}`)}'
      stopWithNpm({ npm_lifecycle_event: 'start' }, (reason) => {
        console.log(reason)
        process.exit()
      })
      setInterval(() => {}, 1000)
      console.log('listening')`
    const flags = extension === '.ts' ? '--import=tsx ' : ''
    // The second command keeps the shell from replacing itself by the first.
    const script = `${process.execPath} ${flags}--input-type=module --eval "$SERVER"; true`
    const shell = spawn('sh', ['-c', script], {
      env: { ...process.env, SERVER: server },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    const output: string[] = []
    shell.stdout.on('data', (data) => output.push(String(data)))
    await once(shell.stdout, 'data')
    shell.kill('SIGTERM')
    // The server has the standard output of the shell, which closes when the server ends.
    await once(shell, 'close')
    t.equal(output.join(''), 'listening\nend of npm\n')
  })
})
