import { v1 } from './v1/version.ts'
import type { Version } from './version.ts'

/** Every version that is served, the oldest first; the last is the current one. */
export const versions: Version[] = [v1]
