// Two whole businesses, written as their owners would: no surface may say of them what their data does not say.

import { DomUtils, parseDocument } from 'htmlparser2'
import t, { type Test } from 'tap'
import { squeeze } from '../../src/base/text.ts'
import { builtInWords } from '../../src/business/words.ts'
import { isElement } from '../../src/html/tree.ts'
import { listBuiltIn } from '../../src/site/page-table.ts'
import { buildWhole, facts, versions } from '../helper.ts'
import { callTool } from '../requests.ts'
import { proseOfHtml } from './prose.ts'

/** Returns the text of the elements of a page that a test selects, one for each. */
const textsOf = (html: string, isWanted: (name: string, attributes: Record<string, string>) => boolean) =>
  DomUtils.filter((node) => isElement(node) && isWanted(node.name, node.attribs), parseDocument(html)).map(
    (node) => squeeze(DomUtils.innerText(node).replaceAll('</p>', ' '))
  )

/** Serves a business; returns functions that read it as its clients do. */
async function open(t: Test, name: string) {
  const dataDir = `test/fixtures/${name}/data`
  const business = await facts(dataDir)
  const { fastify } = await buildWhole(t, { business, versions }, { dataDir })
  return {
    read: async (path: string) => (await fastify.inject(path)).body,
    search: async (query: string): Promise<{ id: string; url: string }[]> =>
      (await callTool(fastify, 'search', { query })).results,
    // Without /developers/, which is in English on every site.
    paths: [...listBuiltIn(business, false)].filter((path) => path !== '/developers/')
  }
}

const [vet, groomer] = await Promise.all([open(t, 'vet'), open(t, 'groomer')])

t.test('a business with free services has no starting price on the home page', async (t) => {
  for (const { read } of [vet, groomer]) {
    const [hero = ''] = textsOf(await read('/'), (_, { class: names }) => names === 'hero')
    t.match(hero, /Croix-Rousse|South Austin/)
    t.notMatch(hero, /[$€]|Gratuit|Free|[Tt]arif de départ|[Ss]tarting price/)
  }
})

t.test('one package › is not several', async (t) => {
  for (const path of groomer.paths)
    t.notMatch(proseOfHtml(await groomer.read(path)).join('\n'), /\bpackages\b/i, path)
  t.notMatch(await groomer.read('/llms.txt'), 'compare the packages')
  t.match(await groomer.read('/pricing/'), '<title>Prices, Austin | Burnt Biscuit')
  t.match(await vet.read('/pricing/'), '<title>Tarifs et forfaits | Clinique')
})

t.test('search', async (t) => {
  for (const [{ search }, query, id] of [
    [vet, 'stériliser chat mâle', 'services/sterilisation-chat'],
    [vet, 'mon chien va mal la nuit', 'faq/nuit'],
    [vet, 'qu’est-ce qui est gratuit', 'services/pesee'],
    [groomer, 'how far do you travel', 'profile'],
    [groomer, 'walk in', 'faq/walk-ins'],
    [groomer, 'open on Thanksgiving', 'hours']
  ] as const)
    t.test(`finds ${id} first for "${query}"`, async (t) => t.equal((await search(query))[0]?.id, id))

  t.test('cites pages of this site, also if the contact page is on another one', async (t) => {
    for (const query of ['how far do you travel', 'open on Thanksgiving', 'phone number'])
      for (const { url } of await groomer.search(query)) t.match(url, /^https:\/\/nahat\.example\//, query)
  })
})

t.test('a site in a language of its owner › has no words of the software in English', async (t) => {
  const listTexts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(listTexts)
  // Shorter words may be French, such as "Menu".
  const english = listTexts(builtInWords('en')).filter((text) => /^[^{]{16,}$/.test(text))
  for (const path of vet.paths) {
    const prose = proseOfHtml(await vet.read(path))
    const untranslated = prose.filter((text) => english.some((words) => text.includes(words)))
    t.same(untranslated, [], path)
  }
})

t.test('a page in French › has a space before each colon after a label', async (t) => {
  for (const path of vet.paths) {
    const [text = ''] = textsOf(await vet.read(path), (name) => name === 'body')
    t.notMatch(text, /.{0,20}\p{L}(?<!Accept): /u, path)
  }
  const expected = 'coordonnées. 14 bis, montée des Trois-Traboules, Lyon · Téléphone\u00a0: +33'
  t.match(await vet.read('/contact/'), expected)
  t.match(await vet.read('/contact.md'), '**Téléphone**\u00a0: ')
})
