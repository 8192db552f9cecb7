import t from 'tap'
import { describeProblems, readBusiness, readBusinessInThread } from '../../../src/business/loading/load.ts'
import { baseUrl, siteDir } from '../../helper.ts'
import { shop, shopWith } from '../shop.ts'

t.test('reading the data in a worker thread', async (t) => {
  t.test('returns the same business as the main thread', async (t) => {
    const settings = { dataDir: shop, baseUrl, siteDir }
    t.same(await readBusinessInThread(settings), await readBusiness(settings))
  })

  t.test('rejects with the same problems as the main thread', async (t) => {
    const dataDir = shopWith(t, { 'profile#/name': '' })
    const message = `${dataDir}/profile.json:3:11 /name: must not be empty, got "". Write a text.`
    await t.rejects(readBusinessInThread({ dataDir, baseUrl, siteDir }), { message, lines: [message] })
    await t.rejects(readBusiness({ dataDir, baseUrl, siteDir }), { message, lines: [message] })
  })

  t.test('rejects data for which the thread has too little memory', async (t) => {
    const limits = { maxOldGenerationSizeMb: 12, maxYoungGenerationSizeMb: 4 }
    const dataDir = shopWith(t, {
      'profile#/track_record': { list: Array.from({ length: 60_000 }, () => ({})) }
    })
    await t.rejects(readBusinessInThread({ dataDir, baseUrl, siteDir }, undefined, limits), {
      message: `${dataDir}: checking the data files needs more memory than the server allows`
    })
  })
})

t.test('a problem of a data file', async (t) => {
  const problem = { file: 'site', pointer: '/menu/0/href', message: 'is wrong' }

  t.test('has the path of the file, and the line and column of its value', async (t) => {
    for (const mark of ['', '\ufeff']) {
      const dataDir = t.testdir({ 'site.json': `${mark}{\n  "menu": [{ "href": "/a/" }]\n}` })
      const line = `${dataDir}/site.json:2:22 /menu/0/href: is wrong`
      t.same(await describeProblems(dataDir, [problem]), [line])
    }
  })

  t.test('has no line if the file cannot be read', async (t) => {
    const dataDir = t.testdir()
    t.same(await describeProblems(dataDir, [problem]), [`${dataDir}/site.json /menu/0/href: is wrong`])
  })
})
