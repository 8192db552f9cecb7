const most = 200

/** A pure function of a header with its last results: clients send few different values, and reading one costs. */
export function memoise<T>(read: (header: string) => T): (header: string) => T {
  const results = new Map<string, { result: T }>()
  return (header) => {
    const known = results.get(header)
    if (known) return known.result
    if (results.size >= most) results.clear()
    const result = read(header)
    results.set(header, { result })
    return result
  }
}
