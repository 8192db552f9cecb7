import type { ErrorCode } from '../../http/errors.ts'
import type { PageContext } from '../page-context.ts'
import { fill } from '../words.ts'
import { Code, Points, Rich, Scroller } from './text.tsx'

// The status of each error code in src/http.
const statuses: [code: ErrorCode, status: number][] = [
  ['bad_request', 400],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['not_acceptable', 406],
  ['internal_error', 500],
  ['unavailable', 503]
]

export function ErrorTable({ context }: { context: PageContext }) {
  const words = context.words.developers
  const docs = `${context.settings.baseUrl}/developers/#errors`
  const example = { error: { code: 'not_found', message: 'No such endpoint.', docs } }
  return (
    <section>
      <h2 id="errors">{words.errors}</h2>
      <p>
        <Rich text={words.errorsText} />
      </p>
      <Code label="JSON" language="json" text={JSON.stringify(example, null, 2)} />
      <Scroller label={words.errors}>
        <table aria-labelledby="errors">
          <thead>
            <tr>
              <th scope="col">{words.code}</th>
              <th scope="col">{words.status}</th>
              <th scope="col">{words.when}</th>
            </tr>
          </thead>
          <tbody>
            {statuses.map(([code, status]) => (
              <tr key={code}>
                <th scope="row">
                  <code dir="ltr">{code}</code>
                </th>
                <td>{status}</td>
                <td>
                  <Rich text={words.whenOf[code]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  )
}

export function Caching({ context }: { context: PageContext }) {
  const words = context.words.developers
  return (
    <section>
      <h2 id="caching">{words.caching}</h2>
      <Points items={words.cachingItems} />
    </section>
  )
}

export function Versioning({ context }: { context: PageContext }) {
  const { settings, version, apiPrefix } = context
  const words = context.words.developers
  const months = context.formatNumber(settings.noticeMonths)
  const alias = settings.versions.find(({ alias }) => alias)
  return (
    <section>
      <h2 id="versioning">{words.versioning}</h2>
      <p>
        {words.current} <code dir="ltr">{version.name}</code> (<code dir="ltr">{apiPrefix}/</code>)
      </p>
      <Points items={words.versioningItems.map((item) => fill(item, { months }))} />
      {alias && (
        <p>
          {alias === version ? words.alias : fill(words.aliasOf, { version: alias.name })}{' '}
          <code dir="ltr">/api/</code>
        </p>
      )}
      <h3 id="deprecations">{words.deprecations}</h3>
      <Deprecations context={context} />
    </section>
  )
}

function Deprecations({ context }: { context: PageContext }) {
  const words = context.words.developers
  const deprecated = context.settings.versions.flatMap(({ name, deprecation }) =>
    deprecation ? [{ name, ...deprecation }] : []
  )
  return (
    <Scroller label={words.deprecations}>
      <table aria-labelledby="deprecations">
        <thead>
          <tr>
            <th scope="col">{words.version}</th>
            <th scope="col">{words.announced}</th>
            <th scope="col">{words.ends}</th>
            <th scope="col">{words.details}</th>
          </tr>
        </thead>
        <tbody>
          {deprecated.map(({ name, announced, ends, documentation }) => (
            <tr key={name}>
              <th scope="row">
                <code dir="ltr">{name}</code>
              </th>
              <td>{context.formatDate(announced)}</td>
              <td>{context.formatDate(ends)}</td>
              <td>
                <a href={documentation}>{words.details}</a>
              </td>
            </tr>
          ))}
          {deprecated.length === 0 && (
            <tr>
              <td colspan={4}>{words.noDeprecations}</td>
            </tr>
          )}
        </tbody>
      </table>
    </Scroller>
  )
}
