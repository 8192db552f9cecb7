import type { Static } from '@sinclair/typebox'
import { fieldOf, isObject } from '../base/json-value.ts'
import { amountsOf, isFraction, isStarting, type Price, roundUp, type Tax } from './schemas/price.ts'
import type { Pricing as PricingBody, PricingFile } from './schemas/pricing.ts'
import type { Profile as ProfileBody } from './schemas/profile.ts'
import type { ServiceCatalog, ServiceCatalogFile } from './schemas/services.ts'

// Besides the schemas, only this file knows the names of v1 and the data files for prices and services. After reading, such
// a field is `undefined`, which keeps its place: v1 has the fields in the order of the files.

const kinds = {
  from_ils: 'from',
  one_time_ils: 'fixed',
  focused_scope_from_ils: 'from',
  full_build_from_ils: 'from'
} as const

/** The fields of v1 and of the data files with amounts in whole units: of an item, and the places of others. */
export const wholeAmounts = {
  service: 'from_ils',
  package: 'one_time_ils',
  /** Of a category. */
  scopes: ['focused_scope_from_ils', 'full_build_from_ils'],
  lowest: ['pricing#/entry_price_ils', 'profile#/pricing_model/entry_price_ils'],
  highest: ['pricing#/max_project_ils', 'profile#/pricing_model/max_project_ils'],
  typical: ['profile#/pricing_model/typical_range_ils/0', 'profile#/pricing_model/typical_range_ils/1']
} as const

type CatalogBody = Static<typeof ServiceCatalog>
type LimitField = 'entry_price_ils' | 'typical_range_ils' | 'max_project_ils'
type Facts<Item> = Omit<Item, keyof typeof kinds | LimitField | 'price'>
interface Limits {
  lowest: Price | undefined
  typical: (Price & { max: string }) | undefined
  highest: Price | undefined
}

export type Service = Facts<CatalogBody['examples'][number]> & { price: Price; url: string }
export type Package = Facts<PricingBody['packages'][number]> & { price: Price | undefined; url: string }
export type Category = Facts<CatalogBody['categories'][number]> & {
  [Scope in 'focused' | 'full']?: Price | undefined
}
type Catalog = Omit<CatalogBody, 'categories' | 'examples'> & {
  categories: Category[]
  services: Service[]
}
type Pricing = Omit<Facts<PricingBody>, 'packages'> & Limits & { packages: Package[] }
type Profile = Omit<ProfileBody, 'pricing_model'> & {
  pricing_model: Facts<ProfileBody['pricing_model']> & Limits
}

/** The facts with prices. */
export interface Priced {
  profile: Profile
  catalog: Catalog
  pricing: Pricing
}

/** Returns the prices of an item of v1 or of a data file: its `price`, or else its amounts in whole units. */
export function readPrices(item: unknown): Price[] {
  const tax = fieldOf(item, 'tax')
  const stated = fieldOf(item, 'price')
  const prices: Price[] = isStated(stated)
    ? [{ kind: 'from', ...stated }]
    : Object.entries(kinds).flatMap(([wholeField, kind]) => {
        const amount = fieldOf(item, wholeField)
        return ['number', 'string'].includes(typeof amount)
          ? { kind, amount: String(amount), wholeField }
          : []
      })
  return isTax(tax) ? prices.map((price) => ({ ...price, tax })) : prices
}

type Stated = NonNullable<CatalogBody['examples'][number]['price']>
const isStated = (value: unknown): value is Stated =>
  isObject(value) && Object.values(value).every((part) => typeof part === 'string')
const isTax = (value: unknown): value is Tax => typeof fieldOf(value, 'included') === 'boolean'

export const kindsOf = (body: object) =>
  (['service', 'package'] as const).filter((kind) => wholeAmounts[kind] in body)

export const readCatalog = (file: CatalogFile) => ({
  ...file,
  categories: (file.categories ?? []).map(readCategory),
  examples: undefined,
  services: file.examples.map(readService)
})

type CatalogFile = Static<typeof ServiceCatalogFile>

function readService(file: CatalogFile['examples'][number]) {
  const item = withTax(file)
  const [price] = readPrices(item)
  if (price === undefined) throw new Error(`the service "${item.id}" has no price`)
  return { ...item, from_ils: undefined, price }
}

export function readPackage(file: NonNullable<Static<typeof PricingFile>['packages']>[number]) {
  const item = withTax(file)
  return { ...item, one_time_ils: undefined, price: readPrices(item)[0] }
}

function withTax<Item extends { tax?: Partial<Tax> }>({ tax, ...item }: Item) {
  const whole: Tax | undefined = tax && { included: true, ...tax, ...(tax.exempt && { rate_percent: 0 }) }
  return { ...item, ...(whole && { tax: whole }) }
}

function readCategory(item: NonNullable<CatalogFile['categories']>[number]) {
  const [focused, full] = wholeAmounts.scopes.map((field) =>
    readPrices(item).find(({ wholeField }) => wholeField === field)
  )
  return { ...item, focused_scope_from_ils: undefined, full_build_from_ils: undefined, focused, full }
}

export function readLimits(
  { entry_price_ils, typical_range_ils: range, max_project_ils }: ProfileBody['pricing_model'],
  prices: Price[]
) {
  const limits: Limits = {
    lowest: findLowest(entry_price_ils, prices),
    typical: range && { kind: 'range', amount: String(range[0]), max: String(range[1]) },
    highest: findHighest(max_project_ils, prices)
  }
  return { entry_price_ils: undefined, max_project_ils: undefined, typical_range_ils: undefined, ...limits }
}

/** Returns the lowest price: exact if an item has it, and with the unit that every price has. */
function findLowest(entry: number | undefined, prices: Price[]): Price | undefined {
  if (entry === undefined) return undefined
  const [lowest] = prices
    .filter(({ amount }) => roundUp(amount) === entry)
    .toSorted((a, b) => Number(a.amount) - Number(b.amount))
  const { amount, unit, tax }: Partial<Price> = lowest ?? {}
  const isShared = prices.every((price) => price.unit === unit || Number(price.amount) === 0)
  const isFrom = lowest ? isStarting(lowest) : prices.some(isStarting)
  return {
    kind: isFrom ? 'from' : 'fixed',
    amount: amount ?? String(entry),
    ...(unit !== undefined && isShared && { unit }),
    ...(tax && { tax })
  }
}

function findHighest(limit: number | undefined, prices: Price[]): Price | undefined {
  if (limit === undefined) return undefined
  const [amount = String(limit)] = prices
    .map(({ amount, max = amount }) => max)
    .filter((amount) => roundUp(amount) === limit)
    .toSorted((a, b) => Number(b) - Number(a))
  return { kind: 'fixed', amount }
}

export const writeProfile = (profile: Profile): ProfileBody => ({
  ...profile,
  pricing_model: writeLimits(profile.pricing_model)
})

export const writeCatalog = ({ services, ...catalog }: Catalog): CatalogBody => ({
  ...catalog,
  categories: catalog.categories.map(({ focused, full, ...category }) => ({
    ...category,
    ...(focused && { focused_scope_from_ils: roundUp(focused.amount) }),
    ...(full && { full_build_from_ils: roundUp(full.amount) })
  })),
  examples: services.map(writeService)
})

export const writePricing = (pricing: Pricing): PricingBody => ({
  ...writeLimits(pricing),
  packages: pricing.packages.map(writePackage)
})

export const writeService = (service: Service): CatalogBody['examples'][number] => ({
  ...writePrice(service),
  from_ils: roundUp(service.price.amount)
})

export const writePackage = (item: Package): PricingBody['packages'][number] => ({
  ...writePrice(item),
  one_time_ils: item.price ? roundUp(item.price.amount) : null
})

function writePrice<Item extends { price: Price | undefined }>(item: Item) {
  const { price, ...facts } = item
  if (price === undefined || price.wholeField !== undefined) return facts
  const { tax, ...stated } = price
  return { ...item, price: stated }
}

const writeLimits = <Model extends Limits>({ lowest, typical, highest, ...facts }: Model) => ({
  ...facts,
  ...(lowest && { entry_price_ils: roundUp(lowest.amount) }),
  ...(typical && { typical_range_ils: amountsOf(typical).map(Number) }),
  ...(highest && { max_project_ils: roundUp(highest.amount) })
})

export function omitWholeAmounts(item: Record<string, unknown>) {
  const { from_ils, one_time_ils, ...facts } = item
  return facts
}

/** Returns a part of a body of v1 with exact amounts in place of those that v1 rounds up. */
export function writeExact(value: unknown, { lowest, highest }: Limits): unknown {
  if (!isObject(value)) return value
  if (value.price !== undefined) return omitWholeAmounts(value)
  const { entry_price_ils, max_project_ils, ...facts } = value
  return {
    ...facts,
    ...(entry_price_ils !== undefined &&
      lowest &&
      (isFraction(lowest.amount) ? { lowest_price: lowest.amount } : { entry_price_ils })),
    ...(max_project_ils !== undefined &&
      highest &&
      (isFraction(highest.amount) ? { highest_price: highest.amount } : { max_project_ils }))
  }
}
