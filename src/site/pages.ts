import { pointerPart } from '../base/problem.ts'
import { decodePath, trimPath } from '../base/url-path.ts'
import type { Business } from '../business/business.ts'
import { createPage, type PageResource } from '../resources/resources.ts'
import { pageTable, subjectOf } from './page-table.ts'
import type { BuiltInPages, RenderedPage } from './render.ts'

// The built-in pages need no browser features and load only their own files (Content Security Policy, level 3).
const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': [
    "default-src 'none'",
    ...['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'manifest-src'].map(
      (name) => `${name} 'self'`
    ),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; '),
  'content-type': 'text/html; charset=utf-8'
}

export const toParts = ({ html, expires, ...summary }: RenderedPage) => ({
  summary,
  body: { headers, content: Buffer.from(html), expires }
})

/** Creates the pages of the page table, which the first that is read loads. */
export const createBuiltIn = (
  paths: Iterable<string>,
  load: () => Promise<BuiltInPages>,
  links: string[]
): [path: string, PageResource][] =>
  Array.from(paths, (path) => {
    const summarize = async () => (await load()).summarize(path)
    const read = async () => toParts((await load()).render(path))
    return [path, createPage({ path, subject: subjectOf(path), isBuiltIn: true, summarize, read }, links)]
  })

/** A field of the data that links to a page. */
export interface PageLink {
  file: string
  /** JSON pointer of the object that has the link; empty for the whole file. */
  pointer: string
  /** Pointer of the link in the object. */
  link: string
  url: string
}

/** Lists the fields in the order of a table of contents: the services are last. */
export function listPageLinks({ catalog, profile, pricing, faq }: Business): PageLink[] {
  const listItems = (file: string, list: string, items: { url: string }[]) =>
    items.map(({ url }, index) => ({ file, pointer: `${list}/${index}`, link: '/url', url }))
  return [
    ...listItems('services.json', '/categories', catalog.categories),
    ...listItems('pricing.json', '/packages', pricing.packages),
    { file: 'pricing.json', pointer: '', link: '/quote_url', url: pricing.quote_url },
    { file: 'faq.json', pointer: '', link: '/source', url: faq.source },
    { file: 'profile.json', pointer: '', link: '/contact/contact_page', url: profile.contact.contact_page },
    { file: 'profile.json', pointer: '', link: '/url', url: profile.url },
    ...Object.entries(profile.links ?? {}).map(([name, url]) => ({
      file: 'profile.json',
      pointer: '',
      link: `/links${pointerPart(name)}`,
      url
    })),
    ...listItems('services.json', '/examples', catalog.services)
  ].flatMap(({ url, ...field }) => (url === undefined ? [] : { ...field, url }))
}

const factRows = pageTable.filter(({ subject }) => subject === undefined)

/** Puts the home page and the paths of built-in pages with facts first, then the other pages that the data links to, then the rest in their order. */
export function putFactsFirst<Page>(
  pages: Map<string, Page>,
  business: Business,
  baseUrl: string
): Map<string, Page> {
  const links = listPageLinks(business)
    .filter(({ url }) => url.startsWith(`${baseUrl}/`))
    .map(({ url }) => new URL(url).pathname)
    .map(decodePath)
  const first = [...factRows.map(({ path }) => path), ...links].map(trimPath)
  const places = new Map(Array.from(first, (path, place): [string, number] => [path, place]).reverse())
  const ranked = Array.from(pages, (entry) => ({
    entry,
    place: places.get(trimPath(entry[0])) ?? first.length
  }))
  return new Map(ranked.sort((a, b) => a.place - b.place).map(({ entry }) => entry))
}
