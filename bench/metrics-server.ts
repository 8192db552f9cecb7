// This server, with and without metrics in alternating intervals of one process, because two processes differ by more than
// the metrics cost. /figures returns the CPU microseconds per response of each interval.
import { createServer } from 'node:http'

// Loads the built files, because the TypeScript loader adds work to each function definition.
const built = (file: string) => import(new URL(`../dist/src/${file}`, import.meta.url).href)
const { buildApp }: typeof import('../src/app.ts') = await built('app.js')
const { readConfig }: typeof import('../src/config.ts') = await built('config.js')
const { createLogger }: typeof import('../src/log.ts') = await built('log.js')
const { createMetrics }: typeof import('../src/metrics/metrics.ts') = await built('metrics/metrics.js')

const config = readConfig({ PORT: String(process.argv[2]) })
const { readBusiness }: typeof import('../src/business/loading/read-business.ts') = await built(
  'business/loading/read-business.js'
)
const app = await buildApp(config, { business: await readBusiness(config), logger: createLogger('error') })
const metrics = createMetrics({ current: () => app, reloads: { success: 0, failure: 0 }, limits: {} })
const listeners = [app.listener, metrics.observe(app.listener)] as const

const costs: [plain: number[], withMetrics: number[]] = [[], []]
let index: 0 | 1 = 0
let responses = 0
let before = process.cpuUsage()

createServer((request, response) => {
  if (request.url === '/figures') return response.end(JSON.stringify(costs))
  responses += 1
  return listeners[index](request, response)
}).listen(config.port, '127.0.0.1')

setInterval(() => {
  const { user, system } = process.cpuUsage(before)
  if (responses > 100) costs[index].push((user + system) / responses)
  before = process.cpuUsage()
  responses = 0
  index = index === 0 ? 1 : 0
}, 250)
