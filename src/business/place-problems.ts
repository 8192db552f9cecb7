import { readFile } from 'node:fs/promises'
import type { Problem } from './problem.ts'
import { pathOf } from './read-file.ts'
import { locate } from './read-json.ts'

/** Returns problems of one data file with its path, and their lines and columns if the file can be read. */
export async function placeProblems(dataDir: string, name: string, problems: Problem[]): Promise<Problem[]> {
  if (problems.length === 0) return []
  const file = pathOf(dataDir, name)
  const text = await readFile(file, 'utf8').catch(() => '')
  const places = locate(
    text,
    problems.map(({ pointer }) => pointer)
  )
  return problems.map((problem) => ({ ...problem, file, ...places.get(problem.pointer) }))
}
