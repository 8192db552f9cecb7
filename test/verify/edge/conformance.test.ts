import t from 'tap'
import { newFolder, write } from '../../export/trees.ts'
import { holdConformance } from '../conformance/suite.ts'
import { startWorkerd } from './workerd.ts'

t.test('the conformance suite of MCP on the worker', { timeout: 300_000 }, async (t) => {
  const folder = newFolder(t)
  const date = new Date().toISOString().slice(0, 10)
  await write(folder, { dataDir: 'data', siteDir: 'site', date, worker: 'dist/worker.js' })
  await holdConformance(t, (await startWorkerd(t, folder)).port)
})
