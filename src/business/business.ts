import type { Static, TSchema } from '@sinclair/typebox'
import { type Faq, FaqFile } from './schemas/faq.ts'
import { type Pricing, PricingFile } from './schemas/pricing.ts'
import { type Profile, ProfileFile } from './schemas/profile.ts'
import { type ServiceCatalog, ServiceCatalogFile } from './schemas/services.ts'
import { SiteFile } from './schemas/site.ts'
import { type OwnWords, WordsFile } from './words.ts'

/** A data file: its schema, and what a schema cannot express. */
export interface DataFile {
  schema: TSchema
  /** Whether a business may leave the file out; the field of the business is then undefined. */
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
  faq: { schema: FaqFile, uniqueIds: ['/categories/*/items/*/id'] },
  site: { schema: SiteFile, isOptional: true },
  words: { schema: WordsFile, isOptional: true, isPerLanguage: true }
} satisfies Record<string, DataFile>

/** The table of data files, perhaps with more rows. */
export type DataFiles = typeof dataFiles & Record<string, DataFile>

/** The contents of the files of a table. */
type Contents<Table extends Record<string, DataFile>> = {
  [Name in keyof Table]:
    | Static<Table[Name]['schema']>
    | (Table[Name] extends { isOptional: true } ? undefined : never)
}

/** The data files as they are written. Words are in one file for each language. */
export type Files = Contents<Omit<typeof dataFiles, 'words'>> & {
  [Name in `words.${string}`]?: OwnWords
}

/** The files whose published form differs from the written one. */
interface Completed {
  profile: Profile
  services: ServiceCatalog
  pricing: Pricing
  faq: Faq
}

/** All facts as they are published: checked and complete. A business never changes. */
export type Business = Completed &
  Pick<Files, Exclude<keyof typeof dataFiles, keyof Completed | 'words'>> & { words?: OwnWords }

/** Returns the name of a business, in English if the data has one. */
export const englishName = ({ profile }: Business) => profile.name_en ?? profile.name
