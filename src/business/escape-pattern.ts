/** Returns a pattern that matches a text as it is. */
export const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
