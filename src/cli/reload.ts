import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** Looks for the server of a folder at the processes themselves, because a file with its id would be wrong after a crash. */
export async function run(folder = process.cwd(), processes = '/proc'): Promise<void> {
  if (!existsSync(processes)) {
    throw new Error(
      'reload: finds the server only on Linux. Send SIGHUP to its process yourself: kill -HUP PID.'
    )
  }
  const all = readdirSync(processes).filter((name) => /^\d+$/.test(name) && isServer(`${processes}/${name}`))
  const [id, ...others] = all
    .filter(
      (name) =>
        readIfPossible(() => readlinkSync(`${processes}/${name}/cwd`)) === folder &&
        // A process that the server has just forked, such as the one that draws, has its arguments until it runs its own program.
        !all.includes(String(readParent(`${processes}/${name}`)))
    )
    .sort((a, b) => Number(a) - Number(b))
  if (id === undefined)
    throw new Error(
      `reload: no server runs in "${folder}". Run reload in the folder of the server, as the same user.`
    )
  if (others.length > 0)
    throw new Error(
      `reload: several servers run in "${folder}". Send SIGHUP yourself: kill -HUP ${[id, ...others].join(' ')}`
    )
  process.kill(Number(id), 'SIGHUP')
  process.stdout.write(`Sent SIGHUP to process ${id}. Its log contains the result.\n`)
}

/** A process that does not handle SIGHUP would end. */
function isServer(folder: string): boolean {
  const [program, ...args] = readText(`${folder}/cmdline`).split('\0')
  // Not npm, a shell or the init of a container, which have the same words in their arguments.
  if (!/^node/.test(basename(String(program)))) return false
  const index = args.findIndex((word) => !word.startsWith('-'))
  const script = String(args[index])
  const isServe = /\/business-facts(\.[jt]s)?$/.test(script) && args[index + 1] === 'serve'
  // The signals that a process handles are the bits of a hexadecimal number; SIGHUP is the lowest.
  return isServe && /^SigCgt:\s*[\da-f]*[13579bdf]$/m.test(readText(`${folder}/status`))
}

const readParent = (folder: string) => /^PPid:\s*(\d+)$/m.exec(readText(`${folder}/status`))?.[1]

const readText = (file: string) => readIfPossible(() => readFileSync(file, 'utf8'))

/** Returns nothing if the process has ended since, or belongs to another user. */
function readIfPossible(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
