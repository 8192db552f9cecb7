import { execFile } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../../site/folder.ts'

const command = join(import.meta.dirname, '../../../src/business-facts.js')

/** Runs the audit of a server with these settings; returns the exit code and the report. */
const run = (args: string[], environment: Record<string, string>) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const env = { ...process.env, ...environment }
    const child = execFile(process.execPath, [command, 'audit', ...args], { env }, (_error, output) =>
      resolve({ code: child.exitCode, output })
    )
  })

t.test("the audit of an owner's site", async (t) => {
  t.test('exits with 0 if it only warns, as it does of pages with little text', async (t) => {
    const { code, output } = await run([], { DATA_DIR: 'starter/en', SITE_DIR: 'starter/folder' })
    t.equal(code, 0, output)
    t.match(output, /^warn {2}/m)
  })

  t.test('exits with 0 for any template of the owner', async (t) => {
    const latin = '<title>Caf\u00e9</title><p>Caf\u00e9 <a href="../shop/">rel</a>'
    const siteDir = folder(t, {
      'index.html':
        '<title></title><a href="/draft/">x</a><a href="/gone/">y</a><font>Shop<pre><code>x</code></pre>',
      'shop/index.html':
        '<title>Shop</title><link rel=canonical href="https://other.example/shop/"><meta name=robots content="noai"><nav>nav</nav><p>Text<dialog open>x</dialog>',
      'draft/index.html': '<title>Draft</title><META NAME="ROBOTS" CONTENT="noindex">',
      'latin.html': Buffer.from(latin, 'latin1'),
      'own.html': '<title>Own</title>',
      'own.md': '[x](relative) <footer>x</footer>',
      'empty.html': '',
      'tags.html': '<br>'.repeat(60_000),
      'large.html': `<p>${'word '.repeat(500_000)}`
    })
    const { code, output } = await run(['--pages', '100'], {
      DATA_DIR: 'test/fixtures/minimal',
      SITE_DIR: siteDir
    })
    t.equal(code, 0, output)
    t.notMatch(output, /^FAIL/m)
    t.match(
      output,
      /every page that the home page links to is in a sitemap\n +\/gone\/ is not in a sitemap\.\n/
    )
  })
})
