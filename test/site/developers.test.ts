import { t } from 'tap'
import { operations, operationsOf } from '../../src/business/operations.ts'
import { baseUrl, build, facts, folderWith } from '../helper.ts'
import { builtInPages, shippedData } from './sample.ts'

const decode = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

t.test('the developer page of a business in Hebrew', async (t) => {
  const business = await facts(shippedData)
  const app = await build(t, { business })
  const { body } = await app.inject('/developers/')
  const [, main = ''] = body.split('<main')

  t.test('is in English, except for the facts', async (t) => {
    t.match(body, '<html lang="en" dir="ltr">')
    t.match(body, '"inLanguage":"en"')
    t.match(body, '<a href="/services/">Services</a>')
    t.match(body, `<bdi lang="he" dir="rtl">${business.profile.tagline}</bdi>`)
    t.notMatch(main.split('<footer')[0]?.replace(/<bdi.*?<\/bdi>/gs, ''), /[\u0590-\u05ff]/)
    const markdown = await app.inject('/developers.md')
    t.equal(markdown.headers['content-language'], 'en')
    t.match(markdown.body, '> Index of this site for AI agents')
  })

  t.test('has the name and the menu of the business in Hebrew, if the data has no others', async (t) => {
    const { name_en: _, ...profile } = business.profile
    const menu = [{ label: 'מחירון', href: `${baseUrl}/pricing/` }]
    const gallery = '---\ntitle: גלריה\nmenu: true\n---\nתמונות'
    const given = { siteDir: folderWith(t, { 'gallery.md': gallery }) }
    const site = { ...business, profile, site: { ...business.site, menu } }
    const { html } = (await builtInPages(site, given)).render('/developers/')
    t.match(html, `<title>API for developers | ${profile.name}</title>`)
    t.match(html, '<a href="/pricing/" lang="he" dir="rtl">מחירון</a>')
    t.match(html, '<a href="/gallery/" lang="he" dir="rtl">גלריה</a>')
  })

  t.test('folds the fields of each operation and object, with their number', async (t) => {
    t.match(main, /<summary aria-label="\d+ fields: getBusinessProfile">\d+ fields<\/summary><dl/)
    t.match(main, /<summary aria-label="\d+ fields: Contact">/)
  })

  t.test('describes each field that has a shared object, and the object', async (t) => {
    const text = decode(body)
    for (const [field, description] of [
      ['logo', 'The logo of the business.'],
      ['image', 'A picture of the business.'],
      ['image', 'A picture of the person.'],
      ['image', 'A picture of the service.']
    ])
      t.match(text, `${field} Image${description}`)
    t.match(body, '<p>An image, with a text for people who cannot see it.</p>')
  })

  t.test('has the request of each operation, and a link to its live response', async (t) => {
    for (const operation of operationsOf(operations, business)) {
      const [, rest = ''] = main.split(`<h3 id="${operation.operationId}">`)
      const [section = ''] = rest.split('</section>')
      const [, path = ''] = /<a href="([^"]*)"[^>]*>Open the response</.exec(section) ?? []
      t.match(decode(section), `curl ${baseUrl}${path}`)
    }
  })

  t.test('has a name for the connector of an assistant, in letters that claude.ai supports', async (t) => {
    const names: [edits: object, url: string, name: string][] = [
      [{}, baseUrl, 'Nahat Automations'],
      [{ name_en: undefined }, baseUrl, 'nahat-example'],
      [{ name_en: 'Café Zoë’s  Bar & Grill (Jaffa)' }, baseUrl, 'Cafe Zoes Bar and Grill Jaffa'],
      [{ name_en: 'Peter\'s "Shop" No.' + '1' }, baseUrl, 'Peters Shop No 1'],
      [{ name_en: undefined, name: 'Łódź' }, 'https://www.xn--d-2ga.example:8443', 'www-xn--d-2ga-example'],
      [{ name_en: '☕', name: 'Straße 7' }, 'http://localhost:3000', 'localhost'],
      [{ name_en: 'מאפיית Gil', name: 'Gil' }, 'http://[::1]:3000', 'Gil'],
      [{ name_en: undefined }, 'http://[::1]:3000', '1']
    ]
    for (const [edits, url, name] of names) {
      const edited = { ...business, baseUrl: url, profile: { ...business.profile, ...edits } }
      const { html } = (await builtInPages(edited)).render('/developers/')
      const [, code = ''] = /<figcaption>Name<\/figcaption><pre><code[^>]*>(.*?)<\/code>/s.exec(html) ?? []
      t.equal(decode(code), name)
    }
    t.match(decode(main), /claude\.ai offers no tools of a connector whose name has other characters/)
    t.match((await app.inject('/developers.md')).body, '```text\nNahat Automations\n```')
  })
})

t.test('a URL on /for-ai/ may continue on another line after each slash', async (t) => {
  const app = await build(t, { business: await facts(shippedData) })
  const { body } = await app.inject('/for-ai/')
  t.match(body, '<code>https://<wbr/>nahat.example/<wbr/>api/<wbr/>v1/<wbr/>profile.json</code>')
  t.match(body, '<code dir="ltr">https://<wbr/>nahat.example/<wbr/>mcp</code>')
})
