import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { cpuTime } from './processes.ts'

// The kernel counts the CPU time of the machine in steps of 10 ms (proc(5), USER_HZ).
const tick = 10_000

/** Begins to watch; what it gives says what share of the machine's CPU others than the bench have used since. */
export function watch(server: number): () => number {
  const begin = { time: performance.now(), others: others(server) }
  return () => {
    const machine = (performance.now() - begin.time) * 1000 * availableParallelism()
    return (others(server) - begin.others) / machine
  }
}

/** CPU microseconds so far that are neither the server's nor this process's nor those of the loads it ran. */
const others = (server: number) => machineTime() - ownTime() - cpuTime(server)

function machineTime(): number {
  // user nice system idle iowait irq softirq steal: what a hypervisor takes away disturbs as well.
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = numbers('/proc/stat', 1)
  return (user + nice + system + irq + softirq + steal) * tick
}

function ownTime(): number {
  // utime stime cutime cstime: the last two are of children that have ended.
  return numbers('/proc/self/stat', 13)
    .slice(0, 4)
    .reduce((sum, time) => sum + time * tick, 0)
}

/** The fields of the first line of a file from the given one on, counted from 0. */
const numbers = (file: string, from: number) =>
  (readFileSync(file, 'utf8').split('\n')[0] ?? '').split(/ +/).slice(from).map(Number)
