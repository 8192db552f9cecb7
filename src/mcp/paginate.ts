const pageLength = 200

/** A page of a list with the cursor of the next (MCP, pagination); undefined for a cursor that no page gave. */
export function paginate<Item>(
  items: Item[],
  cursor = '0'
): { items: Item[]; nextCursor?: string } | undefined {
  const start = Number(cursor)
  const isGiven = cursor === String(start) && start % pageLength === 0 && start < Math.max(items.length, 1)
  if (!isGiven || start < 0) return undefined
  const end = start + pageLength
  return { items: items.slice(start, end), ...(end < items.length && { nextCursor: String(end) }) }
}
