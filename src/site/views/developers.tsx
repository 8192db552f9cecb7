import type { ComponentChildren } from 'preact'
import { type Context, forVersion, hasServer, olderVersions } from '../../context/context.ts'
import { type ErrorCode, statuses } from '../../http/errors.ts'
import { Code } from '../parts/code.tsx'
import { McpGuide } from '../parts/mcp-guide.tsx'
import { Operations } from '../parts/operation.tsx'
import { LicenceSentence, Points, Rich } from '../parts/prose.tsx'
import { describe, type View } from '../view.ts'

/** The page is in English on every site, because the OpenAPI document, which it shows, is. */
export const developers: View = ({ inEnglish }) => {
  const context = inEnglish()
  const name = context.displayName
  return {
    context,
    title: `API for developers | ${name}`,
    description: describe(
      `Documentation of the public API of ${name}: URLs, code samples, fields, errors, caching and versions.`
    ),
    breadcrumbs: [{ name: context.words.pages.developers, path: '/developers/' }],
    scripts: ['developers.js'],
    files: ['profile', 'services', 'pricing', 'faq', 'site'],
    main: () => (
      <>
        <div class="page-head">
          <h1>API for developers</h1>
          <p class="lead">
            The facts of this site as JSON: public and read-only, without a key or registration.
          </p>
        </div>
        <div class="with-contents">
          <DeveloperContents context={context} />
          <div class="documentation">
            <Start context={context} />
            <h2 id="operations">Operations</h2>
            <Operations context={context} />
            {hasServer(context) ? <ErrorTable context={context} /> : <FileErrors />}
            <section>
              <h2 id="caching">Caching</h2>
              <Points items={hasServer(context) ? cachingItems : fileCachingItems} />
            </section>
            <Versioning context={context} />
            {olderVersions(context).map((version) => (
              <OlderVersion key={version.name} context={forVersion(context, version)} />
            ))}
            {hasServer(context) && <McpGuide context={context} />}
          </div>
        </div>
      </>
    )
  }
}

function OlderVersion({ context }: { context: Context }) {
  const { deprecation, name } = context.api
  return (
    <>
      <h2 id={name}>
        Version <code>{name}</code>
      </h2>
      {deprecation && (
        <p>
          Announced: {context.formatDate(deprecation.announced)}. Ends: {context.formatDate(deprecation.ends)}
          .
        </p>
      )}
      <Operations context={context} />
    </>
  )
}

const mcpLink: [id: string, name: string] = ['mcp', 'MCP server']

function DeveloperContents({ context }: { context: Context }) {
  const links: [id: string, name: string][] = [
    ['start', 'Getting started'],
    ['operations', 'Operations'],
    ...context.operations.map(({ operationId, summary }): [string, string] => [operationId, summary]),
    ['objects', 'Objects'],
    ['errors', 'Errors'],
    ['caching', 'Caching'],
    ['versioning', 'Versions'],
    ...olderVersions(context).map(({ name }): [string, string] => [name, `Version ${name}`]),
    ...(hasServer(context) ? [mcpLink] : [])
  ]
  const operations = new Set(context.operations.map(({ operationId }) => operationId))
  return (
    <nav class="contents" aria-label="On this page">
      <ul>
        {links.map(([id, name]) => (
          <li key={id} class={operations.has(id) ? 'inner' : undefined}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Start({ context }: { context: Context }) {
  const { baseUrl, operations, prefix } = context
  const [first] = operations
  return (
    <section>
      <h2 id="start">Getting started</h2>
      {hasServer(context) ? (
        <p>
          Every URL returns JSON in UTF-8 for <code>GET</code> and allows any origin (CORS).
        </p>
      ) : (
        <p>Every URL is a file with JSON in UTF-8, on a static host.</p>
      )}
      {first && <Code label="curl" language="sh" text={`curl ${baseUrl}${prefix}${first.path}`} />}
      <p>
        To import the API into another tool, or to generate a client, use its OpenAPI 3.1 document:{' '}
        <a href="/openapi.json">
          <code>{baseUrl}/openapi.json</code>
        </a>
      </p>
      {context.business.site?.licence && (
        <p>
          <LicenceSentence context={context} />
        </p>
      )}
    </section>
  )
}

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

function ErrorTable({ context }: { context: Context }) {
  const docs = `${context.baseUrl}/developers/#errors`
  const example = { error: { code: 'not_found', message: 'No such endpoint.', docs } }
  return (
    <section>
      <h2 id="errors">Errors</h2>
      <p>
        Every error is JSON in the same shape. <code>code</code> is stable and meant for programs,{' '}
        <code>message</code> is meant for people, and <code>docs</code> links to this section.
      </p>
      <Code label="Example of an error" language="json" text={JSON.stringify(example, null, 2)} />
      <CodeTable
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

// A static host sends the files of an export as it is configured.
const fileCachingItems = [
  'A response may be cached for five minutes. The host decides on `Cache-Control`, `ETag` and compression.'
]

const FileErrors = () => (
  <section>
    <h2 id="errors">Errors</h2>
    <p>
      A URL that does not exist gets the 404 page of the site, in HTML. Other errors are those of the host.
    </p>
  </section>
)

const listRules = (months: string) => [
  'The version is part of the URL. A new field or a new URL is not a breaking change and appears in the existing version.',
  `A breaking change is published as a new version, and the previous version keeps working for at least ${months} months.`,
  'The end of a version is announced here. From then on, its responses carry `Deprecation` (when the end was announced), `Sunset` (when the version stops, RFC 8594) and a `Link` to the explanation.'
]

function Versioning({ context }: { context: Context }) {
  const { versions, noticeMonths, api, prefix } = context
  const alias = versions.find(({ hasAlias }) => hasAlias)
  return (
    <section>
      <h2 id="versioning">Versions</h2>
      <p>
        Current version: <code>{api.name}</code> (<code>{prefix}/</code>).
      </p>
      <Points items={listRules(context.formatNumber(noticeMonths))} />
      {alias && (
        <p>
          The path without a version, <code>/api/</code>, returns the same as{' '}
          {alias === api ? 'the current version' : alias.name}, but is not guaranteed to stay.
        </p>
      )}
      <h3 id="deprecations">Deprecated versions</h3>
      <Deprecations context={context} />
    </section>
  )
}

function Deprecations({ context }: { context: Context }) {
  const deprecated = context.versions.flatMap(({ name, deprecation }) =>
    deprecation ? [{ name, ...deprecation }] : []
  )
  return deprecated.length === 0 ? (
    <p>None. Every version is supported.</p>
  ) : (
    <CodeTable
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

interface CodeTableProps {
  labelledBy: string
  columns: string[]
  /** Each row has a name of the API, such as a code, and its cells. */
  rows: [name: string, ...cells: ComponentChildren[]][]
}

/** A table that scrolls on a screen that is too narrow for it. */
function CodeTable({ labelledBy, columns, rows }: CodeTableProps) {
  return (
    <section class="scroller" tabindex={0} aria-labelledby={labelledBy}>
      <table aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
