import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { dataWith, folderWith, siteDir } from '../helper.ts'
import { fixtureData } from '../process.ts'

export interface ContractBusiness {
  name: string
  dataDir: string
  siteDir: string
  /** Of its FAQ. */
  language: string
  serviceIds: string[]
  packageIds: string[]
  /** Whether SITE_DIR has the owner's files below. */
  isOwn: boolean
}

/** The pages of the owner: the path, the path of the Markdown, and other paths that lead to the page. */
export const ownPages = [
  ['/terms', '/terms.md', ['/terms/', '/terms.html']],
  ['/notes/', '/notes.md', ['/notes', '/notes.html']],
  ['/מחירון/', '/מחירון.md', ['/מחירון', '/מחירון.html']]
] as const

export const redirects = {
  '/prices.php': '/pricing/',
  '/ישן/': '/services/',
  '/shop': 'https://shop.example/a?b=c'
}

const ownFiles = {
  'terms.html': '<!doctype html><html lang="en"><title>Terms</title><p>Terms of the house.',
  'notes.md': '---\ntitle: Notes of the house\n---\n\nA garden, and a terrace.\n',
  'מחירון.md': '---\ntitle: מחירון\n---\n\nהמחירים לזוג.\n',
  'draft.md': '---\ntitle: A draft\ndraft: true\n---\n\nNot yet.\n',
  'hidden.md': '---\ntitle: Not listed\nnoindex: true\n---\n\nA page for guests.\n',
  'long.html': `<!doctype html><html lang="en"><title>Long</title>${'<p>A paragraph.\n'.repeat(40_000)}`,
  'film.mp4': randomBytes(300_000),
  'price list.pdf': Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(30_000)]),
  'תפריט.pdf': '%PDF-1.7',
  'stock.csv': 'id,count\n'.repeat(70_000),
  'names.csv': 'id,name\n'.repeat(100),
  'old.txt': Buffer.from([0x66, 0xfc, 0x72]),
  'feed/index.xml': '<rss/>',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '.well-known/proof': 'proof',
  // Pictures of its own, so none is drawn.
  ...Object.fromEntries(
    ['favicon.ico', 'apple-touch-icon.png', 'icon-512.png', 'og.png'].map((name) => [name, name])
  )
}

/** Returns the sample, and a business in another language with dates, redirects, and files of its own. */
export const listBusinesses = (t: Test): ContractBusiness[] => [
  { name: 'the sample', ...describe(fixtureData), siteDir, isOwn: false },
  {
    name: 'a site with files of the owner',
    ...describe(dataWith(t, { 'site#/redirects': redirects }, 'test/fixtures/guesthouse')),
    siteDir: folderWith(t, ownFiles),
    isOwn: true
  }
]

function describe(dataDir: string) {
  const read = (name: string) => JSON.parse(readFileSync(join(dataDir, `${name}.json`), 'utf8'))
  const idsOf = (items: { id: string }[] = []) => items.map(({ id }) => id)
  return {
    dataDir,
    language: String(read('faq').language),
    serviceIds: idsOf(read('services').examples),
    packageIds: idsOf(read('pricing').packages)
  }
}
