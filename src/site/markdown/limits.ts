/** The largest page that is held in memory, in bytes; a larger one is sent from its file. */
export const maxHeldBytes = 500_000

/** The largest page that is converted and checked, in bytes. */
export const maxPageBytes = 2_000_000

const maxTags = 50_000
const maxDepth = 5000
const maxCharacters = 10_000_000
const maxMarkdown = 1_000_000

/** Thrown if a page goes beyond a limit; the message continues "The page is HTML only: ". */
export class LimitError extends Error {}

// Made once: a message for each tag would cost more than the tag.
const tooMany = `it has more than ${maxTags.toLocaleString('en')} tags and attributes`
const tooDeep = `its elements are nested more than ${maxDepth.toLocaleString('en')} deep`
const tooMuch = 'its content is too deep, or too large when written out'
const tooLong = `it would be longer than ${maxMarkdown.toLocaleString('en')} characters of Markdown`

/**
 * Counts the work that a page causes, and throws a LimitError if that is too much. It never looks at the clock, so the
 * same page has the same result on every machine. A trusted page has no limit.
 */
export class Budget {
  readonly #isTrusted: boolean
  #tags = 0
  #characters = 0

  constructor(isTrusted: boolean) {
    this.#isTrusted = isTrusted
  }

  /** Counts a tag with its attributes, at a depth. */
  open(attributes: number, depth: number): void {
    this.#tags += 1 + attributes
    this.#check(this.#tags <= maxTags, tooMany)
    this.#check(depth <= maxDepth, tooDeep)
  }

  /** Counts characters that are written, once for each element around them that writes them again. */
  write(characters: number): void {
    this.#characters += characters
    this.#check(this.#characters <= maxCharacters, tooMuch)
  }

  /** Checks the length of the whole. */
  finish(characters: number): void {
    this.#check(characters <= maxMarkdown, tooLong)
  }

  #check(holds: boolean, message: string): void {
    if (!holds && !this.#isTrusted) throw new LimitError(message)
  }
}
