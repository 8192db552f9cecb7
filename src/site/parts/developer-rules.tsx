import type { ErrorCode } from '../../http/errors.ts'
import type { Site } from '../page-context.ts'
import { Code } from './code.tsx'
import { Rich } from './rich.tsx'
import { Scroller } from './scroller.tsx'

// The statuses that src/http answers each code with.
const statuses: [code: ErrorCode, status: number][] = [
  ['bad_request', 400],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['not_acceptable', 406],
  ['internal_error', 500],
  ['unavailable', 503]
]

export function ErrorTable({ site }: { site: Site }) {
  const words = site.t.developers
  const docs = `${site.settings.baseUrl}/developers/#errors`
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

export function Caching({ site }: { site: Site }) {
  const words = site.t.developers
  return (
    <section>
      <h2 id="caching">{words.caching}</h2>
      <Points items={words.cachingItems} />
    </section>
  )
}

export function Versioning({ site }: { site: Site }) {
  const { t, settings, number, version, prefix } = site
  const words = t.developers
  const alias = settings.versions.find(({ alias }) => alias)
  return (
    <section>
      <h2 id="versioning">{words.versioning}</h2>
      <p>
        {words.current} <code dir="ltr">{version.name}</code> (<code dir="ltr">{prefix}/</code>)
      </p>
      <Points items={words.versioningItems(number(settings.noticeMonths))} />
      {alias && (
        <p>
          {alias === version ? words.alias : words.aliasOf(alias.name)} <code dir="ltr">/api/</code>
        </p>
      )}
      <h3 id="deprecations">{words.deprecations}</h3>
      <Deprecations site={site} />
    </section>
  )
}

function Deprecations({ site }: { site: Site }) {
  const words = site.t.developers
  const deprecated = site.settings.versions.flatMap(({ name, deprecation }) =>
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
              <td>{site.date(announced)}</td>
              <td>{site.date(ends)}</td>
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

function Points({ items }: { items: string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <Rich text={item} />
        </li>
      ))}
    </ul>
  )
}
