import leven from 'leven'

/** Returns the name that is most like a text, if it differs in at most a third of its letters; ignores case. */
export function findNearest(text: string, names: string[]): string | undefined {
  const lower = text.toLowerCase()
  const [nearest] = names
    .map((name) => ({ name, limit: Math.ceil(name.length / 3) }))
    // The distance is at least the difference in length.
    .filter(({ name, limit }) => Math.abs(text.length - name.length) <= limit)
    .map(({ name, limit }) => ({ name, limit, distance: leven(lower, name.toLowerCase()) }))
    .filter(({ distance, limit }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return nearest?.name
}
