// This server in one process that counts requests for a while, then does not, and so on: two processes differ by more
// than counting costs. Answers /figures with what each while cost, in CPU microseconds an answer.
import { createServer } from 'node:http'

// The built files, because the loader of TypeScript sets the name of each function again, which would count too.
const built = (file: string) => import(new URL(`../dist/src/${file}`, import.meta.url).href)
const { buildApp }: typeof import('../src/app.ts') = await built('app.js')
const { readConfig }: typeof import('../src/config.ts') = await built('config.js')
const { createLogger }: typeof import('../src/log.ts') = await built('log.js')
const { createMetrics }: typeof import('../src/metrics/metrics.ts') = await built('metrics/metrics.js')

const config = readConfig({ PORT: String(process.argv[2]) })
const { readBusiness }: typeof import('../src/business/read.ts') = await built('business/read.js')
const app = await buildApp(config, { business: readBusiness(config), logger: createLogger('error') })
const metrics = createMetrics({ current: () => app, reloads: { success: 0, failure: 0 }, limits: {} })
const listeners = [app.listener, metrics.observe(app.listener)] as const

const costs: [plain: number[], counted: number[]] = [[], []]
let index: 0 | 1 = 0
let answers = 0
let before = process.cpuUsage()

createServer((request, response) => {
  if (request.url === '/figures') return response.end(JSON.stringify(costs))
  answers += 1
  return listeners[index](request, response)
}).listen(config.port, '127.0.0.1')

setInterval(() => {
  const { user, system } = process.cpuUsage(before)
  if (answers > 100) costs[index].push((user + system) / answers)
  before = process.cpuUsage()
  answers = 0
  index = index === 0 ? 1 : 0
}, 250)
