const most = 200

/** A pure function of a header or path with its last results: clients send few different ones, and reading one costs. */
export function memoise<T>(read: (text: string) => T): (text: string) => T {
  const results = new Map<string, { result: T }>()
  return (text) => {
    const known = results.get(text)
    if (known) return known.result
    if (results.size >= most) results.clear()
    const result = read(text)
    results.set(text, { result })
    return result
  }
}
