/** Returns a text of at most `limit` characters; a longer one ends in an ellipsis. */
export const clip = (text: string, limit: number) =>
  text.length > limit ? `${text.slice(0, limit - 1)}…` : text

const maxListed = 20

/** Returns a list in words, such as "a, b, c"; of a long one the first 20 entries and how many more there are. */
export function listInWords(entries: readonly string[]): string {
  const listed = entries.slice(0, maxListed).join(', ')
  return entries.length > maxListed ? `${listed} and ${entries.length - maxListed} more` : listed
}
