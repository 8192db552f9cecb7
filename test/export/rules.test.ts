import t, { type Test } from 'tap'
import { escapePattern } from '../../src/base/text.ts'
import { encodePath } from '../../src/base/url-path.ts'
import { dataWith, type Edits, folderWith, minimal } from '../helper.ts'
import { newFolder, pictures, readManifest, readText, write } from './trees.ts'

interface Rule {
  pattern: string
  headers: Map<string, string>
}

function readRules(text: string): Rule[] {
  const rules: Rule[] = []
  for (const line of text.split('\n').filter((part) => part !== '')) {
    const [, name = '', value = ''] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? []
    if (line.startsWith('/')) rules.push({ pattern: line, headers: new Map() })
    else rules.at(-1)?.headers.set(name, value)
  }
  return rules
}

/** Exports a site with edits and files; returns its manifest, its rules, and its redirects as lines. */
async function exportWith(t: Test, edits: Edits, files: Record<string, string>, source = minimal) {
  const out = newFolder(t)
  await write(out, { dataDir: dataWith(t, edits, source), siteDir: folderWith(t, files) })
  const rules = readRules(readText(out, '_headers'))
  return { manifest: readManifest(out), rules, lines: readText(out, '_redirects').trim().split('\n') }
}

/** Returns the headers that the rules add at a path; a header of two rules fails the test. */
function headersAt(t: Test, rules: Rule[], path: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const { pattern, headers } of rules) {
    if (!new RegExp(`^${pattern.split('*').map(escapePattern).join('.*')}$`).test(path)) continue
    for (const [name, value] of headers) {
      if (found.has(name)) t.fail(`${path}: two rules have ${name}`)
      found.set(name, value)
    }
  }
  return found
}

const policies = ['content-security', 'cross-origin-opener', 'permissions', 'referrer']

/** Returns the headers of a page or a file of the owner; the headers of a built-in page restrict it. */
const expectPolicies = (type: string, sent: Record<string, string>) => {
  const isBuiltIn = 'content-security-policy' in sent
  const isHtml = type.startsWith('text/html')
  if (!isHtml && sent['cache-control'] !== 'no-cache') return {}
  const names = policies.map((name) => `${name}-policy`)
  const expected = names.map((name) => [name, isBuiltIn ? sent[name] : undefined])
  return { ...Object.fromEntries(expected), ...(isHtml && { link: sent.link }) }
}

/** Returns whether hosts may not know the type of a file. */
const needsType = (path: string, type: string) =>
  /^text\/(markdown|vcard)/.test(type) || !(/\.\w+$|\/$/.test(path) || type.startsWith('text/html'))

const sites: Record<string, Record<string, string>> = {
  'the built-in pages': { ...pictures, 'plan.svg': '<svg/>' },
  "the built-in pages, and the owner's pages and files": {
    'menu.html': '<title>Menu</title>',
    'services/old.html': '<title>Old</title>',
    'about.html': '<title>About</title>',
    'news.md': '---\ntitle: News of the house\n---\nText',
    'שאלות #1.md': '---\ntitle: Other questions\n---\nText',
    'assets/mine.png': '',
    'feed/index.xml': '<feed/>',
    '.well-known/proof': 'proof',
    'données/carte.json': '{}'
  },
  "the owner's own site": {
    ...pictures,
    'index.html': '<title>Home</title>',
    'about/index.html': '<title>About</title>',
    'contact.html': '<title>Contact</title>'
  }
}

for (const [name, files] of Object.entries(sites)) {
  t.test(`an export of ${name}`, async (t) => {
    const redirects = { '/old': '/', '/alt%C3%A9': 'https://other.example/x', '/plan.svg': '/' }
    const fixture = 'news.md' in files ? 'test/fixtures/guesthouse' : minimal
    const { manifest, rules, lines } = await exportWith(t, { site: { redirects } }, files, fixture)

    t.test('has at most 100 rules, which add the headers of the server to each path', async (t) => {
      t.ok(rules.length <= 100, `${rules.length} rules`)
      for (const { path, type = '', class: number = -1 } of Object.values(manifest.files)) {
        if (path === undefined) continue
        const sent = manifest.classes[number] ?? {}
        const added = headersAt(t, rules, encodePath(path))
        const expected: Record<string, string | undefined> = {
          'access-control-allow-origin': '*',
          'x-content-type-options': 'nosniff',
          'cache-control': sent['cache-control']?.includes('immutable') ? sent['cache-control'] : undefined,
          ...expectPolicies(type, sent),
          ...(needsType(path, type) && { 'content-type': type }),
          ...(sent['x-robots-tag'] && { 'x-robots-tag': sent['x-robots-tag'] })
        }
        for (const [header, value] of Object.entries(expected))
          t.equal(added.get(header), value, `${path} ${header}`)
      }
      const catalog = headersAt(t, rules, '/.well-known/ai-catalog.json')
      t.equal(catalog.get('content-type'), 'application/ai-catalog+json')
    })

    t.test('redirects the paths of site.json and of pages that have moved', async (t) => {
      const found = Object.fromEntries(
        lines.map((line) => {
          const [from = '', to = '', status] = line.split(' ')
          t.equal(status, '301')
          return [from, to]
        })
      )
      t.match(found, { '/old': '/', '/old/': '/', '/alt%C3%A9': 'https://other.example/x' })
      const paths = Object.values(manifest.files).map(({ path }) => path)
      for (const from of Object.keys(found)) t.notOk(paths.includes(decodeURI(from)), from)
      if ('news.md' in files) t.match(found, { '/news.html': '/news/', '/feed/': '/feed/index.xml' })
      t.same(manifest.redirects, found)
    })
  })
}

t.test('an export makes no pattern of a name with a colon or an asterisk', async (t) => {
  const page = '---\ntitle: News\n---\nText'
  const files = { ...pictures, ':news.md': page, 'all*.md': page, '.well-known/:id': '1' }
  const redirects = { '/:old': '/', '/any%2A': '/' }
  const { rules, lines } = await exportWith(t, { site: { redirects } }, files)
  const sources = lines.map((line) => line.replace(/ .*/, ''))
  t.match(sources.join(' '), '/%3Aold /%3Aold/ /any%2A ')
  t.notMatch(sources.join(' '), /[:*]/)
  const patterns = rules.map(({ pattern }) => pattern)
  for (const pattern of ['/%3Anews/*', '/all%2A/*', '/.well-known/%3Aid'])
    t.ok(patterns.includes(pattern), pattern)
  t.notMatch(patterns.join(' '), ':')
})

t.test('an export of a file next to 51 pages has one rule for all', async (t) => {
  const ids = Array.from({ length: 51 }, (_, index) => `hem-${index}`)
  const examples = ids.map((id) => ({ id, name: id, price: { amount: '9' } }))
  const files = { ...pictures, 'services/plan.svg': '<svg/>' }
  const { rules } = await exportWith(t, { services: { examples } }, files)
  const restricting = rules.filter(({ headers }) => headers.has('content-security-policy'))
  t.match(restricting, [{ pattern: '/*' }])
  t.equal(restricting.length, 1)
})
