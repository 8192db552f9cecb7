/**
 * Caches the results of a pure function of texts of which few differ, such as headers and paths. Clears a full cache.
 * Longer texts than `maxLength` are not cached, because clients could fill the memory with them.
 */
export function memoise<T>(
  read: (text: string) => T,
  maxResults = 200,
  maxLength = Number.POSITIVE_INFINITY
): (text: string) => T {
  const results = new Map<string, { result: T }>()
  return (text) => {
    if (text.length > maxLength) return read(text)
    const cached = results.get(text)
    if (cached) return cached.result
    if (results.size >= maxResults) results.clear()
    const result = read(text)
    results.set(text, { result })
    return result
  }
}

/** Returns a function whose concurrent calls with one key share a result. A later call runs again. */
export function sharePending<Key, Result>(run: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const pending = new Map<Key, Promise<Result>>()
  return (key) => {
    const result = pending.get(key) ?? run(key).finally(() => pending.delete(key))
    pending.set(key, result)
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
