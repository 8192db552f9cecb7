import t from 'tap'
import { placeProblems } from '../../src/business/read.ts'

t.test('a problem of a data file', async (t) => {
  const problem = { file: 'site.json', pointer: '/menu/0/href', message: 'is wrong' }

  t.test('gets the path of the file, and the line and column of its value', async (t) => {
    const dataDir = t.testdir({ 'site.json': '{\n  "menu": [{ "href": "/a/" }]\n}' })
    t.same(await placeProblems(dataDir, 'site', [problem]), [
      { ...problem, file: `${dataDir}/site.json`, line: 2, column: 22 }
    ])
    t.same(await placeProblems(dataDir, 'site', []), [])
  })

  t.test('gets only the path if the file is missing', async (t) => {
    const dataDir = t.testdir()
    t.same(await placeProblems(dataDir, 'site', [problem]), [{ ...problem, file: `${dataDir}/site.json` }])
  })
})
