import t from 'tap'
import {
  locateProblems,
  readBusiness,
  readBusinessInThread
} from '../../../src/business/loading/read-business.ts'
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
  const problem = { file: 'site.json', pointer: '/menu/0/href', message: 'is wrong' }

  t.test('gets the path of the file, and the line and column of its value', async (t) => {
    const dataDir = t.testdir({ 'site.json': '{\n  "menu": [{ "href": "/a/" }]\n}' })
    t.same(await locateProblems(dataDir, [problem]), [
      { ...problem, file: `${dataDir}/site.json`, line: 2, column: 22 }
    ])
    t.same(await locateProblems(dataDir, []), [])
  })

  t.test('stays as it is if the file cannot be read', async (t) => {
    t.same(await locateProblems(t.testdir(), [problem]), [problem])
  })
})
