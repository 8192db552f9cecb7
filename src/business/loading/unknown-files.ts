import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findNearest } from '../nearest.ts'
import { formatProblem } from '../problem.ts'

/** Returns the JSON files of a folder that are not data files, by their names; some editors add `.txt`. */
export function listUnknownFiles(dataDir: string, names: string[]): string[] {
  const dataFileNames = names.map((name) => `${name}.json`)
  try {
    return readdirSync(dataDir).filter(
      (file) => /\.json(\w|\.txt)?$/i.test(file) && !dataFileNames.includes(file)
    )
  } catch {
    return []
  }
}

/** Returns how to get a data file that is missing from one that has another name, or undefined if no name is like it. */
export function suggestRename(name: string, unknown: string[]): string | undefined {
  const file = `${name}.json`
  const other = unknown.find((name) => removeTxt(name) === file) ?? findNearest(file, unknown)
  return other && `Rename ${other} to ${file}.`
}

const removeTxt = (name: string) => name.replace(/\.txt$/i, '')

/** Returns a warning for each file that the server ignores, although its author probably expects to see it published. */
export const warnOfFiles = (dataDir: string, names: string[], unknown: string[]): string[] =>
  unknown.map((file) => {
    const dataFileNames = names.map((name) => `${name}.json`)
    const nearest = dataFileNames.find((name) => name === removeTxt(file)) ?? findNearest(file, dataFileNames)
    return formatProblem({
      file: join(dataDir, file),
      pointer: '',
      message: 'is not a data file, so the server ignores it',
      hint: nearest ? `Did you mean ${nearest}?` : `The data files are ${dataFileNames.join(', ')}.`
    })
  })
