import { fill } from '../../business/words.ts'
import { agentResources } from '../../surfaces/agent-resources.ts'
import type { PageContext } from '../page-context.ts'
import { Line } from '../parts/line.tsx'
import { PageList } from '../parts/navigation.tsx'
import type { View } from '../view.ts'

/** The page that is sent with status 404. */
export const notFound: View = (context) => {
  const { words, business, listLinks } = context
  const { name } = business.profile
  return {
    title: `${words.notFound.title} | ${name}`,
    description: fill(words.notFound.description, { name }),
    isHidden: true,
    files: ['profile'],
    main: (
      <div class="not-found">
        <h1>{words.notFound.title}</h1>
        <Line />
        <p class="lead">{words.notFound.text}</p>
        <PageList context={context} class="ways-on" links={listLinks('notFound')} />
      </div>
    )
  }
}

/** Returns the Markdown that is sent with status 404. */
export function notFoundMarkdown({ words, settings }: PageContext): string {
  const { baseUrl } = settings
  return `# ${words.notFound.title}

${words.notFound.forAgents}

- [${words.layout.agentIndex}](${baseUrl}${agentResources.llms.path})
- [${words.notFound.siteMap}](${baseUrl}${agentResources.sitemapText.path})
- [${words.pages.home}](${baseUrl}/)
`
}
