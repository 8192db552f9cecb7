import type { Check } from './check.ts'
import { catalogs } from './checks/catalogs.ts'
import { http } from './checks/http.ts'
import { links } from './checks/links.ts'
import { llms } from './checks/llms.ts'
import { markdown } from './checks/markdown.ts'
import { others } from './checks/not-applicable.ts'
import { pages } from './checks/pages.ts'
import { robots } from './checks/robots.ts'
import { services } from './checks/services.ts'
import { sitemaps } from './checks/sitemaps.ts'

/** Everything that is looked at, in the order of the report. */
export const checks: Check[] = [
  ...robots,
  ...sitemaps,
  ...llms,
  ...markdown,
  ...pages,
  ...links,
  ...catalogs,
  ...services,
  ...http,
  ...others
]
