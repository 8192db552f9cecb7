import t from 'tap'
import { operations } from '../../src/business/operations.ts'
import { baseUrl, dataWith, facts } from '../helper.ts'
import { editProfile } from '../site/sample.ts'
import { discover, page, pagesOf } from './discover.ts'

// A section line, as the reference parser of llmstxt.org reads it.
const link = /^- \[((?:[^\]\\]|\\.)+)\]\(([^)\s]+)\)(?:: (.*))?$/

const linksOf = (body: string) =>
  body
    .split('\n## ')
    .slice(1)
    .flatMap((section) => section.split('\n').slice(1))
    .filter((text) => text !== '')
    .map((text) => text.match(link)?.slice(1) ?? [`not a link: ${text}`])

const pagesAt = (paths: string[], markdown?: Record<string, string>) =>
  pagesOf(
    paths.map((path) => page(path)),
    markdown
  )

t.test('llms.txt', async (t) => {
  const pages = [page('/'), page('/שירותים/', { title: 'שירותים [ועוד]\n# x', description: '' })]
  const body = await (await discover(pagesOf(pages))).read('/llms.txt')

  t.test('begins with the name and the summary of the business', async (t) => {
    const { name, category } = (await facts()).profile
    t.match(body, new RegExp(`^# ${name}\n\n> .*${category}`))
  })

  t.test('ends each sentence of the summary once', async (t) => {
    const profile = { name_en: 'Free Motion Ltd.', category: 'מכון פיזיותרפיה', tagline: 'חוזרים לזוז!' }
    const business = await facts(dataWith(t, editProfile(profile)))
    const body = await (await discover(pagesOf(pages), { business })).read('/llms.txt')
    t.match(body, '\n> Free Motion Ltd. מכון פיזיותרפיה. חוזרים לזוז!\n')
  })

  t.test('has one H1, and otherwise only H2 headings', async (t) => {
    const [, ...headings] = body.match(/^#+ .*/gm) ?? []
    t.same(headings, ['## Pages', '## API', '## Specification', '## MCP server', '## Not offered'])
  })

  t.test('links only to Markdown, in lines that a parser reads', async (t) => {
    const links = linksOf(body)
    for (const [title = '', url = ''] of links)
      t.match(url, /^https:\/\/nahat\.example\/\S+\.md(#\w+)?$/, title)
    t.equal(links.length, 2 + operations.length + 3)
    t.same(links[1], ['שירותים \\[ועוד\\] # x', `${baseUrl}${encodeURI('/שירותים.md')}`, undefined])
  })

  t.test('lists every operation with its URL', async (t) => {
    for (const { summary, path } of operations)
      t.match(body, `- [${summary}](${baseUrl}/developers.md): GET <${baseUrl}/api/v1${path}>.`)
  })

  t.test('stays under 30,000 characters, and links to a list of all pages if some do not fit', async (t) => {
    const description = 'א'.repeat(5000)
    const many = Array.from({ length: 1000 }, (_, index) => page(`/${index}/`, { description }))
    const body = await (await discover(pagesOf(many))).read('/llms.txt')
    t.ok(body.length < 30_000 && body.length > 29_000, `${body.length}`)
    t.match(body, `- [All pages](${baseUrl}/sitemap.md): 1000 pages`)
    t.match(body, '## Not offered')
    t.equal(linksOf(body).filter(([text = '']) => text.startsWith('not')).length, 0)
  })
})

t.test('llms-full.txt', async (t) => {
  const home =
    '# בית\n\n## שעות\n\n```sh\n# no heading\n~~~\n## nor this\n```\n\n###### last\n\n####### none\n#none\n'
  const pages = [page('/'), page('/pricing/'), page('/large/')]
  const markdown = { '/': `---\ntitle: "# x"\n---\n\n${home}`, '/pricing/': '# מחירון\n' }
  const { read } = await discover(pagesOf(pages, markdown))
  const body = await read('/llms-full.txt')

  t.test('contains every page with its source URL, and its headings one level down', async (t) => {
    t.match(
      body,
      `\n\nSource: ${baseUrl}/index.md\n\n## בית\n\n### שעות\n\n\`\`\`sh\n# no heading\n~~~\n## nor this\n\`\`\`\n\n###### last\n\n####### none\n#none\n\n`
    )
    t.match(body, `\n\nSource: ${baseUrl}/pricing.md\n\n## מחירון\n`)
    t.equal(body.match(/^# .*/gm)?.filter((heading) => !heading.includes('no heading')).length, 1)
  })

  t.test('lists a page that has no Markdown', async (t) => {
    t.match(body, `## Pages that are not in this file\n\n- [Title of /large/](${baseUrl}/large.md)`)
  })

  t.test('lists the pages that exceed its maximum length', async (t) => {
    const many = ['/1/', '/2/', '/3/']
    const text = Object.fromEntries(many.map((path) => [path, 'א '.repeat(200_000)]))
    const { read } = await discover(pagesAt(many, text))
    const body = await read('/llms-full.txt')
    t.same(body.match(/^Source: .*/gm), [`Source: ${baseUrl}/1.md`, `Source: ${baseUrl}/2.md`])
    t.match(body, `- [Title of /3/](${baseUrl}/3.md)`)
    for (const path of ['/llms.txt', '/sitemap.md'])
      t.notMatch(await read(path), /(every page at once|all pages)\b(?!\])/i, path)
  })

  t.test('lists as many of the other pages as fit in 100,000 characters', async (t) => {
    const paths = Array.from({ length: 2000 }, (_, index) => `/${index}/`)
    const { read } = await discover(pagesAt(paths, { '/0/': 'א '.repeat(600_000) }))
    const body = await read('/llms-full.txt')
    t.ok(body.length < 102_000)
    t.match(body, /\n- \[All pages\]\(.*\/sitemap.md\): \d+ more pages\n$/)
  })
})
