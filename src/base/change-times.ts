import { existsSync, realpathSync, type Stats } from 'node:fs'
import { lstat, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { codeOf } from './json-value.ts'
import { warnOnce } from './problem.ts'
import { runProgram } from './tasks.ts'

/** Reads when each committed file of a folder last changed, by its path in the folder. */
export type ReadHistory = (folder: string) => Promise<{ get: (file: string) => Date | undefined }>

/** A file is named by its path in the folder. */
export interface ChangeTimes {
  getTime: (file: string, stats: Pick<Stats, 'mtimeMs'>) => Date | undefined
  /** Returns when the newest of some files changed, or undefined if it is unknown which one that is, or when. */
  newestOf: (files: string[]) => Date | undefined
  /** The newest modification time, in milliseconds since 1970. */
  newestTime: number
}

// An owner edits files one by one; `git clone`, `cp`, `unzip` and a generator of pages write them together.
const maxGapMs = 1000

// Reading the times of 20,000 files at once took 80 MB.
const maxConcurrent = 64

/**
 * Reads the times from the git history of a folder, else the modification times. A modification time that three or more files
 * share comes from a copy or a build: it is only the latest time at which they can have changed.
 */
export async function readChangeTimes(
  folder: string,
  files: string[],
  read: ReadHistory = readHistory
): Promise<ChangeTimes> {
  const history = await read(folder)
  const found: FileTime[] = []
  for (let start = 0; start < files.length; start += maxConcurrent) {
    const group = files.slice(start, start + maxConcurrent)
    found.push(...(await Promise.all(group.map((file) => readTime(folder, file, history.get(file))))))
  }
  return findChanges(found)
}

type FileTime = Awaited<ReturnType<typeof readTime>>

function findChanges(found: FileTime[]): ChangeTimes {
  const shared = findShared(found.flatMap(({ time }) => time ?? []))
  const changes = new Map(
    found.flatMap(({ file, time, committed }) => {
      if (time === undefined) return []
      const changed = committed ?? (shared.has(time) ? undefined : new Date(time))
      return [[file, { time, changed: omitFuture(changed) }] as const]
    })
  )
  return {
    getTime: (file, { mtimeMs }) => {
      const change = changes.get(file)
      return change?.time === mtimeMs ? change.changed : omitFuture(new Date(mtimeMs))
    },
    newestOf: (names) => {
      const candidates = names.flatMap((file) => changes.get(file) ?? [])
      const latest = ({ time, changed }: { time: number; changed: Date | undefined }) =>
        changed?.getTime() ?? time
      const newest = candidates.reduce((a, b) => (latest(b) > latest(a) ? b : a), {
        time: 0,
        changed: undefined
      })
      return newest.changed
    },
    newestTime: found.reduce((newest, { time = 0 }) => Math.max(newest, time), 0)
  }
}

async function readTime(folder: string, file: string, committed: Date | undefined) {
  const path = join(folder, file)
  const time = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    (error) => (codeOf(error) === 'ENOENT' ? undefined : Promise.reject(error))
  )
  // The history has the changes of a link, and not the changes of the file that it names.
  const isLink = committed && time !== undefined && (await lstat(path)).isSymbolicLink()
  return { file, time, committed: isLink ? undefined : committed }
}

/** Returns the times that are within a second of two others. */
function findShared(times: number[]): Set<number> {
  const sorted = times.sort((a, b) => a - b)
  // Beyond the ends of the list, the difference is NaN, so the result is false.
  const isGroup = (first: number) => Number(sorted[first + 2]) - Number(sorted[first]) <= maxGapMs
  return new Set(sorted.filter((_, index) => isGroup(index - 2) || isGroup(index - 1) || isGroup(index)))
}

/** Returns a time unless the clock of the machine that wrote it was ahead. */
const omitFuture = (time: Date | undefined) => (time && time.getTime() <= Date.now() ? time : undefined)

const limits = { timeout: 3000, maxBuffer: 4 * 2 ** 20 }

// Git must not fetch objects that a partial clone lacks, lock the index, or use a setting that changes the output or starts
// a program. It still runs filters of content.
const settings = [
  'protocol.allow=never',
  'core.fsmonitor=false',
  'log.showSignature=false',
  'log.showRoot=true',
  'diff.relative=false'
]
const options = ['--no-optional-locks', ...settings.flatMap((setting) => ['-c', setting])]

/**
 * Returns when each file of a folder last changed, by its path in the folder, from the folder's git history. Omits files
 * that are not in the last commit as they are now, and those whose last change a shallow clone lacks. Returns none without a
 * history, without the `git` command, or, with a warning, if it takes too long or fails.
 */
export async function readHistory(
  folder: string,
  warn?: (message: string) => void
): Promise<Map<string, Date>> {
  const prefix = findPrefix(folder)
  if (prefix === undefined) return new Map()
  const warning = warnOnce((message) => warn?.(message))
  const runGit = (...command: string[]) => runIn(folder, warning, command)
  // A file that only moved has not changed. Only exact moves count, because git compares no contents for them.
  const changes = ['-z', '--name-status', '-M100%', '--no-ext-diff']
  const edits = ['-z', '--name-only', '--no-renames', '--no-ext-diff', '--ignore-submodules']
  const [log, diff] = await Promise.all([
    // -c lists the files that a merge itself changed. --decorate=full tells the word "grafted" from a branch.
    runGit('log', ...changes, '-c', '--decorate=full', '--format=%x00//%ct %D', '--', '.'),
    runGit('diff', ...edits, 'HEAD', '--', '.')
  ])
  if (!diff.isWhole) return new Map()
  const edited = new Set(diff.output.split('\0'))
  const times = Array.from(parseLog(log.output), ([path, time]): [string, Date][] =>
    time !== undefined && !edited.has(path) && path.startsWith(prefix)
      ? [[path.slice(prefix.length), time]]
      : []
  )
  return new Map(times.flat())
}

/** Returns the path of a folder in its repository, with a slash at its end; empty for the root, undefined outside. */
function findPrefix(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined
  const real = realpathSync(folder)
  const root = findRoot(real)
  const path = root && relative(root, real).replaceAll(sep, '/')
  return path && `${path}/`
}

const findRoot = (folder: string): string | undefined =>
  existsSync(join(folder, '.git'))
    ? folder
    : folder === dirname(folder)
      ? undefined
      : findRoot(dirname(folder))

/**
 * Returns the time of the newest commit of each file. Ignores commits that only moved the file. The time is undefined if the
 * commit removed the file, which git then no longer tracks, or is the last one of a shallow clone.
 */
function parseLog(output: string): Map<string, Date | undefined> {
  const times = new Map<string, Date | undefined>()
  const moves = new Map<string, string>()
  let time: Date | undefined
  // The last entry is empty, or incomplete if the log was cut off. No status has two slashes.
  const entries = output.split('\0').slice(0, -1).filter(Boolean).values()
  for (const entry of entries) {
    const commit = /^\/\/(\d+) (.*)/.exec(entry)
    if (commit) {
      time = toTime(commit)
      continue
    }
    const path = `${entries.next().value}`
    const isMove = /^\n?R\d+$/.test(entry)
    const next = isMove ? `${entries.next().value}` : path
    const name = moves.get(next) ?? next
    if (isMove) {
      // Before the move, the new path belonged to another file.
      moves.set(next, '')
      moves.set(path, name)
    } else if (!times.has(name)) times.set(name, /^\n?D+$/.test(entry) ? undefined : time)
  }
  return times
}

const toTime = ([, seconds = '', references = '']: string[]) =>
  references.split(', ').includes('grafted') ? undefined : new Date(Number(seconds) * 1000)

/**
 * Runs git in a folder. Never rejects: `isWhole` is false if it failed, or was stopped before its end. Warns, unless git is not
 * installed or reports an error itself, such as that the folder has no history.
 */
async function runIn(folder: string, warn: (message: string) => void, command: string[]) {
  // A git hook that starts the server sets variables that name another repository.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = { ...Object.fromEntries(own), GIT_NO_LAZY_FETCH: '1' }
  const args = ['-C', folder, ...options, ...command]
  const { output, failure } = await runProgram('git', args, { ...limits, env })
  if (typeof failure === 'string' && failure !== 'ENOENT')
    warn(`${folder}: git failed (${failure}), so files may lack the time of their change`)
  return { output: String(output), isWhole: failure === undefined }
}
