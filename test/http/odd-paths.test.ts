import t from 'tap'
import { send } from '../../harness/exchange.ts'
import { build, listen, words } from '../helper.ts'

// One of each kind: pages, the API, assets, files of the owner, MCP, generated documents.
const folders = words('/ /api/v1/services/ /assets/ /services/ /files/ /mcp/ /.well-known/')

const names = [
  ...words(String.raw`
    ..%5cx ..\x %5c..%5c..%5cx a%00b %00 a.txt%00.html %2e%2e/x %2e%2e%2fx %2e%2e ../x .. . .//x ....//x
    ..;/x %252e%252e%252fx %c0%ae%c0%ae/x %ff % %ZZ %u002e a%0d%0aset-cookie:%20a=b %0a %e2%80%ae
    %ed%a0%80 x%3fy x%23y %20 ~root C:%5cboot.ini %5c%5chost%5cshare index.html%2f __proto__
    constructor a.txt/ a.txt%2f.. A.TXT con
  `),
  'a'.repeat(5000),
  `${'%2e%2e%2f'.repeat(400)}etc/passwd`
]

t.test('an odd path in any folder gets 308, 400 or 404, the same for GET and HEAD', async (t) => {
  const siteDir = t.testdir({ files: { 'a.txt': 'a' } })
  const app = await build(t, {}, { siteDir })
  const { port } = new URL(await listen(t, app.routing))
  // One assertion for each folder, because each one costs more than its two requests.
  for (const folder of folders) {
    const wrong: string[] = []
    for (const name of names) {
      const path = folder + name
      const get = await send(Number(port), { path })
      const head = await send(Number(port), { path, method: 'HEAD' })
      const isSame =
        head.status === get.status && head.headers['content-type'] === get.headers['content-type']
      const isHarmless = !get.body.includes('root:') && !('set-cookie' in get.headers)
      if (![308, 400, 404].includes(Number(get.status)) || !isSame || !isHarmless)
        wrong.push(`${path.slice(0, 80)}: GET ${get.status}, HEAD ${head.status}`)
    }
    t.strictSame(wrong, [], folder)
  }
})
