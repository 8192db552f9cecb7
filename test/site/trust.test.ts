import t from 'tap'
import { dataWith, facts } from '../helper.ts'
import { builtInPages, englishData, settings } from './sample.ts'

const business = (edits: Record<string, unknown>) => facts(dataWith(t, edits, englishData))

/** Returns the visible HTML of the about page with a testimonial, and its structured data. */
async function open(testimonial: object) {
  const edits = { 'faq#/language': 'en-GB', 'profile#/testimonials': [{ quote: 'Quick.', ...testimonial }] }
  const { html } = (await builtInPages(await business(edits), await settings())).render('/about/')
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)/.exec(html) ?? []
  return { html: html.replace(/<script.*?<\/script>/gs, ''), nodes: JSON.parse(json)['@graph'] }
}

t.test('a testimonial', async (t) => {
  t.test('has the initials of the name', async (t) => {
    const names = { 'Dana W.': 'DW', 'ד״ר נועה כהן־לוי': 'דל', 'A baker’s mother': 'AM', Bo: 'B', '42': '' }
    for (const [name, initials] of Object.entries(names))
      t.match((await open({ name })).html, `data-initials${initials && `="${initials}"`} aria-hidden`, name)
  })

  t.test('links to the original, and is a quotation in JSON-LD', async (t) => {
    const url = 'https://beds.example/us'
    const { html, nodes } = await open({ name: 'Bo', role: 'Guest', url, date: '2026-10-31' })
    t.match(
      html,
      `<div><a href="${url}"><bdi>Bo</bdi></a>, Guest<p class="note"><time datetime="2026-10-31">31 October 2026</time>`
    )
    t.same(nodes[1].subjectOf, [
      {
        '@type': 'Quotation',
        text: 'Quick.',
        creator: { '@type': 'Person', name: 'Bo', description: 'Guest' },
        dateCreated: '2026-10-31',
        url
      }
    ])
  })
})
