import { isTall } from '../business/language.ts'
import { agentResources } from '../surfaces/agent-resources.ts'
import type { PageContext } from './page-context.ts'
import { ContactBar } from './parts/direct-contact.tsx'
import { Head } from './parts/head.tsx'
import { Breadcrumbs, Footer, Header } from './parts/navigation.tsx'
import type { PageContent } from './view.ts'

interface Props {
  context: PageContext
  path: string
  content: PageContent
  /** When the facts that the page shows were changed, if that is known. */
  modified: Date | undefined
}

const index = agentResources.llms.path

/** Returns a page with its head, header and footer. */
export function layOut({ context, path, content, modified }: Props) {
  const { words } = context
  const breadcrumbs = content.breadcrumbs && [{ name: words.pages.home, path: '/' }, ...content.breadcrumbs]
  const page = breadcrumbs ? { ...content, breadcrumbs } : content
  return (
    <html
      lang={context.language}
      dir={context.direction}
      class={isTall(context.language) ? 'tall' : undefined}
    >
      <Head context={context} path={path} content={page} modified={modified} />
      <body class={path === '/' ? 'home' : undefined}>
        {/* The site's own ids have an upper-case letter, so they never equal an id of the data. */}
        <a class="skip" href="#mainContent">
          {words.layout.skip}
        </a>
        {/* For programs that read the HTML; browsers do not show it. */}
        <p hidden>
          <a href={index}>
            {words.pages.forAi}: {index}
          </a>
        </p>
        <Header context={context} path={path} />
        {breadcrumbs && <Breadcrumbs label={words.layout.breadcrumbs} breadcrumbs={breadcrumbs} />}
        <main id="mainContent" tabindex={-1}>
          {content.main}
        </main>
        <Footer context={context} />
        <ContactBar context={context} />
      </body>
    </html>
  )
}
