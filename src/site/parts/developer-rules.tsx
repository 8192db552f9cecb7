import { type ErrorCode, statuses } from '../../http/errors.ts'
import type { PageContext } from '../page-context.ts'
import { Code } from './code.tsx'
import { Points, Rich, StackingTable } from './prose.tsx'

// When each error occurs, and the statuses that it has besides the usual one.
const errors: [code: ErrorCode, when: string, ...otherStatuses: number[]][] = [
  [
    'bad_request',
    '400: the URL or the request is malformed. 408: the request takes too long. 412: `If-Match` or `If-Unmodified-Since` does not hold. 417: `Expect` is not `100-continue`. 431: the headers are too large.',
    408,
    412,
    417,
    431
  ],
  ['not_found', 'The URL does not exist, or no item has the id.'],
  [
    'method_not_allowed',
    'The method is not `GET`, `HEAD` or `OPTIONS`. The `Allow` header lists the allowed methods.'
  ],
  ['not_acceptable', 'The URL has no format or encoding that the request accepts.'],
  ['internal_error', 'The server failed and logged the error.'],
  [
    'unavailable',
    'The server is overloaded or shutting down. Try again after the time in `Retry-After`. A proxy in front of the server may limit requests: it then returns 429, also with `Retry-After`.'
  ]
]

export function ErrorTable({ context }: { context: PageContext }) {
  const docs = `${context.settings.baseUrl}/developers/#errors`
  const example = { error: { code: 'not_found', message: 'No such endpoint.', docs } }
  return (
    <section>
      <h2 id="errors">Errors</h2>
      <p>
        Every error is JSON in the same shape. <code>code</code> is stable and meant for programs,{' '}
        <code>message</code> is meant for people, and <code>docs</code> links to this section.
      </p>
      <Code label="Example of an error" language="json" text={JSON.stringify(example, null, 2)} />
      <StackingTable
        labelledBy="errors"
        columns={['Code', 'Status', 'When']}
        rows={errors.map(([code, when, ...others]) => [
          code,
          [statuses[code], ...others].join(', '),
          <Rich key={code} text={when} />
        ])}
      />
    </section>
  )
}

const cachingItems = [
  'A response is fresh for five minutes: `Cache-Control: public, max-age=300`.',
  'Every response with the status 200 has a strong `ETag`. Send it as `If-None-Match`; if nothing has changed, you get `304` without a body.',
  'Responses are compressed with Brotli or gzip, according to `Accept-Encoding`.'
]

export const Caching = () => (
  <section>
    <h2 id="caching">Caching</h2>
    <Points items={cachingItems} />
  </section>
)

const listRules = (months: string) => [
  'The version is part of the URL. A new field or a new URL is not a breaking change and appears in the existing version.',
  `A breaking change is published as a new version, and the previous version keeps working for at least ${months} months.`,
  'The end of a version is announced here. From then on, its responses carry `Deprecation` (when the end was announced), `Sunset` (when the version stops, RFC 8594) and a `Link` to the explanation.'
]

export function Versioning({ context }: { context: PageContext }) {
  const { settings, version, apiPrefix } = context
  const alias = settings.versions.find(({ hasAlias }) => hasAlias)
  return (
    <section>
      <h2 id="versioning">Versions</h2>
      <p>
        Current version: <code>{version.name}</code> (<code>{apiPrefix}/</code>).
      </p>
      <Points items={listRules(context.formatNumber(settings.noticeMonths))} />
      {alias && (
        <p>
          The path without a version, <code>/api/</code>, returns the same as{' '}
          {alias === version ? 'the current version' : alias.name}, but is not guaranteed to stay.
        </p>
      )}
      <h3 id="deprecations">Deprecated versions</h3>
      <Deprecations context={context} />
    </section>
  )
}

function Deprecations({ context }: { context: PageContext }) {
  const deprecated = context.settings.versions.flatMap(({ name, deprecation }) =>
    deprecation ? [{ name, ...deprecation }] : []
  )
  return deprecated.length === 0 ? (
    <p>None. Every version is supported.</p>
  ) : (
    <StackingTable
      labelledBy="deprecations"
      columns={['Version', 'Announced', 'Ends', 'Details']}
      rows={deprecated.map(({ name, announced, ends, documentation }) => [
        name,
        context.formatDate(announced),
        context.formatDate(ends),
        <a key={name} href={documentation}>
          The end of {name}
        </a>
      ])}
    />
  )
}
