import type { TSchema } from '@sinclair/typebox'
import { connectorName } from '../../business/business.ts'
import { nameSuffix, noticeMonths, type Operation } from '../../business/operations.ts'
import { objectOf } from '../../business/schemas/values.ts'
import { apiUrl } from '../../context/context.ts'
import { Errors, statuses } from '../../http/errors.ts'
import { Folded, LicenceSentence, PageHead, Section, Table } from '../parts/elements.tsx'
import { breakUrl, List, Rich } from '../parts/texts.tsx'
import type { Props, View } from '../view.ts'

/** The page is in English on every site, because the OpenAPI document, which it shows, is. */
export const developers: View = ({ inEnglish }) => {
  const context = inEnglish()
  const name = context.displayName
  return {
    context,
    title: 'API for developers',
    name: context.words.pages.developers,
    description: [`Documentation of the public API of ${name}: URLs, fields, errors, caching and versions.`],
    files: ['profile', 'services', 'pricing', 'faq', 'site'],
    main: () => (
      <>
        <PageHead
          title="API for developers"
          lead="The facts of this site as JSON: public and read-only, without a key or registration."
        />
        <div class="with-contents">
          <DeveloperContents context={context} />
          <div class="documentation">
            <Start context={context} />
            <h2 id="operations">Operations</h2>
            {context.operations.map((operation) => (
              <OperationSection context={context} operation={operation} />
            ))}
            <Objects operations={context.operations} />
            {context.hasServer ? <ErrorTable context={context} /> : <FileErrors />}
            <Section id="caching" heading="Caching">
              <List class="points" items={context.hasServer ? cachingItems : fileCachingItems} />
            </Section>
            <Versioning context={context} />
            {context.hasServer && <McpGuide context={context} />}
          </div>
        </div>
      </>
    )
  }
}

function DeveloperContents({ context }: Props) {
  const operations = new Map(context.operations.map(({ operationId, summary }) => [operationId, summary]))
  const links = Object.entries({
    start: 'Getting started',
    operations: 'Operations',
    ...Object.fromEntries(operations),
    objects: 'Objects',
    errors: 'Errors',
    caching: 'Caching',
    versioning: 'Versions',
    ...(context.hasServer && { mcp: 'MCP server' })
  })
  return (
    <nav class="contents" aria-label="On this page">
      <ul>
        {links.map(([id, name]) => (
          <li class={operations.has(id) ? 'inner' : undefined}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Start({ context }: Props) {
  const { baseUrl, operations, prefix } = context
  const [first] = operations
  return (
    <Section id="start" heading="Getting started">
      {context.hasServer ? (
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
    </Section>
  )
}

function OperationSection({ context, operation }: Props<{ operation: Operation }>) {
  const { operationId, summary, path, schema } = operation
  const ids = operation.ids?.(context.business)
  const [id = '{id}'] = ids ?? []
  return (
    <section class="operation">
      <h3 id={operationId}>
        {summary} <code>{operationId + nameSuffix(context.api)}</code>
      </h3>
      <p class="address">
        <code>GET</code> <code>{context.prefix + path}</code>
      </p>
      <p>
        <Rich text={operation.describe(context.business)} />
      </p>
      {ids && ids.length > 0 && <Ids ids={ids} />}
      <Code label="curl" language="sh" text={`curl ${apiUrl(context, operation, id)}`} />
      {ids?.length !== 0 && (
        <p>
          <a
            href={context.prefix + path.replace('{id}', id)}
            aria-label={`Open the response: ${operationId}`}
          >
            Open the response
          </a>
        </p>
      )}
      <FieldList owner={operationId} schema={schema} />
    </section>
  )
}

const Ids = ({ ids }: { ids: string[] }) => (
  <p class="ids">
    {ids.length > 40 ? 'The ids are in the catalogue.' : 'Valid ids:'}
    {(ids.length > 40 ? [] : ids).map((id, index) => [
      ' ',
      <span>
        <code>{id}</code>
        {index < ids.length - 1 && ','}
      </span>
    ])}
  </p>
)

function FieldList({ owner, schema }: { owner: string; schema: TSchema }) {
  const required: string[] = schema.required ?? []
  const fields = fieldsOf(schema)
  return (
    <Folded label={fields.length === 1 ? '1 field' : `${fields.length} fields`} subject={owner}>
      <dl class="field-list">
        {fields.map(([name, field]) => (
          <div>
            <dt>
              <code>{name}</code> <TypeName schema={field} />
              {required.includes(name) && ', required'}
            </dt>
            <dd>
              <Rich text={`${field.description}`} />
            </dd>
          </div>
        ))}
      </dl>
    </Folded>
  )
}

function Objects({ operations }: { operations: Operation[] }) {
  const bodies = new Set(operations.map(({ schema }) => schema.$id))
  const objects = new Map(operations.flatMap(({ schema }) => objectsIn(schema)))
  return (
    <Section id="objects" heading="Objects">
      <p>The objects that responses contain. Ignore unknown fields: new ones may be added.</p>
      {[...objects].map(([id, schema]) =>
        bodies.has(id) ? null : (
          <section>
            <h3 id={objectAnchor(id)}>
              <code>{id}</code>
            </h3>
            <p>{objectOf(schema).description}</p>
            <FieldList owner={id} schema={schema} />
          </section>
        )
      )}
    </Section>
  )
}

const objectAnchor = (id: string) => `object${id}`

const fieldsOf = (schema: TSchema): [string, TSchema][] => Object.entries(schema.properties ?? {})

function objectsIn(schema: TSchema): [string, TSchema][] {
  const inner = [...fieldsOf(schema).map(([, field]) => field), ...(schema.items ? [schema.items] : [])]
  const own: [string, TSchema][] = schema.$id ? [[schema.$id, schema]] : []
  return [...own, ...inner.flatMap(objectsIn)]
}

const TypeName = ({ schema }: { schema: TSchema }) =>
  schema.$id ? (
    <a href={`#${objectAnchor(schema.$id)}`}>{schema.$id}</a>
  ) : schema.items ? (
    <>
      array of <TypeName schema={schema.items} />
    </>
  ) : (
    [schema.type].flat().join(' or ') + (schema.format ? ` (${schema.format})` : '')
  )

// When each error occurs, and the statuses that it has besides the usual one.
const errors: [code: keyof typeof statuses, when: string, otherStatuses?: string][] = [
  [
    'bad_request',
    '400: the URL or the request is malformed. 408: the request takes too long. 412: `If-Match` or `If-Unmodified-Since` does not hold. 415: the body has a `Content-Encoding`. 416: the file has no such range. 417: `Expect` is not `100-continue`. 431: the headers are too large.',
    ', 408, 412, 415, 416, 417, 431'
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

function ErrorTable({ context }: Props) {
  const example = new Errors(context.baseUrl).body('not_found', 'No such endpoint.')
  return (
    <Section id="errors" heading="Errors">
      <p>
        Every error is JSON in the same shape. <code>code</code> is stable and meant for programs,{' '}
        <code>message</code> is meant for people, and <code>docs</code> links to this section.
      </p>
      <Code label="Example of an error" language="json" text={JSON.stringify(example, null, 2)} />
      {/* A table that is wider than the screen scrolls. */}
      <section class="scroller" tabindex={0} aria-labelledby="errors">
        <Table
          aria-labelledby="errors"
          columns={['Code', 'Status', 'When']}
          rows={errors.map(([code, when, others = '']) => ({
            cells: [<code>{code}</code>, statuses[code] + others, <Rich text={when} />]
          }))}
        />
      </section>
    </Section>
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
  <Section id="errors" heading="Errors">
    <p>A URL that does not exist gets the 404 page of the site, in HTML. The host sends other errors.</p>
  </Section>
)

const listRules = (months: string) => [
  'The version is part of the URL. A new field or a new URL is not a breaking change and appears in the existing version.',
  `A breaking change is published as a new version, and the previous version keeps working for at least ${months} months.`,
  'The end of a version is announced here. From then on, its responses carry `Deprecation` (when the end was announced), `Sunset` (when the version stops, RFC 8594) and a `Link` to the explanation.'
]

function Versioning({ context }: Props) {
  const { versions, api, prefix, formatDate } = context
  const alias = versions.find(({ hasAlias }) => hasAlias)
  const deprecated = versions.flatMap(({ name, deprecation }) =>
    deprecation ? [{ name, ...deprecation }] : []
  )
  return (
    <Section id="versioning" heading="Versions">
      <p>
        Current version: <code>{api.name}</code> (<code>{prefix}/</code>).
      </p>
      <List class="points" items={listRules(context.formatNumber(noticeMonths))} />
      {alias && (
        <p>
          The path without a version, <code>/api/</code>, returns the same as{' '}
          {alias === api ? 'the current version' : alias.name}, but is not guaranteed to stay.
        </p>
      )}
      <h3 id="deprecations">Deprecated versions</h3>
      {deprecated.length === 0 ? (
        <p>None. Every version is supported.</p>
      ) : (
        <ul class="points">
          {deprecated.map(({ name, announced, ends, documentation }) => (
            <li id={name}>
              <a href={documentation}>
                <code>{name}</code>
              </a>{' '}
              ends on {formatDate(ends)}. This was announced on {formatDate(announced)}.
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

// How to add a server to each client.
const manuals: [client: string, url: string][] = [
  [
    'Claude',
    'https://support.claude.com/en/articles/11175166-getting-started-with-custom-connectors-using-remote-mcp'
  ],
  ['Claude Code', 'https://code.claude.com/docs/en/mcp'],
  ['ChatGPT', 'https://platform.openai.com/docs/guides/developer-mode'],
  ['Cursor', 'https://cursor.com/docs/mcp'],
  ['VS Code', 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers']
]

const McpGuide = ({ context }: Props) => (
  <Section id="mcp" heading="MCP server">
    <p>The same operations and a search, as read-only tools over Streamable HTTP, without authentication:</p>
    <Code label="URL" language="text" text={`${context.baseUrl}/mcp`} />
    <p>
      In Claude and ChatGPT, use this name, because claude.ai offers no tools of a connector whose name has
      other characters, such as an accent or an apostrophe:
    </p>
    <Code label="Name" language="text" text={connectorName(context.business)} />
    <p>The manual of your client has the steps:</p>
    <List class="points" items={manuals.map(([client, url]) => <a href={url}>{client}</a>)} />
  </Section>
)

const Code = ({ label, language, text }: { label: string; language: string; text: string }) => (
  <figure class="code" dir="ltr">
    <figcaption>{label}</figcaption>
    <pre>
      <code class={`language-${language}`}>{breakUrl(text)}</code>
    </pre>
  </figure>
)
