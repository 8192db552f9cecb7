import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { clip, listInWords } from './wording.ts'

/** Returns the error for parameters that no result exists for. */
export const invalidParams = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

/** Returns an item by its name or URI. Throws if it does not exist. */
export function requireItem<Item>(items: Map<string, Item>, kind: string, name: string): Item {
  const item = items.get(name)
  if (item === undefined) {
    const names = listInWords([...items.keys()], name)
    throw invalidParams(`Unknown ${kind}: ${clip(name, 200)}. It must be one of: ${names}.`)
  }
  return item
}

const pageLength = 200

/** Returns one page of a list, with the cursor of the next page (MCP, pagination). */
export function paginate<Item>(
  field: string,
  iterable: Iterable<Item>,
  list: (item: Item) => object,
  { cursor = '0' }: { cursor?: string | undefined } = {}
) {
  const items = [...iterable]
  const start = Number(cursor)
  const isInList = start >= 0 && start < Math.max(items.length, 1)
  const isValid = cursor === String(start) && start % pageLength === 0 && isInList
  if (!isValid) throw invalidParams('cursor must be the nextCursor of the previous page.')
  const end = start + pageLength
  return {
    [field]: items.slice(start, end).map(list),
    ...(end < items.length && { nextCursor: String(end) })
  }
}

const maxCompletions = 100

/** Returns the ids that begin with the typed text, then those that contain it (MCP, completion). */
export function complete(ids: string[], typed: string) {
  const matching = ids.filter((id) => id.includes(typed))
  const values = [
    ...matching.filter((id) => id.startsWith(typed)),
    ...matching.filter((id) => !id.startsWith(typed))
  ]
  return {
    values: values.slice(0, maxCompletions),
    total: values.length,
    hasMore: values.length > maxCompletions
  }
}
