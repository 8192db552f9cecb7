/** Returns a text on one line: every run of white space becomes one space, and none remains at its ends. */
export const squeeze = (text = ''): string => text.replace(/\s+/g, ' ').trim()
