import { type TSchema, Type } from '@sinclair/typebox'
import { Ajv, type ValidateFunction } from 'ajv'
import { clip } from './clip.ts'

// Without `allErrors`, a check ends at the first mistake: the SDK's own makes an error for each of them.
const ajv = new Ajv({ removeAdditional: true, allowUnionTypes: true, meta: false, validateSchema: false })

// The server does not read the other fields, so they are removed before the SDK checks them once more.
const closed = { additionalProperties: false } as const
const Text = Type.Optional(Type.String())
const Texts = Type.Object({}, { additionalProperties: Type.String() })
const Removed = Type.Optional(Type.Object({}, closed))

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
    roots: Removed,
    sampling: Removed,
    elicitation: Removed,
    tasks: Removed,
    experimental: Removed,
    extensions: Removed
  },
  closed
)

const Meta = Type.Object(
  {
    progressToken: Type.Optional(
      Type.Unsafe<string | number>({
        type: ['string', 'integer'],
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER
      })
    ),
    'io.modelcontextprotocol/protocolVersion': Text,
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
  ['prompts/list', listParams],
  ['prompts/get', paramsWith({ name: Type.String(), arguments: Type.Optional(Texts) })],
  [
    'completion/complete',
    paramsWith({
      ref: Type.Union([
        Type.Object({ type: Type.Literal('ref/prompt'), name: Type.String() }),
        Type.Object({ type: Type.Literal('ref/resource'), uri: Type.String() })
      ]),
      argument: Type.Object({ name: Type.String(), value: Type.String() }, closed)
    })
  ]
])

const checks = new Map<TSchema, ValidateFunction>()

function checkOf(schema: TSchema): ValidateFunction {
  const check = checks.get(schema) ?? ajv.compile(schema)
  checks.set(schema, check)
  return check
}

/** Why parameters are invalid; they are malformed if no method could take them. */
interface InvalidParams {
  reason: string
  isMalformed: boolean
}

/**
 * Removes from the parameters of a method all fields that the server does not read; returns what is wrong with the
 * others, or undefined.
 */
export function checkParams(method: string, params: unknown): InvalidParams | undefined {
  const check = checkOf(schemas.get(method) ?? anyParams)
  if (check(params)) return undefined
  const errors = check.errors?.slice(0, 1)
  const path = errors?.map(({ instancePath, keyword }) => instancePath || keyword).join()
  return {
    reason: clip(`Invalid params: ${ajv.errorsText(errors, { dataVar: 'params' })}.`, 1000),
    isMalformed: path === 'type' || path?.startsWith('/_meta') === true
  }
}
