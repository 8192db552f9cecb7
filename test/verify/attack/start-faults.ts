import { writeFileSync } from 'node:fs'
import { injectFault, type Kind } from './faults.ts'

// Loaded into a process before its other code: one call fails. The end of the process writes the call to the file `report`.
const { FAULT } = process.env
// The processes and threads that it starts have no fault.
delete process.env.FAULT
delete process.env.NODE_OPTIONS
if (FAULT !== undefined) {
  const { report, ...fault }: { kind: Kind; fault: string; number: number; report: string } =
    JSON.parse(FAULT)
  const plan = injectFault(fault.kind, fault.fault, fault.number)
  process.on('exit', () => writeFileSync(report, JSON.stringify(plan)))
}
