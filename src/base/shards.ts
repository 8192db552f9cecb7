/** Distributes entries over `count` files, each with the keys whose number is its position. */
export function distribute<Value>(entries: Iterable<[key: string, value: Value]>, count: number) {
  const shards = Array.from({ length: count }, (): [string, Value][] => [])
  for (const entry of entries) shards[shardOf(entry[0], count)]?.push(entry)
  return shards
}

/** Returns the number of the file that has a key, of `count` files: FNV-1a of its UTF-16 code units. */
export function shardOf(key: string, count: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0
  return hash % count
}
