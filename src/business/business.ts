import type { Faq } from './faq.ts'
import type { Pricing } from './pricing.ts'
import type { Profile } from './profile.ts'
import type { ServiceCatalog } from './services.ts'

/** All facts, checked, complete and as they are published. It never changes. */
export interface Business {
  profile: Profile
  services: ServiceCatalog
  pricing: Pricing
  faq: Faq
  /** The data files of further operations, by the name of the file without `.json`. */
  [document: string]: unknown
}
