import { createServer } from 'node:http'
import t from 'tap'
import { listen } from '../src/serve.ts'

t.test('a server that cannot listen names the settings, their values and a correction', async (t) => {
  await t.rejects(listen(createServer(), 0, '203.0.113.9'), {
    message:
      'HOST, PORT: cannot listen on "203.0.113.9", port 0 (EADDRNOTAVAIL). Set an address of this machine, such as 127.0.0.1, and a port from 1024.'
  })
})
