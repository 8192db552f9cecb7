import t from 'tap'
import { dataWith, facts } from '../helper.ts'
import { callTool, sendMcp } from '../requests.ts'
import { modern } from './connect.ts'
import { openOnSunday } from './context.ts'
import { buildBoth } from './edge.ts'

t.test('the results of a business with opening hours', async (t) => {
  let now = new Date('2027-01-30T12:00:00Z')
  const app = await buildBoth(t, { business: await facts(dataWith(t, openOnSunday)), now: () => now })
  const { headers, message } = modern('resources/read', { uri: 'https://nahat.example/api/v1/hours.json' })
  const read = async () => {
    const { contents, ttlMs } = (await sendMcp(app, message.method, message.params, headers)).result
    return { date: JSON.parse(contents[0].text).locations[0].days[0].date, ttlMs }
  }
  const expect = async (time: string, date: string, ttlMs: number) => {
    now = new Date(time)
    for (const cached of ['', ', from the cache']) {
      const { locations } = await callTool(app, 'get_opening_hours')
      t.equal(locations[0].days[0].date, date, `${time}${cached}`)
      t.same(await read(), { date, ttlMs }, `${time}${cached}`)
    }
  }

  t.test('change at midnight, and clients cache none of them beyond it', async () => {
    await expect('2027-01-30T12:00:00Z', '2027-01-30', 300_000)
    await expect('2027-01-30T21:54:59.999Z', '2027-01-30', 300_000)
    await expect('2027-01-30T21:55:00Z', '2027-01-30', 0)
    await expect('2027-01-30T21:59:59.999Z', '2027-01-30', 0)
    await expect('2027-01-30T22:00:00Z', '2027-01-31', 300_000)
  })

  t.test('are a resource with a title of its own', async () => {
    const list = modern('resources/list')
    const { resources } = (await sendMcp(app, list.message.method, list.message.params, list.headers)).result
    const titles = resources.map(({ title }: { title: string }) => title)
    t.equal(new Set(titles).size, titles.length)
  })
})
