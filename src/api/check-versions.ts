import type { ApiVersion } from '../business/api-version.ts'
import { ErrorBody } from '../http/errors.ts'
import { noticeMonths } from './deprecation.ts'
import { createComponents, listDocumentedOperations } from './schemas.ts'

/** Throws an error of one line if a version is invalid or contradicts itself or another. */
export function checkVersions(versions: ApiVersion[]): void {
  checkTable(versions)
  for (const version of versions) checkNotice(version)
  const operations = versions.flatMap(listDocumentedOperations)
  const ids = [...operations.map(({ operationId }) => operationId), 'openapi']
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated) throw new Error(`Two operations have the operationId ${repeated}. Rename one of them.`)
  for (const { operationId, schema } of operations) {
    if (schema.type !== 'object')
      throw new Error(`${operationId}: the body must be an object, got ${schema.type}. Put it into a field.`)
  }
  createComponents([...operations, { schema: ErrorBody }])
}

function checkTable(versions: ApiVersion[]): void {
  const names = versions.map(({ name }) => name)
  const numbers = names.map((name) => Number(/^v([1-9]\d*)$/.exec(name)?.[1]))
  const isSorted = numbers.every((number, index) => number > (numbers[index - 1] ?? 0))
  if (names.length === 0 || !isSorted)
    throw new Error(
      `The versions must be named v1, v2 and so on, the oldest first, got ${names.join(', ') || 'none'}`
    )
  const aliases = versions.filter(({ hasAlias }) => hasAlias).map(({ name }) => name)
  if (aliases.length > 1)
    throw new Error(`Only one version can be the alias /api/, got ${aliases.join(' and ')}`)
}

function checkNotice({ name, deprecation }: ApiVersion): void {
  if (deprecation === undefined) return
  const { announced, ends } = deprecation
  const invalid = [announced, ends].find((date) => !/^\d{4}-\d\d-\d\d$/.test(date))
  if (invalid !== undefined) throw new Error(`${name}: a date must be written as 2027-01-31, got ${invalid}`)
  const earliest = new Date(announced)
  earliest.setUTCMonth(earliest.getUTCMonth() + noticeMonths)
  if (new Date(ends) >= earliest) return
  throw new Error(
    `${name} must end at least ${noticeMonths} months after the announcement on ${announced}, got ${ends}`
  )
}
