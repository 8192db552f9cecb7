const maxTags = 50_000
const maxDepth = 5000
const maxCharacters = 10_000_000
const maxMarkdown = 1_000_000

/** Thrown if a page exceeds a limit. The message is a clause about the page, such as "it has more than 50 tags". */
export class LimitError extends Error {}

// Created once, because building a message for each tag would cost more than counting the tag.
const tooMany = `it has more than ${maxTags.toLocaleString('en')} tags and attributes`
const tooDeep = `its elements are nested more than ${maxDepth.toLocaleString('en')} deep`
const tooMuch = 'its content is too deep, or too large when written out'
const tooLong = `it would be longer than ${maxMarkdown.toLocaleString('en')} characters of Markdown`

export type Budget = ReturnType<typeof createBudget>

/**
 * Counts the work that a page causes, and throws a LimitError if it exceeds a limit. It does not measure time, so the same
 * page has the same result on every machine. A trusted page has no limit.
 */
export function createBudget(isTrusted: boolean) {
  let tags = 0
  let written = 0
  const check = (isWithinLimit: boolean, message: string) => {
    if (!isWithinLimit && !isTrusted) throw new LimitError(message)
  }
  return {
    open: (depth: number, attributes: number) => {
      tags += 1 + attributes
      check(tags <= maxTags, tooMany)
      check(depth <= maxDepth, tooDeep)
    },
    /** Counts text in nested elements once per level that writes it again. */
    write: (characters: number) => {
      written += characters
      check(written <= maxCharacters, tooMuch)
    },
    /** Checks the total length of the Markdown. */
    finish: (characters: number) => check(characters <= maxMarkdown, tooLong)
  }
}
