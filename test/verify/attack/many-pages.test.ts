import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { send } from '../../../harness/exchange.ts'
import { dataWith } from '../../helper.ts'
import { startLimited, twoRounds } from './limited-server.ts'

/** Creates a folder with `count` pages of about `bytes` bytes. */
function createPages(t: Test, count: number, bytes: number): string {
  const siteDir = t.testdir()
  mkdirSync(join(siteDir, 'p'))
  const text = 'שלום עולם, '.repeat(bytes / 19)
  for (let index = 0; index < count; index += 1) {
    const head = `<title>${'א'.repeat(500)} ${index}</title><meta name="description" content="${'ב'.repeat(900)}">`
    writeFileSync(join(siteDir, 'p', `${index}.html`), `<html lang="he">${head}<p>${index} ${text}`)
  }
  return siteDir
}

t.test('first requests for 400 pages of 200 KB at once, in every form, leave the server up', async (t) => {
  const count = 400
  const server = await startLimited(t, { SITE_DIR: createPages(t, count, 200_000) })
  const forms = [{ accept: 'text/markdown' }, { 'accept-encoding': 'br' }]
  await twoRounds(t, server, async () => {
    for (const headers of forms) {
      const statuses = Array.from({ length: count }, (_, index) =>
        send(server.port, { path: `/p/${index}`, headers }).then(({ status }) => status)
      )
      t.same([...new Set(await Promise.all(statuses))], [200])
    }
  })
})

t.test('9,000 pages with long titles leave the server up', async (t) => {
  const server = await startLimited(t, { SITE_DIR: createPages(t, 9000, 1000) })
  await twoRounds(t, server, async () => {
    for (const path of ['/sitemap-1.xml', '/sitemap.md', '/llms.txt', '/llms-full.txt'])
      t.equal((await send(server.port, { path })).status, 200)
  })
})

t.test('2,000 long answers in text that Markdown and HTML escape leave the server up', async (t) => {
  const answer = '* _ '.repeat(480)
  const items = Array.from({ length: 1990 }, (_, index) => ({ question: `${index}?`, answer }))
  const server = await startLimited(t, {
    DATA_DIR: dataWith(t, { faq: { language: 'he', categories: [{ name: 'x', items }] } })
  })
  await twoRounds(t, server, async () => {
    for (const path of ['/faq/', '/faq.md', '/llms-full.txt'])
      t.equal((await send(server.port, { path })).status, 200)
  })
})
