import { type TSchema, Type } from '@sinclair/typebox'
import { Ajv, type ValidateFunction } from 'ajv'
import { fieldOf } from '../business/json-value.ts'
import { findError } from './wording.ts'

// Without `allErrors`, validation stops at the first error. The SDK would create an object for each error.
const ajv = new Ajv({
  removeAdditional: true,
  allowUnionTypes: true,
  verbose: true,
  meta: false,
  validateSchema: false
})

// Removes the fields that the server does not read before the SDK validates them again.
const closed = { additionalProperties: false } as const
const Text = Type.Optional(Type.String())
const Texts = Type.Object({}, { additionalProperties: Type.String() })
const Empty = Type.Optional(Type.Object({}, closed))

const Implementation = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    title: Text,
    description: Text,
    websiteUrl: Text,
    icons: Type.Optional(
      Type.Array(
        Type.Object(
          {
            src: Type.String(),
            mimeType: Text,
            sizes: Type.Optional(Type.Array(Type.String())),
            theme: Type.Optional(Type.Unsafe<string>({ enum: ['light', 'dark'] }))
          },
          closed
        )
      )
    )
  },
  closed
)

const Capabilities = Type.Object(
  {
    roots: Empty,
    sampling: Empty,
    elicitation: Empty,
    tasks: Empty,
    experimental: Empty,
    extensions: Empty
  },
  closed
)

/** The field of `_meta` that states the revision, since the newest one. */
export const versionField = 'io.modelcontextprotocol/protocolVersion'

const Meta = Type.Object(
  {
    progressToken: Type.Optional(
      Type.Unsafe<string | number>({
        type: ['string', 'integer'],
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER
      })
    ),
    [versionField]: Text,
    'io.modelcontextprotocol/clientInfo': Type.Optional(Implementation),
    'io.modelcontextprotocol/clientCapabilities': Type.Optional(Capabilities)
  },
  closed
)

const paramsWith = (fields: Record<string, TSchema> = {}) =>
  Type.Object({ ...fields, _meta: Type.Optional(Meta) }, closed)

const anyParams = paramsWith()
const listParams = paramsWith({ cursor: Text })

/** The parameters that the server reads, by method (MCP, schema). */
const schemas = new Map([
  [
    'initialize',
    paramsWith({ protocolVersion: Type.String(), capabilities: Capabilities, clientInfo: Implementation })
  ],
  ['tools/list', listParams],
  ['tools/call', paramsWith({ name: Type.String(), arguments: Type.Optional(Type.Object({})) })],
  ['resources/list', listParams],
  ['resources/templates/list', listParams],
  ['resources/read', paramsWith({ uri: Type.String() })],
  ['skills/list', listParams],
  ['skills/get', paramsWith({ uri: Type.String() })],
  ['prompts/list', listParams],
  ['prompts/get', paramsWith({ name: Type.String(), arguments: Type.Optional(Texts) })],
  [
    'completion/complete',
    paramsWith({
      ref: Type.Unsafe({
        type: 'object',
        allOf: [
          Type.Object({ type: Type.Unsafe({ enum: ['ref/prompt', 'ref/resource'] }) }),
          {
            if: Type.Object({ type: Type.Literal('ref/prompt') }),
            // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
            then: Type.Object({ name: Type.String() }),
            else: Type.Object({ uri: Type.String() })
          }
        ]
      }),
      argument: Type.Object({ name: Type.String(), value: Type.String() }, closed)
    })
  ]
])

const validators = new Map<TSchema, ValidateFunction>()

function getValidator(schema: TSchema): ValidateFunction {
  const validator = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, validator)
  return validator
}

interface InvalidParams {
  reason: string
  /** Whether the parameters are invalid for every method. */
  isMalformed: boolean
}

/** Returns the schema of the parameters of a method. The newest revision has no `initialize`: the SDK rejects it. */
function findSchema(method: string, params: unknown): TSchema {
  const revision = fieldOf(fieldOf(params, '_meta'), versionField)
  const isRemoved = method === 'initialize' && revision !== undefined
  return (isRemoved ? undefined : schemas.get(method)) ?? anyParams
}

/** Removes the fields that the server does not read. Returns why the others are invalid, or undefined if they are valid. */
export function checkParams(method: string, params: unknown): InvalidParams | undefined {
  const error = findError(getValidator(findSchema(method, params)), params, 'params')
  if (error === undefined) return undefined
  const { instancePath, keyword, text } = error
  return {
    reason: `Invalid params: ${text}.`,
    isMalformed: instancePath.startsWith('/_meta') || (instancePath === '' && keyword === 'type')
  }
}
