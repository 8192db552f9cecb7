import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { run } from '../../src/cli/reload.ts'

/** Writes the files of /proc for processes that have these arguments; returns the folder. */
function describeProcesses(
  t: Test,
  processes: Record<string, { args: string[]; cwd?: string; parent?: number; SigCgt?: string }>
) {
  const folder = t.testdir({ version: '' })
  for (const [id, { args, cwd, parent = 1, SigCgt = '0000000188004a07' }] of Object.entries(processes)) {
    mkdirSync(join(folder, id))
    writeFileSync(join(folder, id, 'cmdline'), args.map((word) => `${word}\0`).join(''))
    writeFileSync(join(folder, id, 'status'), `Name:\tnode\nPPid:\t${parent}\nSigCgt:\t${SigCgt}\n`)
    if (cwd) symlinkSync(cwd, join(folder, id, 'cwd'))
  }
  return folder
}

// test/process/server.test.ts runs the command.
t.test('reload', async (t) => {
  t.test('ignores npm, shells, other commands and folders, and processes without a handler', async (t) => {
    const serve = ['node', '/app/node_modules/.bin/business-facts', 'serve']
    const processes = describeProcesses(t, {
      2: { args: ['sh', '-c', 'node dist/src/business-facts.js serve'], cwd: '/shop' },
      3: { args: ['docker-init', '--', ...serve], cwd: '/shop' },
      4: { args: ['node', '/app/dist/src/business-facts.js', 'check'], cwd: '/shop' },
      5: { args: ['node', '/app/dist/src/business-facts.js', 'dev'], cwd: '/shop' },
      6: { args: serve, cwd: '/other' },
      7: { args: serve, cwd: '/shop', SigCgt: '0000000188004a06' },
      8: { args: ['node'], cwd: '/shop' }
    })
    await t.rejects(run('/shop', processes), {
      message: 'reload: no server runs in "/shop". Run reload in the folder of the server, as the same user.'
    })
  })

  t.test('fails if several servers run, without those that a server has just forked', async (t) => {
    const server = { args: ['node', '/app/node_modules/.bin/business-facts', 'serve'], cwd: '/shop' }
    const processes = describeProcesses(t, { 8: server, 9: server, 10: { ...server, parent: 9 } })
    await t.rejects(run('/shop', processes), {
      message: /^reload: several servers run in "\/shop"\. Send SIGHUP yourself: kill -HUP 8 9$/
    })
  })

  t.test('does not find the server of another user, whose folder it cannot read', async (t) => {
    const args = ['/usr/bin/node', '--max-semi-space-size=2', 'dist/src/business-facts.js', 'serve']
    const processes = describeProcesses(t, { 9: { args } })
    // A process that has ended since.
    mkdirSync(join(processes, '10'))
    await t.rejects(run('/shop', processes), { message: /^reload: no server runs in "\/shop"\. / })
  })

  t.test('says how to send the signal on a system without /proc', async (t) => {
    await t.rejects(run('/shop', '/nowhere/proc'), {
      message: 'reload: finds the server only on Linux. Send SIGHUP to its process yourself: kill -HUP PID.'
    })
  })
})
