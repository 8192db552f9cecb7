import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { cpuTime } from './processes.ts'

// The kernel counts the CPU time of the machine in steps of 10 ms (proc(5), USER_HZ).
const tick = 10_000

/** Starts watching the CPU. Returns a function that returns the share used since by processes outside the bench. */
export function watchDisturbance(server: number): () => number {
  const start = { time: performance.now(), others: othersTime(server) }
  return () => {
    const machine = (performance.now() - start.time) * 1000 * availableParallelism()
    return (othersTime(server) - start.others) / machine
  }
}

/** Returns the CPU microseconds so far of all processes except the server, this process and its load generators. */
const othersTime = (server: number) => machineTime() - ownTime() - cpuTime(server)

function machineTime(): number {
  // user nice system idle iowait irq softirq steal: time that a hypervisor takes away is a disturbance too.
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFields('/proc/stat', 1)
  return (user + nice + system + irq + softirq + steal) * tick
}

function ownTime(): number {
  // utime stime cutime cstime: the last two are of children that have ended.
  return readFields('/proc/self/stat', 13)
    .slice(0, 4)
    .reduce((sum, time) => sum + time * tick, 0)
}

/** Reads the numeric fields of the first line of a file, from a zero-based index. */
const readFields = (file: string, from: number) =>
  (readFileSync(file, 'utf8').split('\n')[0] ?? '').split(/ +/).slice(from).map(Number)
