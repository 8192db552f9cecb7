/**
 * Whole sentences: each begins with a capital, a quoted text or a code token, such as a path, a URL or a file, and ends with
 * a full stop.
 */
export const sentences = /^(?:[A-Z"#<]|[^\sA-Z]*[./:_][^\s]* ).*[.…]$/su

/** A fact about the site: it has a verb in the present, and no full stop. */
export const expectation =
  /\b(?:is|are|has|have|lists?|exists|declares|mentions?|links?|works|returns?|gets?|sends?|states?|sets?|starts?|begins|choose|blocks|covers|registers|can|may|lets|allows|distinguish|responds)\b.*[^.]$/
