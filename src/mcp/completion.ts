const most = 100

/** The ids that begin with what is typed, then those that have it elsewhere (MCP, completion). */
export function complete(ids: string[], typed: string) {
  const matching = ids.filter((id) => id.includes(typed))
  const values = [
    ...matching.filter((id) => id.startsWith(typed)),
    ...matching.filter((id) => !id.startsWith(typed))
  ]
  return { values: values.slice(0, most), total: values.length, hasMore: values.length > most }
}
