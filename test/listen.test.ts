import { createServer } from 'node:http'
import t from 'tap'
import { explainListenError, listen } from '../src/serve.ts'
import { listen as listenForTest } from './helper.ts'

t.test('a server that cannot listen', async (t) => {
  const explain = (code: string) =>
    explainListenError({ code, message: `listen ${code}` }, { port: 80, host: 'shop', prefix: 'METRICS_' })

  t.test('names the setting, its value and a correction', async (t) => {
    t.equal(
      explain('EACCES'),
      'METRICS_PORT: 80 needs more rights than this user has. Set a port from 1024, and put a proxy in front.'
    )
    t.match(explain('EADDRINUSE'), /^METRICS_PORT: 80 is already in use\./)
    for (const code of ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN']) {
      t.match(explain(code), /^METRICS_HOST: "shop" is .+\. Set .+ 127\.0\.0\.1.*\.$/, code)
    }
  })

  t.test('rejects if another server has the port', async (t) => {
    const port = Number(new URL(await listenForTest(t, () => undefined)).port)
    await t.rejects(listen(createServer(), port, '127.0.0.1'), {
      message: `PORT: ${port} is already in use. Stop the other process, or set another port.`
    })
  })

  t.test('has the message of the system for any other error', async (t) => {
    t.equal(explain('ENOBUFS'), 'METRICS_HOST, METRICS_PORT: listen ENOBUFS')
  })

  t.test('rejects with the line that names the setting', async (t) => {
    await t.rejects(listen(createServer(), 0, '203.0.113.9'), {
      message:
        'HOST: "203.0.113.9" is not an address of this machine. ' +
        'Set 0.0.0.0 for every address, or 127.0.0.1 for this machine only.'
    })
  })
})
