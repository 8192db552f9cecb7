import type { TSchema } from '@sinclair/typebox'
import type { Business } from '../../business/business.ts'
import { entriesOf } from '../../business/json-value.ts'
import { show } from '../../business/problem.ts'
import { Faq } from '../../business/schemas/faq.ts'
import { Pricing } from '../../business/schemas/pricing.ts'
import { Profile } from '../../business/schemas/profile.ts'
import { ServiceCatalog } from '../../business/schemas/services.ts'
import type { SitePages } from '../site-pages.ts'
import type { Check } from './disparities.ts'

/** A text of the data with its file and JSON pointer. */
interface PublishedText {
  source: string
  text: string
}

// With these limits the comparison takes about a second of CPU time, for any site.
const maxPages = 300
const maxTexts = 1000
const maxCharacters = 10 ** 9
const maxListed = 20

/**
 * Returns a line for each of the first texts of the data that no page of a custom site shows, and one that counts the rest.
 * Returns none for a site that is too large to be read.
 */
export async function findUnshownTexts(
  business: Business,
  pages: Pick<SitePages, 'readWhole' | 'paths'>,
  { compare, isCancelled }: Pick<Check, 'compare' | 'isCancelled'>
): Promise<string[]> {
  let rest = listTexts(business)
  let characters = 0
  // The samples on /developers/ are code.
  const paths = [...pages.paths].filter((path) => path !== '/developers/')
  if (paths.length > maxPages || rest.length > maxTexts) return []
  for (const path of paths) {
    if (rest.length === 0 || isCancelled()) return []
    const page = await pages.readWhole(path)
    characters += rest.length * (page?.bytes.length ?? 0)
    if (characters > maxCharacters) return []
    const facts = rest.map(({ text }) => ({ id: '', name: text, amounts: [] }))
    const comparison =
      page?.isWhole && (await compare({ bytes: page.bytes, facts, isTrusted: page.isBuiltIn }))
    if (comparison && 'missing' in comparison)
      rest = rest.filter((_, index) => comparison.missing[index]?.length !== 0)
  }
  const more = rest.length - maxListed
  return [
    ...rest
      .slice(0, maxListed)
      .map(
        ({ source, text }) =>
          `${source}: no page shows ${show(text)}. Write it on a page, or correct the file.`
      ),
    ...(more > 0
      ? [`DATA_DIR: ${more} more texts are on no page. Write them on a page, or correct the files.`]
      : [])
  ]
}

/** Lists the texts that people read, each once. Omits names of languages and countries, numbers and URLs, which pages format. */
function listTexts({ profile, services, pricing, faq }: Business): PublishedText[] {
  const texts = [
    ...textsIn(Profile, profile, 'profile.json '),
    ...textsIn(ServiceCatalog, { ...services, contact: {} }, 'services.json '),
    ...textsIn(Pricing, pricing, 'pricing.json '),
    ...textsIn(Faq, faq, 'faq.json ')
  ]
  return [...new Map(texts.toReversed().map((item) => [item.text, item])).values()].reverse()
}

const unseen = ['alt', 'country', 'unit', 'price_display']

function textsIn(schema: TSchema, value: unknown, source: string): PublishedText[] {
  if (typeof value === 'string') return isProse(schema) ? [{ source, text: value }] : []
  return entriesOf(value).flatMap(([name, part]) =>
    unseen.includes(name) ? [] : textsIn(partOf(schema, name), part, `${source}/${name}`)
  )
}

// The parts of a free-form object have no schema.
const partOf = (schema: TSchema, name: string): TSchema =>
  schema.items ?? schema.properties?.[name] ?? schema.additionalProperties ?? {}

const isProse = ({ type, pattern }: TSchema) => type === undefined || pattern === '\\S'
