import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import t from 'tap'
import { Errors } from '../../../src/http/errors.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { LimitLog } from '../../../src/http/slots.ts'
import { baseUrl, buildWhole, facts, listen } from '../../helper.ts'

t.test('bodies and files of pipelined responses are released when their connection ends', async (t) => {
  const siteDir = t.testdir({ 'text.txt': 'x'.repeat(400_000), 'big.bin': Buffer.alloc(40e6) })
  const limitLog = new LimitLog({ warn: () => {} })
  const { listener } = await buildWhole(t, { business: await facts() }, { siteDir })
  const server = createHttpServer(listener, new Errors(baseUrl), limitLog)
  const { port } = new URL(await listen(t, listener, server))
  const openFiles = () => readdirSync('/proc/self/fd').length
  const before = openFiles()
  const socket = connect(Number(port), '127.0.0.1')
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  socket.write(ask('/big.bin').repeat(60))
  await once(socket, 'readable')
  while (openFiles() < before + 50) await new Promise((resolve) => setTimeout(resolve, 5))
  socket.destroy()
  while (openFiles() > before + 5) await new Promise((resolve) => setTimeout(resolve, 5))
  t.pass('no file stays open')
})
