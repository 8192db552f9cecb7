import type { ApiVersion } from '../business/api-version.ts'
import { operations } from '../business/operations.ts'

/** Every version that is served, the oldest first; the last is the current one. */
export const versions: ApiVersion[] = [{ name: 'v1', hasAlias: true, operations }]
