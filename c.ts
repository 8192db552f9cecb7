import { measurePages } from './bench/pages.ts'
import { takeCharge } from './bench/processes.ts'

takeCharge(300)
const s = performance.now()
console.log(await measurePages(Number(process.argv[2] ?? 10000)), performance.now() - s)
process.exit(0)
