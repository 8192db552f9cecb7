import { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import threads from 'node:worker_threads'

/** The calls that can fail, and in which ways. */
export const faults = {
  // No file descriptor is left; the disk fails.
  file: ['EMFILE', 'EIO'],
  // The same for a file of the code.
  module: ['EMFILE'],
  // No file descriptor is left; the program was removed; the kernel needs its memory.
  process: ['EMFILE', 'ENOENT', 'SIGKILL'],
  // No thread can be created; its script ends at once.
  thread: ['EAGAIN', 'exit']
} as const
export type Kind = keyof typeof faults

/** A call that fails. */
export interface Plan {
  kind: Kind
  fault: string
  /** The call that fails, from 1. */
  number: number
  /** The calls of each kind so far. */
  calls: Record<Kind, number>
  /** The call that failed. */
  failed?: string
}

let plan: Plan | undefined

/** Counts a call. Returns its error if it must fail. */
function strike(kind: Kind, name: string, subject: unknown): Error | undefined {
  if (!plan) return undefined
  plan.calls[kind] += 1
  if (plan.kind !== kind || plan.calls[kind] !== plan.number) return undefined
  plan.failed = `${name} ${subject}`
  // As in Node.js: an error of reading does not name the file, which is open.
  const isNamed = typeof subject === 'string' || subject instanceof URL
  const isReading = plan.fault === 'EIO' && /^read(?:File)?(?:Sync)?$/.test(name)
  const message = `${plan.fault}: a fault of the test, ${isNamed && !isReading ? plan.failed : name}`
  return Object.assign(new Error(message), { code: plan.fault, syscall: name })
}

type Call = (this: unknown, args: unknown[], original: (...args: unknown[]) => unknown) => unknown

function replace(target: object, names: string[], call: Call): void {
  for (const name of names) {
    const original = Reflect.get(target, name)
    const replacement = function (this: unknown, ...args: unknown[]) {
      return Reflect.apply(call, this, [args, original, name])
    }
    Reflect.set(target, name, Object.assign(replacement, original))
  }
}

// The files of the code and its packages: scripts, words, fonts.
const code = join(import.meta.dirname, '../../../src/')
const kindOf = (subject: unknown) => {
  const path = String(subject).replace(/^file:\/\//, '')
  const isModule = path.startsWith(code) || /\/node_modules\/|\/package\.json$/.test(path)
  return isModule ? 'module' : 'file'
}

const runOriginal = (target: unknown, original: (...args: unknown[]) => unknown, args: unknown[]) =>
  Reflect.apply(original, target, args)

// Whether a synchronous call runs.
let isInside = false

const names = ['open', 'stat', 'lstat', 'fstat', 'readFile', 'readdir', 'realpath', 'read', 'access']
replace(
  fs,
  names.map((name) => `${name}Sync`),
  function (args, original) {
    // Of a file that readFileSync has opened, only a number is known: its name was counted.
    if (isInside) return runOriginal(this, original, args)
    const error = strike(kindOf(args[0]), original.name, args[0])
    if (error) throw error
    isInside = true
    try {
      return runOriginal(this, original, args)
    } finally {
      isInside = false
    }
  }
)
replace(fs, names, function (args, original) {
  const callback = args.at(-1)
  const error = strike(kindOf(args[0]), original.name, args[0])
  if (error === undefined || typeof callback !== 'function') return runOriginal(this, original, args)
  return process.nextTick(() => callback(error))
})
const reject: Call = async function (args, original) {
  const error = strike(kindOf(args[0]), original.name, args[0])
  if (error) throw error
  return runOriginal(this, original, args)
}
replace(fs.promises, [...names.filter((name) => name !== 'fstat' && name !== 'read'), 'opendir'], reject)
const handle = await fs.promises.open('/dev/null')
replace(Object.getPrototypeOf(handle), ['read', 'stat'], reject)
await handle.close()

// Every function that starts a process calls this method.
replace(ChildProcess.prototype, ['spawn'], function (args, original) {
  const [options] = args
  if (!(this instanceof ChildProcess) || typeof options !== 'object' || options === null)
    throw new TypeError()
  const error = strike('process', 'spawn', Reflect.get(options, 'file'))
  // As Node.js does, before the process has streams.
  if (plan?.fault === 'EMFILE' && error) return process.nextTick(() => this.emit('error', error))
  if (plan?.fault === 'ENOENT' && error) Reflect.set(options, 'file', '/nowhere/program')
  const result = runOriginal(this, original, args)
  if (plan?.fault === 'SIGKILL' && error) this.kill('SIGKILL')
  return result
})

threads.Worker = class extends threads.Worker {
  constructor(file: string | URL, options?: threads.WorkerOptions) {
    const error = strike('thread', 'new Worker', file)
    if (error && plan?.fault === 'EAGAIN') throw error
    super(error ? new URL('data:text/javascript,process.exit(1)') : file, options)
  }
}
syncBuiltinESMExports()

const begin = (kind: Kind, fault: string, number: number): Plan => {
  plan = { kind, fault, number, calls: { file: 0, module: 0, process: 0, thread: 0 } }
  return plan
}

/** Runs code in which one call fails, counted from 1. Returns the call, or undefined if the code has fewer calls. */
export async function withFault(
  kind: Kind,
  fault: string,
  number: number,
  run: () => Promise<unknown>
): Promise<string | undefined> {
  const current = begin(kind, fault, number)
  try {
    await run()
  } finally {
    plan = undefined
  }
  return current.failed
}

// Loaded into a process before its other code: the end of the process writes its calls to the file `report`. The processes
// and threads that it starts have no fault.
const { FAULT } = process.env
if (FAULT !== undefined) {
  delete process.env.FAULT
  delete process.env.NODE_OPTIONS
  const given: { kind: Kind; fault: string; number: number; report: string } = JSON.parse(FAULT)
  const started = begin(given.kind, given.fault, given.number)
  process.on('exit', () => fs.writeFileSync(given.report, JSON.stringify(started)))
}
