import type { Static, TSchema } from '@sinclair/typebox'
import { type Faq, FaqFile } from './schemas/faq.ts'
import { amountsOf, isOpen, isStarting, type Price } from './schemas/price.ts'
import { PricingFile } from './schemas/pricing.ts'
import { ProfileFile } from './schemas/profile.ts'
import { ServiceCatalogFile } from './schemas/services.ts'
import { SiteFile } from './schemas/site.ts'
import type { Category, Package, Priced, Service } from './v1.ts'
import { type OwnWords, WordsFile } from './words.ts'

export interface DataFile {
  schema: TSchema
  /** The field of the business is undefined if it has no such file. */
  isOptional?: boolean
  /** Whether a business may have one file for each language, such as words.he.json. */
  isPerLanguage?: boolean
  /** JSON pointers of ids that must not repeat; `*` matches every entry of a list. */
  uniqueIds?: string[]
}

/** Every data file, by its name without `.json`. Reading, checking and the schemas for editors follow this table. */
export const dataFiles = {
  profile: { schema: ProfileFile, uniqueIds: ['/locations/*/id'] },
  services: { schema: ServiceCatalogFile, uniqueIds: ['/categories/*/id', '/examples/*/id'] },
  pricing: { schema: PricingFile, uniqueIds: ['/packages/*/id'] },
  faq: { schema: FaqFile },
  site: { schema: SiteFile, isOptional: true },
  words: { schema: WordsFile, isOptional: true, isPerLanguage: true }
} satisfies Record<string, DataFile>

type Contents<Table extends Record<string, DataFile>> = {
  [Name in keyof Table]:
    | Static<Table[Name]['schema']>
    | (Table[Name] extends { isOptional: true } ? undefined : never)
}

/** The data files as they are written. Words are in one file for each language. */
export type Files = Contents<Omit<typeof dataFiles, 'words'>> & {
  [Name in `words.${string}`]?: OwnWords
}

type Completed = Priced & { faq: Static<typeof Faq> }

/** All facts: checked and complete, with the URL of the site. A business never changes. */
export type Business = Completed &
  Pick<Files, Exclude<keyof typeof dataFiles, keyof Completed | 'services' | 'words'>> & {
    words?: OwnWords
    /** Public URL of the site, without a trailing slash. */
    baseUrl: string
  }

export const hasServices = ({ catalog: { services, categories } }: Pick<Business, 'catalog'>): boolean =>
  services.length + categories.length > 0

export const hasOffer = (business: Business): boolean =>
  hasServices(business) || business.pricing.packages.length > 0

export const hasInclusions = (packages: Package[]): boolean =>
  packages.length > 0 && packages.every(({ includes }) => includes !== undefined)

export const findCategory = ({ catalog }: Business, id: string | undefined): Category | undefined =>
  catalog.categories.find((category) => category.id === id)

export const englishName = ({ profile }: Business) => profile.name_en ?? profile.name

/**
 * Returns the name of a business in ASCII letters, digits and spaces, or else a name from its host: claude.ai offers no tools of
 * a connector whose name has an accent or an apostrophe (github.com/anthropics/claude-ai-mcp/issues/523 and 537).
 */
export const connectorName = ({ profile: { name_en = '', name }, baseUrl }: Business): string =>
  [name_en, name].map(toWords).find((text) => /^[a-z\d ]+$/i.test(text)) ??
  new URL(baseUrl).hostname.replace(/[^a-z0-9-]+/g, '-').replace(/^-|-$/g, '')

const toWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const pricesOf = (item: Service | Package | Category): Price[] =>
  ('price' in item ? [item.price] : [item.focused, item.full]).filter((price) => price !== undefined)

export const listPrices = ({
  catalog,
  pricing
}: Pick<Business, 'catalog'> & { pricing: { packages: Package[] } }): Price[] =>
  [...catalog.services, ...pricing.packages, ...catalog.categories].flatMap(pricesOf)

export const listServicePrices = ({ services, categories }: Business['catalog']): Price[] =>
  [...services, ...categories].flatMap(pricesOf)

export const statesPrices = (business: Business): boolean => listPrices(business).length > 0

export const hasOwnTax = (business: Business): boolean =>
  listPrices(business).some(({ tax }) => tax !== undefined)

// A free item has no tax.
export const hasTaxedPrice = (business: Business): boolean =>
  listPrices(business)
    .flatMap(amountsOf)
    .some((amount) => Number(amount) > 0)

export const hasOpenPrices = (business: Business): boolean =>
  listPrices(business).some(isStarting) || business.pricing.packages.some(({ price }) => isOpen(price))

export const hasOnlyStartingPrices = (prices: Price[]): boolean =>
  prices.length > 0 && prices.every(isStarting)
