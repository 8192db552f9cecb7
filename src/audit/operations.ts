import { entriesOf, fieldOf, type JsonObject, readObjects, readText } from '../base/json-value.ts'
import type { AuditedSite } from './audited-site.ts'

/** Returns whether an operation requires no parameter outside its path, and returns JSON or states no media type. */
function isJsonOperation(operation: JsonObject): boolean {
  const content = fieldOf(operation, 'responses', '200', 'content') ?? { 'application/json': {} }
  const isOther = (parameter: JsonObject) => parameter.in !== 'path' && parameter.required === true
  return (
    !readObjects(operation, 'parameters').some(isOther) &&
    entriesOf(content).some(([type]) => /[/+]json\b/.test(type))
  )
}

/** Returns the paths of the JSON operations of every version, each with its first `maxIds` ids; none without a document. */
export async function readOperations(site: AuditedSite, maxIds = 1): Promise<string[]> {
  const document = await site.getJson('/openapi.json').catch(() => ({}))
  const [server] = readObjects(document, 'servers')
  const base = site.resolve(readText(server, 'url') || '/').pathname.replace(/\/$/, '')
  return entriesOf(fieldOf(document, 'paths')).flatMap(([template, item]) => {
    const [operation] = readObjects([fieldOf(item, 'get')])
    if (operation === undefined || !isJsonOperation(operation)) return []
    const [placeholder, name] = /\{([^{}]*)\}/.exec(template) ?? []
    if (placeholder === undefined) return [base + template]
    // An operation whose ids the document does not list cannot be requested.
    const parameter = readObjects(operation, 'parameters').find((parameter) => parameter.name === name)
    const ids = [fieldOf(parameter, 'schema', 'enum') ?? []].flat().slice(0, maxIds)
    return ids.map((id) => base + template.replace(placeholder, () => String(id)))
  })
}

/** Returns the first operation in each folder of the API, so at least one per version. */
export async function sampleOperations(site: AuditedSite): Promise<string[]> {
  const operations = (await readOperations(site)).filter((path) => path !== '/openapi.json')
  const folders = new Map(operations.toReversed().map((path) => [path.slice(0, path.lastIndexOf('/')), path]))
  return [...folders.values()].reverse().slice(0, site.limits.maxSamples)
}
