import { auditAsChild } from './audit.ts'

await auditAsChild()
