import type { Stats } from 'node:fs'
import { constants, open } from 'node:fs/promises'

/**
 * Reads a file of at most `maxBytes`, or the first `startBytes` of a larger one. Rejects if the file cannot be read or is
 * not a regular file.
 */
export async function readStart(
  file: string,
  maxBytes: number,
  startBytes = maxBytes
): Promise<{ bytes: Buffer; stats: Stats }> {
  // O_NONBLOCK, because opening a FIFO would otherwise wait for a writer and block one of the few file-system threads.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw Object.assign(new Error(`${file} is not a file`), { code: 'not a file' })
    const bytes = Buffer.alloc(stats.size > maxBytes ? startBytes : stats.size)
    let length = 0
    for (let isEnd = bytes.length === 0; !isEnd; ) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length)
      length += bytesRead
      isEnd = bytesRead === 0 || length === bytes.length
    }
    return { bytes: bytes.subarray(0, length), stats }
  } finally {
    await handle.close()
  }
}

/** Reads the file for a path. Returns undefined if the path has no file, or logs a warning and returns undefined if it cannot be read. */
export type ReadFile = <Content>(
  path: string,
  read: (file: string) => Promise<Content>
) => Promise<Content | undefined>

// The process is short of a resource; these errors say nothing about the file.
const transientErrors = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']

/** Returns the code of an error, such as ENOENT. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Returns why a file cannot be read. Rethrows an error that is not about the file. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (typeof code !== 'string' || transientErrors.includes(code)) throw error
  return code
}
