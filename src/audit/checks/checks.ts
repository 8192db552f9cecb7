import type { Check } from '../check.ts'
import { documentChecks } from './documents.ts'
import { http } from './http.ts'
import { services } from './services.ts'

/** Every check of the contract, in the order of the report. */
export const checks: Check[] = [...http, ...documentChecks, ...services]
