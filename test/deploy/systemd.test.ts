import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { readConfig } from '../../src/config.ts'

const unit = readFileSync('deploy/business-facts.service', 'utf8')
const read = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0
const skip = !hasAnalyzer && 'systemd is not installed'

/** Checks a unit with the paths of this machine; returns the exit code and the complaints. */
function verify(t: Test, text: string) {
  const folder = t.testdir({})
  const content = text.replaceAll('/usr/bin/node', process.execPath).replaceAll('/srv/business', folder)
  const file = join(t.testdir({ 'business-facts.service': content }), 'business-facts.service')
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  return { status, complaints: stderr.split('\n').filter((line) => line.includes('business-facts.service')) }
}

t.test('the systemd unit', async (t) => {
  t.test('runs the command of npm start, and reloads by SIGHUP', async (t) => {
    const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
    const words = scripts.start.split(' ').slice(2)
    const program = join(read('WorkingDirectory'), 'node_modules/business-facts/dist/src/business-facts.js')
    t.equal(
      read('ExecStart'),
      `/usr/bin/node ${words.join(' ')}`.replace('dist/src/business-facts.js', program)
    )
    t.equal(read('ExecReload'), '/bin/kill -HUP $MAINPID')
  })

  t.test('has the limits of the compose file, and stops after the grace period', async (t) => {
    const { server } = parse(readFileSync('docker-compose.yml', 'utf8')).services
    t.equal(read('MemoryMax').toLowerCase(), server.mem_limit)
    t.equal(read('CPUQuota'), `${server.cpus * 100}%`)
    t.equal(read('TasksMax'), String(server.pids_limit))
    t.equal(read('LimitNOFILE'), String(server.ulimits.nofile))
    t.equal(Number(read('TimeoutStopSec')) * 1000, readConfig({}).shutdownGraceMs + 5000)
  })

  t.test('has no error for systemd-analyze verify', { skip }, async (t) => {
    t.same(verify(t, unit), { status: 0, complaints: [] })
    const { complaints } = verify(t, unit.replace('ExecReload=', 'ExecRelaod='))
    t.match(complaints, [/Unknown key/], 'the test can fail')
  })
})
