import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { checkText } from '../business/checks/check-text.ts'
import { show } from '../business/problem.ts'
import { builtInWords } from '../business/words.ts'
import { addPackage } from './add-package.ts'
import { type Arguments, UsageError } from './command.ts'
import { examplesFolder, packageFolder, readData, readFolder, wordsToTranslate } from './starter.ts'

/** Writes a folder for a business, and prints how to start it. Throws if the folder is not empty. */
export async function run({ operand, values }: Arguments) {
  if (operand === undefined)
    throw new UsageError(
      'The folder is missing from the command. Write its name, such as: business-facts init my-shop'
    )
  const folder = resolve(operand)
  const dependency = writeFolder(folder, values, () => addPackage(folder, packageFolder))
  const { language } = values
  const translate =
    language === undefined || builtInWords(language)
      ? ''
      : `The software has no words in "${language}": translate those in ${wordsToTranslate(language)}.\n`
  process.stdout.write(
    `Created ${operand}, which depends on business-facts ${dependency}. Start it:\n\n` +
      `  cd ${quote(operand)}\n  npm install\n  npm start\n\n${translate}Its README.md explains the rest.\n`
  )
}

/** Returns a path as one word of a shell. */
const quote = (path: string) =>
  /^[\p{L}\p{N}_./-]+$/u.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`

/** Throws if the check of the data would reject the name. */
function checkName(name: string): void {
  const [problem] = checkText(name)
  const message = name.trim() === '' ? 'must not be blank' : problem?.message
  if (message !== undefined) throw new UsageError(`--name ${message}, got ${show(name)}. Write plain text.`)
}

/** Writes the folder, if the values are valid and it is empty. Returns the dependency, which `addDependency` chooses. */
export function writeFolder(
  folder: string,
  values: Arguments['values'],
  addDependency: () => string
): string {
  const title = values.name ?? basename(folder)
  checkName(title)
  const data = readData(values.example === undefined ? { ...values, name: title } : values)
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder}: the folder is not empty. Choose a new one, because init overwrites nothing.`)
  }
  mkdirSync(folder, { recursive: true })
  const dependency = addDependency()
  for (const [path, text] of Object.entries({ ...data, ...readFolder(title, dependency) })) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  if (values.example !== undefined) {
    cpSync(join(examplesFolder, values.example, 'site'), join(folder, 'site'), { recursive: true })
  }
  return dependency
}
