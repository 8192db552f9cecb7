import { operations } from '../business/operations.ts'
import type { Version } from './version.ts'

/** Every version that is served, the oldest first; the last is the current one. */
export const versions: Version[] = [{ name: 'v1', alias: true, operations }]
