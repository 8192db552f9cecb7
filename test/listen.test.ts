import { createServer } from 'node:http'
import t from 'tap'
import { listen } from '../src/serve.ts'
import * as helper from './helper.ts'

t.test('a server that cannot listen names the settings, their values and a correction', async (t) => {
  await t.rejects(listen(createServer(), 0, '203.0.113.9'), {
    message:
      'HOST, PORT: cannot listen on "203.0.113.9", port 0 (EADDRNOTAVAIL). Set an address of this machine, such as 127.0.0.1, and a port from 1024.'
  })
  const port = Number(new URL(await helper.listen(t, () => {})).port)
  await t.rejects(listen(createServer(), port, '127.0.0.1', 'METRICS_'), {
    message: `METRICS_PORT: ${port} is already in use. Stop the other process, or set another port.`
  })
})
