/** Returns the code of an error, such as ENOENT, or undefined if it has none. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
