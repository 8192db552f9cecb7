import t from 'tap'
import { measure } from '../measured.ts'
import { sendExpensiveMessages } from './attacks.ts'
import { expensiveMessages } from './expensive-messages.ts'
import { costOf, maxCostMs, startLimited, twoRounds } from './limited-server.ts'
import { post, rpc } from './post.ts'

const maxBody = 65_536

t.test('an expensive MCP message', async (t) => {
  const server = await startLimited(t)
  await post(server.port, rpc('ping'))
  await post(server.port, rpc('tools/call', { name: 'search', arguments: { query: 'bot' } }))

  for (const [name, message, headers] of expensiveMessages) {
    t.test(`with ${name} costs little and gets a short response`, async (t) => {
      const body = typeof message === 'string' ? message : JSON.stringify(message)
      t.ok(body.length <= maxBody)
      const cost = await costOf(server, async () => {
        const reply = await post(server.port, body, headers)
        t.ok(Number(reply.status) < 500, `status ${reply.status}`)
        t.ok(reply.body.length < 4000, `${reply.body.length} bytes`)
        t.equal(JSON.parse(reply.body).id, 1)
      })
      measure(t, 'a message that asks for much', cost, maxCostMs, 'ms')
    })
  }

  t.test('leaves the server up if many are sent at once', async (t) => {
    await twoRounds(t, server, () => sendExpensiveMessages(server, t))
    const logged = JSON.stringify(server.log).length
    t.ok(logged < 10_000, `${logged} bytes of log`)
  })
})
