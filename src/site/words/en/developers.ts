import type { Strings } from '../he.ts'

export const developers: Strings['developers'] = {
  title: 'API for developers',
  lead: 'Every fact on this site, as JSON. Public, read-only, without a key, registration or rate limit.',
  description: (name) =>
    `Documentation of the public API of ${name}: addresses, code, fields, errors, caching and versions.`,
  contents: 'On this page',
  start: 'Start',
  startText: 'Every address answers `GET` with JSON in UTF-8 and can be read from any origin (CORS).',
  specification: 'The full specification, OpenAPI 3.1:',
  licence: 'The data are under CC BY 4.0: any use, with attribution and a link to this site.',
  operations: 'Operations',
  ids: 'The ids:',
  manyIds: 'The ids are in the catalog.',
  fields: 'Fields of the answer',
  field: 'Field',
  type: 'Type',
  required: 'Required',
  meaning: 'Meaning',
  yes: 'yes',
  no: 'no',
  tryIt: 'Try it',
  id: 'Id',
  open: 'Open the answer',
  answer: 'The answer',
  failed: 'The server did not answer. Check the connection and try again.',
  objects: 'Objects',
  objectsText:
    'The parts that answers are made of. Ignore fields that you do not know: new ones may be added.',
  errors: 'Errors',
  errorsText:
    'Every error is JSON of one shape. `code` is stable and for programs, `message` is for people, and `docs` leads here.',
  code: 'Code',
  status: 'Status',
  when: 'When',
  whenOf: {
    bad_request: 'The address is malformed, such as broken percent-encoding.',
    not_found: 'Nothing is at the address, or no item has the id.',
    method_not_allowed:
      'The method is not `GET`, `HEAD` or `OPTIONS`. The header `Allow` lists what is served.',
    not_acceptable: 'The request accepts no representation that the address has.',
    internal_error: 'A fault of the server. It has been logged.',
    unavailable: 'The server is overloaded or stopping. Try again after the time in `Retry-After`.'
  },
  caching: 'Caching',
  cachingItems: [
    'An answer is good for five minutes: `Cache-Control: public, max-age=300`.',
    'Every answer has a strong `ETag`. Send it as `If-None-Match`; if nothing has changed you get `304` without a body.',
    'Answers are compressed with Brotli or gzip, by `Accept-Encoding`.'
  ],
  versioning: 'Versions',
  current: 'Current version:',
  versioningItems: (months) => [
    'The version is part of the address. A new field or a new address is not a breaking change and appears in the existing version.',
    `A breaking change is published as a new version, and the one before keeps working for at least ${months} months.`,
    'The end of a version is announced here, and every answer of that version carries `Deprecation` (when it was announced), `Sunset` (when it stops, RFC 8594) and a `Link` to the explanation.'
  ],
  alias:
    'The address without a version answers exactly as the current version does, but is not guaranteed to stay:',
  aliasOf: (version) => `The path without a version responds exactly as ${version} does, but may be removed:`,
  deprecations: 'Deprecated versions',
  version: 'Version',
  announced: 'Announced',
  ends: 'Ends',
  details: 'Details',
  noDeprecations: 'None. Every version is supported.',
  mcp: 'Connect by MCP',
  mcpText:
    'The same operations, and search, as read-only tools, without authentication, over Streamable HTTP:',
  chatgpt:
    'In ChatGPT: turn on developer mode in `Settings → Apps → Advanced settings`, create an app, paste the address and choose no authentication.'
}
