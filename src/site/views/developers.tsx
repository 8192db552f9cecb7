import { describe } from '../describe.ts'
import { inVersion, olderVersions, siteOf } from '../page-context.ts'
import { crumbsTo } from '../parts/crumbs.tsx'
import { Caching, ErrorTable, Versioning } from '../parts/developer-rules.tsx'
import { DeveloperContents, Start } from '../parts/developer-start.tsx'
import { ObjectTables } from '../parts/field-table.tsx'
import { McpClients } from '../parts/mcp-clients.tsx'
import { OlderVersion } from '../parts/older-version.tsx'
import { OperationSection } from '../parts/operation.tsx'
import type { Page } from '../view.ts'

export const developers: Page = (business, settings) => {
  const site = siteOf(business, settings)
  const words = site.t.developers
  const { name } = business.profile
  const { operations } = site.version
  return {
    title: `${words.title} | ${name}`,
    description: describe(words.description(name)),
    crumbs: crumbsTo(site, { name: site.t.nav.developers, path: '/developers/' }),
    scripts: ['try-it.js'],
    files: ['profile', 'services', 'pricing'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <div class="with-contents">
          <DeveloperContents site={site} operations={operations} />
          <div class="documentation">
            <Start site={site} />
            <h2 id="operations">{words.operations}</h2>
            {operations.map((operation) => (
              <OperationSection key={operation.operationId} site={site} operation={operation} />
            ))}
            <ObjectTables site={site} operations={operations} />
            <ErrorTable site={site} />
            <Caching site={site} />
            <Versioning site={site} />
            {olderVersions(site).map((version) => (
              <OlderVersion key={version.name} site={inVersion(site, version)} />
            ))}
            <McpClients site={site} />
          </div>
        </div>
      </>
    )
  }
}
