import leven from 'leven'

/** Returns the name that differs from a text in the fewest letters, at most a third of its own, or undefined. */
export function findNearest(text: string, names: Iterable<string>): string | undefined {
  const [nearest] = Array.from(names, (name) => ({ name, limit: Math.ceil(name.length / 3) }))
    // The distance is at least the difference in length.
    .filter(({ name, limit }) => Math.abs(text.length - name.length) <= limit)
    .map(({ name, limit }) => ({ name, limit, distance: leven(text.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance, limit }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return nearest?.name
}
