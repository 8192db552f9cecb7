export const expect = (holds: boolean, problem: string): string[] => (holds ? [] : [problem])

/** Returns the problems of all items, which are examined concurrently. */
export async function collect<Item>(
  items: Iterable<Item>,
  findProblems: (item: Item) => string[] | Promise<string[]>
): Promise<string[]> {
  return (await Promise.all(Array.from(items, findProblems))).flat()
}

// A hostile site may send names of megabytes.
const maxSentence = 1000

/** Returns the start of a problem as a sentence. A code token, such as a path or a file, keeps its first letter. */
export function toSentence(problem: string): string {
  const start = problem.length > maxSentence ? `${problem.slice(0, maxSentence)}…` : problem
  const text = start.replace(/^[a-z](?=[a-z]*(?:[\s,]|$))/, (letter) => letter.toUpperCase())
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

export function summarize([first = '', ...others]: string[]): string {
  const sentence = toSentence(first)
  if (others.length === 0) return sentence
  return `${sentence} ${others.length === 1 ? 'There is 1 more problem.' : `There are ${others.length} more problems.`}`
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
