import t from 'tap'
import { baseUrl, dataWith, facts } from '../helper.ts'
import { builtInPages, englishData, settings } from './sample.ts'

const siteDir = 'examples/veterinary-clinic/site'
const [src, alt] = ['/images/clinique.svg', 'The door']
const business = (edits: Record<string, unknown>) =>
  facts(dataWith(t, edits, englishData), undefined, baseUrl, siteDir)

/** Returns the visible HTML of a page, and its structured data. */
async function open(path: string, edits: Record<string, unknown>) {
  const { html } = (await builtInPages(await business(edits), await settings())).render(path)
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)/.exec(html) ?? []
  return { html: html.replace(/<script.*?<\/script>/gs, ''), nodes: JSON.parse(json)['@graph'] }
}

t.test('the credentials of the business and of a person', async (t) => {
  const register = {
    name: 'Registered',
    number: '512345',
    issuer: 'The Register',
    url: 'https://register.example/1'
  }
  const { html, nodes } = await open('/about/', {
    'profile#/credentials': [register, { name: 'Insured', image: { src, alt } }],
    'profile#/people': [
      {
        name: 'Bo',
        url: 'https://bo.example/',
        languages: ['cy', 'he'],
        credentials: [{ name: 'Diploma', number: '7' }]
      }
    ]
  })
  t.match(
    html,
    '<a href="https://register.example/1"><bdi>Registered</bdi></a><p class="note"><bdi>The Register</bdi> · <bdi>512345</bdi></p>'
  )
  t.match(
    html,
    /<li><img src="\/images\/clinique\.svg" alt="The door" width="\d+" height="\d+" loading="lazy"\/> <div><bdi>Insured<\/bdi><\/div>/
  )
  t.match(
    html,
    '<h3><a href="https://bo.example/"><bdi>Bo</bdi></a></h3><p class="note">Languages: Welsh and Hebrew</p>'
  )
  t.match(html, '<bdi>Diploma</bdi><p class="note"><bdi>7</bdi></p>')
  const [, { hasCredential, employee }] = nodes
  const type = 'EducationalOccupationalCredential'
  t.match(hasCredential, [
    {
      '@type': type,
      name: 'Registered',
      identifier: '512345',
      url: 'https://register.example/1',
      recognizedBy: { '@type': 'Organization', name: 'The Register' }
    },
    { '@type': type, name: 'Insured', image: { '@type': 'ImageObject', url: `${baseUrl}${src}` } }
  ])
  t.match(employee, [
    {
      url: 'https://bo.example/',
      knowsLanguage: ['cy', 'he'],
      hasCredential: [{ '@type': type, identifier: '7' }]
    }
  ])
})

t.test('ratings', async (t) => {
  const url = 'https://beds.example/us'
  const edits = {
    'faq#/language': 'en-GB',
    'profile#/ratings': [
      { source: 'Beds', value: 9.1, best: 10, count: 1204, url, date: '2026-10-31' },
      { source: 'Maps', value: 4, url: 'https://maps.example/us', date: '2026-09-30' }
    ],
    'profile#/testimonials': [
      { quote: 'Quick.', name: 'Bo', source: 'Beds', rating: { value: 5 }, image: { src, alt } }
    ]
  }
  for (const path of ['/', '/about/']) {
    const { html, nodes } = await open(path, edits)
    t.match(
      html,
      `<meter aria-hidden="true" max="10" value="9.1"></meter> <strong>9.1 out of 10</strong> <a href="${url}"><bdi>Beds</bdi></a> <span class="note"><bdi>Ratings: 1,204</bdi> · <bdi>31 October 2026</bdi></span>`
    )
    t.match(
      html,
      '<strong>4 out of 5</strong> <a href="https://maps.example/us"><bdi>Maps</bdi></a> <span class="note"><bdi>30 September 2026</bdi></span>'
    )
    t.match(html, /<p class="score"><meter [^>]*><\/meter> <strong>5 out of 5<\/strong><\/p><blockquote>/)
    t.match(
      html,
      /loading="lazy"\/> <div><bdi>Bo<\/bdi><p class="note"><bdi>Beds<\/bdi><\/p><\/div><\/figcaption>/
    )
    t.notMatch(JSON.stringify(nodes), /rating/i, 'are not in the structured data')
  }
  const named = (name: string, more: object = {}) =>
    open('/about/', { 'profile#/testimonials': [{ quote: 'Quick.', name, ...more }] })
  const names = { 'Dana W.': 'DW', 'ד״ר נועה כהן־לוי': 'דל', 'A baker’s mother': 'AM', Bo: 'B', '42': '' }
  for (const [name, initials] of Object.entries(names))
    t.match((await named(name)).html, `data-initials${initials && `="${initials}"`} aria-hidden`, name)
  t.match(
    (await named('Bo', { source: 'Beds', url, date: '2026-10-31' })).html,
    `<div><bdi>Bo</bdi><p class="note"><a href="${url}"><bdi>Beds</bdi></a> · <time datetime="2026-10-31">`,
    'the link is at the source'
  )
  t.match(
    (await named('Bo', { url, date: '2026-10-31' })).html,
    `<a href="${url}"><bdi>Bo</bdi></a><p class="note"><time`
  )
  const { nodes } = await open('/about/', edits)
  t.match(nodes[1].subjectOf, [
    {
      '@type': 'Quotation',
      creator: { name: 'Bo', image: { '@type': 'ImageObject' } },
      publisher: { name: 'Beds' }
    }
  ])
})

t.test('pictures', async (t) => {
  const { catalog } = await business({})
  const [service] = catalog.services
  const id = String(service?.id)
  const link = `<a href="/services/${id}/"><bdi>${service?.name}</bdi></a>`
  const edits = {
    'profile#/gallery': [
      { src, alt, caption: 'Open since 2014.', service: id },
      { src: '/images/logo.svg', alt: 'The logo' }
    ],
    'profile#/testimonials': [{ quote: 'Quick.', name: 'Bo', service: id }],
    'services#/examples/0/images': [{ src: '/images/logo.svg', alt: 'The table' }]
  }

  t.test('of the gallery are on the about page, with their size and a link to their service', async (t) => {
    const { html, nodes } = await open('/about/', edits)
    t.match(
      html,
      /<h2>Pictures<\/h2><ul class="gallery"><li><a href="\/images\/clinique\.svg"><img src="\/images\/clinique\.svg" alt="The door" width="\d+" height="\d+" loading="lazy"\/><\/a>/
    )
    t.match(html, `<p class="note">Open since 2014.</p>${link}</li>`)
    t.match(html, `<div><bdi>Bo</bdi><p class="note">${link}</p></div></figcaption>`)
    t.match(nodes[1].image, [
      { url: `${baseUrl}${src}`, caption: 'Open since 2014.' },
      { description: 'The logo' }
    ])
    const all = await open('/about/', { ...edits, 'profile#/image': { src, alt: 'The street' } })
    t.equal(all.nodes[1].image.length, 3)
  })

  t.test('and testimonials of a service are on its page, without a link to it', async (t) => {
    const { html, nodes } = await open(`/services/${id}/`, edits)
    t.match(
      html,
      /<img src="\/images\/logo\.svg" alt="The table" width="\d+" height="\d+"[^>]*>.*<ul class="gallery"><li>((?!<li>).)*Open since 2014\./s,
      'the first is large'
    )
    t.match(html, ' <div><bdi>Bo</bdi></div></figcaption>')
    t.match(nodes[1].image, { description: 'The table' })
    const both = await open(`/services/${id}/`, { ...edits, 'services#/examples/0/image': { src, alt } })
    t.equal(both.nodes[1].image.length, 2)
  })
})
