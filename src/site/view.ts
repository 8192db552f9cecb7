import type { ComponentChildren } from 'preact'
import type { Business } from '../business/business.ts'
import type { Settings } from './settings.ts'

/** One step of the way from the home page to a page. */
export interface Crumb {
  name: string
  path: string
}

/** A page before it is laid out. */
export interface View {
  title: string
  /** At least 50 characters; see `describe`. */
  description: string
  /** The data files that the page shows; the newest of them dates the page. */
  files: ('profile' | 'services' | 'pricing' | 'faq')[]
  main: ComponentChildren
  /** The way to the page, itself included; absent on the home page. */
  crumbs?: Crumb[]
  /** JSON-LD nodes (schema.org); what they say is visible on the page. */
  structured?: StructuredNode[]
  /** The operation's address below the version's prefix that has the same facts as JSON. */
  data?: string
  /** Browser modules of src/site/assets, by name. */
  scripts?: string[]
  /** Whether the page is no part of the site's index. */
  hidden?: boolean
}

export type StructuredNode = { '@type': string } & Record<string, unknown>

/** A page is a function of the facts and the settings, and of nothing else. */
export type Page = (business: Business, settings: Settings) => View
