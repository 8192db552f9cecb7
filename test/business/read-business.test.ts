import t from 'tap'
import { readBusiness, readBusinessInThread } from '../../src/read-business.ts'
import { config, dataWith } from '../helper.ts'

t.test('a thread that reads the data', async (t) => {
  t.test('has the same business as the process', async (t) => {
    t.same(await readBusinessInThread(config), readBusiness(config))
  })

  t.test('has the same problems as the process', async (t) => {
    const dataDir = dataWith(t, { 'profile#/name': '' })
    const message = `${dataDir}/profile.json:3:11 /name: must not be empty; found ""`
    await t.rejects(readBusinessInThread({ ...config, dataDir }), { message, lines: [message] })
    t.throws(() => readBusiness({ ...config, dataDir }), { message, lines: [message] })
  })

  t.test('that runs out of memory refuses the data, and the process goes on', async (t) => {
    const limits = { maxOldGenerationSizeMb: 12, maxYoungGenerationSizeMb: 1 }
    const dataDir = dataWith(t, {
      'profile#/track_record': { list: Array.from({ length: 90_000 }, () => ({})) }
    })
    await t.rejects(readBusinessInThread({ ...config, dataDir }, limits), {
      message: `${dataDir}: to check the data files takes more memory than the server has for it`
    })
  })
})
