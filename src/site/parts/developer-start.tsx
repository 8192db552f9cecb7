import type { Operation } from '../../business/operations.ts'
import { olderVersions, type Site } from '../page-context.ts'
import { Code } from './code.tsx'
import { Rich } from './rich.tsx'

export function DeveloperContents({ site, operations }: { site: Site; operations: Operation[] }) {
  const words = site.t.developers
  const links: [id: string, name: string][] = [
    ['start', words.start],
    ['operations', words.operations],
    ...operations.map(({ operationId }): [string, string] => [operationId, operationId]),
    ['objects', words.objects],
    ['errors', words.errors],
    ['caching', words.caching],
    ['versioning', words.versioning],
    ...olderVersions(site).map(({ name }): [string, string] => [name, name]),
    ['mcp', words.mcp]
  ]
  return (
    <nav class="contents" aria-label={words.contents}>
      <ul>
        {links.map(([id, name]) => (
          <li key={id}>
            <a href={`#${id}`}>{id === name ? <code dir="ltr">{name}</code> : name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function Start({ site }: { site: Site }) {
  const { t, settings } = site
  const words = t.developers
  const [first] = site.version.operations
  return (
    <section>
      <h2 id="start">{words.start}</h2>
      <p>
        <Rich text={words.startText} />
      </p>
      {first && (
        <Code label="curl" language="sh" text={`curl ${settings.baseUrl}${site.prefix}${first.path}`} />
      )}
      <p>
        {words.specification}{' '}
        <a href="/openapi.json">
          <code dir="ltr">{settings.baseUrl}/openapi.json</code>
        </a>
      </p>
      <p>{words.licence}</p>
    </section>
  )
}
