import t from 'tap'
import { call, type HttpRequest, isSuccess, type Reply, send } from '../../../harness/exchange.ts'
import { listBusinesses } from '../../contract/businesses.ts'
import { listExchanges } from '../../contract/contract.ts'
import { linesOf, start } from '../../process.ts'
import { amount } from '../../random.ts'
import { toolCall } from '../../requests.ts'
import { measure, residentMemory } from '../measured.ts'

const timeout = 600_000

// No request was sent before: the server must not remember anything of them.
const unheard: ((n: number) => HttpRequest)[] = [
  (n) => ({ path: `/api/v1/services/none-${n}.json` }),
  (n) => ({ path: `/none-${n}/` }),
  (n) => ({ path: `/none-${n}.md`, headers: { accept: 'text/markdown' } }),
  (n) => ({ path: `/pricing/?utm_source=${n}`, headers: { 'accept-encoding': 'br' } }),
  (n) => ({ path: `/api/v1/faq.json?${n}`, headers: { 'accept-encoding': 'gzip' } }),
  (n) => ({ path: '/pricing/', headers: { accept: `text/markdown, application/x-${n}` } }),
  (n) => ({ path: '/pricing/', headers: { 'accept-encoding': `gzip, x-${n}` } }),
  (n) => ({
    path: '/faq/',
    headers: { 'user-agent': `Agent/${n}`, 'x-forwarded-for': `192.0.2.${n % 256}` }
  }),
  (n) => ({ path: '/openapi.json', headers: { 'if-none-match': `"${n}", W/"${n + 1}"` } }),
  (n) => call('tools/call', { name: 'get_service', arguments: { id: `none-${n}` } }),
  (n) => call('tools/call', { name: 'search', arguments: { query: `מחיר ${n}` } }),
  (n) => ({ ...call('tools/list', {}), body: `{"jsonrpc":"2.0","id":"${n}","method":"none/${n}"}` })
]

t.test('many requests of every kind get stable responses, and memory stays flat', { timeout }, async (t) => {
  const { port, line, output, stop } = await start(t, { METRICS_PORT: '0' })
  const requests = listBusinesses(t)
    .slice(0, 1)
    .flatMap(listExchanges)
    .flatMap(({ request }) => (typeof request === 'function' ? [] : request))
    .concat(toolCall)
  const seen = new Map<number, string>()
  const faults: string[] = []

  /** Sends the nth request; every other one is a known request, whose response must not change. */
  async function exchange(n: number) {
    const index = n % 2 === 0 ? (n / 2) % requests.length : -1
    const sent = requests[index] ?? unheard[(n >> 1) % unheard.length]?.(n) ?? { path: '/' }
    const reply = await send(port, sent)
    const told = `${sent.method ?? 'GET'} ${sent.path} ${JSON.stringify(sent.headers)}`
    if (isFailure(sent, reply)) faults.push(`${told}: ${reply.status} ${reply.body}`)
    if (index === -1) return
    const answer = essence(reply)
    if ((seen.get(index) ?? answer) !== answer) faults.push(`${told}: differs from the response before`)
    seen.set(index, answer)
  }

  let next = 0
  const until = async (end: number) => {
    const client = async () => {
      while (next < end) await exchange(next++)
    }
    await Promise.all(Array.from({ length: 8 }, client))
  }

  const whole = amount(3000, 100_000)
  await until(whole / 4)
  const before = await residentMemory(line)
  await until(whole)
  const after = await residentMemory(line)
  t.same(faults.slice(0, 10), [])
  measure(t, 'growth of memory in mixed requests', after - before, before * 0.15, 'MB')
  t.equal(await stop(), 0)
  t.same(linesOf(output), [])
})

const isFailure = (sent: HttpRequest, reply: Reply) =>
  Number(reply.status) >= 500 ||
  reply.body.includes('Unknown tool') ||
  (sent === toolCall && !isSuccess(sent, reply))

const essence = ({ status, headers, body }: Reply) =>
  JSON.stringify([status, headers['content-type'], headers['content-encoding'], headers.etag, body])
