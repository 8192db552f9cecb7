import { readFileSync } from 'node:fs'

export const findAuditors = (pid = process.pid): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '' && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('audit-child'))
    .map(Number)
