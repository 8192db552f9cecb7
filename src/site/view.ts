import type { ComponentChildren } from 'preact'
import type { Files } from '../business/business.ts'
import type { Address } from '../business/schemas/profile.ts'
import type { Package, Service } from '../business/v1.ts'
import type { Context } from '../context/context.ts'

export type Props<More = unknown> = { context: Context } & More

/** A page as a function of its context only. */
export type View = (context: Context) => PageContent

export interface PageContent {
  /** Its subject; the name of the business follows in the head of the page. */
  title: string
  /** The address whose town the title has room for. */
  address?: Address | undefined
  /** Texts of the description, which has usually 50 to 160 characters: a text is added if those before it are too short. */
  description: (string | undefined)[]
  /** Follow the first text of the description, as many as it has room for. */
  facts?: (string | undefined)[]
  /** Follow the facts, with their prices. */
  items?: (Service | Package)[]
  /** The data files that the page shows, without `.json`; the newest of them dates the page. */
  files: (keyof Files)[]
  /** Called only for a page that is sent. */
  main: () => ComponentChildren
  /** Its name in the steps from the home page to this page, if that is not its title. */
  name?: string
  /** The steps between the home page and this page. */
  parents?: { name: string; path: string }[]
  /** Returns JSON-LD nodes (schema.org) of facts that the page shows. Called only for a page that is sent. */
  structuredData?: () => object[]
  /** The path, below the version's prefix, of the operation that returns the same facts as JSON. */
  operationPath?: string
  /** The context of a page in another language than the site. */
  context?: Context
  /** Browser modules in src/site/assets, by name. */
  scripts?: string[]
  /** Whether it shows the hours of all places, so it has their script. */
  hasHours?: boolean
  isHidden?: boolean
  /** Why search engines and lists omit the page, such as `its front matter`. */
  unlisted?: string | undefined
}
