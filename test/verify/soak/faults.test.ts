import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { freePort } from '../../../harness/free-port.ts'
import { baseUrl } from '../../helper.ts'
import { command, fixtureData, start } from '../../process.ts'

const path = '/api/v1/profile.json'

t.test('a machine that fails', { timeout: 600_000 }, async (t) => {
  t.test('keeps serving and shuts down cleanly when the disk is full', async (t) => {
    const port = await freePort()
    const full = openSync('/dev/full', 'w')
    const settings = { HOST: '127.0.0.1', PORT: String(port), BASE_URL: baseUrl, DATA_DIR: fixtureData }
    const child = spawn(process.execPath, command, {
      env: { ...process.env, ...settings, ACCESS_LOG: 'true' },
      stdio: ['ignore', full, full]
    })
    t.teardown(() => child.kill('SIGKILL'))
    const ended = once(child, 'close')
    const readStatus = async () => (await send(port, { path }).catch(() => undefined))?.status
    while ((await readStatus()) !== 200 && child.exitCode === null) await sleep(20)
    for (let count = 0; count < 100; count += 1) t.equal(await readStatus(), 200)
    child.kill('SIGHUP')
    await sleep(500)
    t.equal(await readStatus(), 200)
    child.kill('SIGTERM')
    t.equal((await ended)[0], 0)
  })

  t.test('keeps serving when the reader of its log is gone', async (t) => {
    const { port, child, stop } = await start(t, { ACCESS_LOG: 'true' })
    child.stdout.destroy()
    for (let count = 0; count < 100; count += 1) t.equal((await send(port, { path })).status, 200)
    t.equal(await stop(), 0)
  })

  // From Debian's package libfaketime: sets the clock of one process from a file.
  const library = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
    .map((machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`)
    .find(existsSync)
  const skip =
    library === undefined && process.env.CI !== 'true' && 'no libfaketime: install Debian’s libfaketime'
  t.test('keeps serving when the clock jumps a year back or ten years ahead', { skip }, async (t) => {
    const file = join(t.testdir({ clock: '+0' }), 'clock')
    const { port, reload, stop } = await start(t, {
      ...{ LD_PRELOAD: String(library), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
      ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', METRICS_PORT: '0' }
    })
    const { etag } = (await send(port, { path })).headers
    const readYear = async () => new Date(String((await send(port, { path })).headers.date)).getUTCFullYear()
    const thisYear = new Date().getUTCFullYear()
    const jumps = { '+0': thisYear, '-1y': thisYear - 1, '+10y': thisYear + 10, '+0d': thisYear }
    for (const [jump, expected] of Object.entries(jumps)) {
      writeFileSync(file, jump)
      // The Date header is up to a second old.
      while ((await readYear()) !== expected) await sleep(50)
      for (const path of ['/pricing/', '/readyz']) t.equal((await send(port, { path })).status, 200)
      t.match(await send(port, { path }), { status: 200, headers: { etag } })
      await reload()
    }
    t.equal(await stop(), 0)
  })
})
