import type { Business } from '../business/business.ts'
import { siteOf } from './page-context.ts'
import type { Settings } from './settings.ts'

/** What is answered as Markdown, with status 404, where there is no page. */
export function notFoundMarkdown(business: Business, settings: Settings): string {
  const { t } = siteOf(business, settings)
  const { baseUrl } = settings
  return `# ${t.notFound.title}

${t.notFound.forAgents}

- [${t.agentIndex}](${baseUrl}/llms.txt)
- [${t.notFound.siteMap}](${baseUrl}/sitemap.md)
- [${t.nav.home}](${baseUrl}/)
`
}
