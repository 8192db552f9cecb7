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

/** Returns a function that calls `load` once and shares its result. After a failure, the next call tries again. */
export function memoiseAsync<T>(load: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= load().catch((error) => {
      pending = undefined
      throw error
    })
    return pending
  }
}
