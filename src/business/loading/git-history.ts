import { execFile } from 'node:child_process'

const limits = { timeout: 3000, maxBuffer: 4 * 2 ** 20, killSignal: 'SIGKILL' } as const

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
 * history, without the `git` command, or if it takes too long.
 */
export async function readHistory(folder: string): Promise<Map<string, Date>> {
  const { output: prefix, isWhole: isCheckout } = await runGit(folder, 'rev-parse', '--show-prefix')
  if (!isCheckout) return new Map()
  // A file that only moved has not changed. Only exact moves count, because git compares no contents for them.
  const changes = ['-z', '--name-status', '-M100%', '--no-ext-diff']
  const [log, tree, edits] = await Promise.all([
    // -c lists the files that a merge itself changed. --decorate=full tells the word "grafted" from a branch.
    runGit(folder, 'log', ...changes, '-c', '--decorate=full', '--format=%x00//%ct %D', '--', '.'),
    // The log also has the files that git no longer tracks, with the date of their removal.
    runGit(folder, 'ls-tree', '-r', '-z', '--name-only', '--full-name', 'HEAD', '.'),
    runGit(
      folder,
      'diff',
      '-z',
      '--name-only',
      '--no-renames',
      '--no-ext-diff',
      '--ignore-submodules',
      'HEAD',
      '--',
      '.'
    )
  ])
  if (!edits.isWhole) return new Map()
  const edited = new Set(edits.output.split('\0'))
  const tracked = new Set(tree.output.split('\0').slice(0, -1))
  const start = prefix.replace(/\n$/, '')
  const times = Array.from(parseLog(log.output), ([path, time]): [string, Date][] =>
    time !== undefined && tracked.has(path) && !edited.has(path) && path.startsWith(start)
      ? [[path.slice(start.length), time]]
      : []
  )
  return new Map(times.flat())
}

/**
 * Returns the time of the newest commit of each file. Ignores commits that only moved the file. The time is undefined if the
 * commit is the last one of a shallow clone.
 */
function parseLog(output: string): Map<string, Date | undefined> {
  const times = new Map<string, Date | undefined>()
  /** The later names of files that moved. */
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
      // Before the move, the new path was that of another file.
      moves.set(next, '')
      moves.set(path, name)
    } else if (!times.has(name)) times.set(name, time)
  }
  return times
}

const toTime = ([, seconds = '', references = '']: string[]) =>
  references.split(', ').includes('grafted') ? undefined : new Date(Number(seconds) * 1000)

/** Runs git in a folder. Never rejects: `isWhole` is false if it failed, or was stopped before its end. */
function runGit(folder: string, ...command: string[]): Promise<{ output: string; isWhole: boolean }> {
  // A git hook that starts the server sets variables that name another repository.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = { ...Object.fromEntries(own), GIT_NO_LAZY_FETCH: '1' }
  return new Promise((resolve) => {
    execFile('git', ['-C', folder, ...options, ...command], { ...limits, env }, (error, output) =>
      resolve({ output, isWhole: error === null })
    )
  })
}
