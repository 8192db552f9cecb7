import { operations } from '../../business/operations.ts'
import type { Version } from '../version.ts'

export const v1: Version = { name: 'v1', alias: true, operations }
